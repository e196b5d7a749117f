import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { directoryThere, endedHere, type PlaceOptions, testPlace } from "../support/elsewhere.ts";
import { isAlive, marked } from "../support/registry.ts";
import { until } from "../support/until.ts";

const GROUNDS: readonly (PlaceOptions & { readonly title: string })[] = [
  { title: "dash", ground: "dash" },
  { title: "bash, no bytes, no input", ground: "bash", abilities: [] },
  { title: "busybox", ground: "busybox" },
  { title: "bash where nothing makes a session", ground: "bash", without: ["setsid", "perl", "nohup"] },
  { title: "busybox where nothing makes a session", ground: "busybox", without: ["setsid", "perl"] },
];

/** A child, a grandchild that ignores SIGTERM, and a daemon that has left parent, session and group. */
const FAMILY = `sleep 61 & (trap '' TERM; sleep 62) & (/usr/bin/setsid sleep 63 &) ; wait`;

describe.each(GROUNDS)("on $title", (ground) => {
  test("[EWH-30] [EWH-31] the whole tree is found there, and nothing else, and a kill leaves nobody", async () => {
    const place = testPlace(ground);
    const one = await place.start(FAMILY);
    place.follow(one);
    const isComplete = (): boolean => sleepsOf(one.id).length === 3;
    await until(isComplete, { what: "the family" });
    const tree = await place.elsewhere.tree(one, "SIGTERM");
    const shim = Number(/^\d+/.exec(readFileSync(join(directoryThere(place, one), "running"), "utf8"))?.[0]);
    const programs = tree.map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim());
    expect({
      sleeps: programs.filter((program) => /^(?:busybox )?sleep/.test(program)).toSorted(),
      hasRoot: tree.some(({ pid }) => pid === one.pid),
      hasShim: tree.some(({ pid }) => pid === shim),
      copiers: programs.filter((program) => /shim-|^dd|2147483647/.test(program)),
      ignoring: tree.filter(({ ignoresSignal }) => ignoresSignal).length > 0,
    }).toEqual({
      sleeps: ["sleep 61", "sleep 62", "sleep 63"],
      hasRoot: true,
      hasShim: false,
      copiers: [],
      ignoring: true,
    });
    await place.elsewhere.signal(one, tree, "SIGKILL");
    expect(await endedHere(one)).toMatchObject({ ending: { signal: "SIGKILL" } });
    expect(await place.elsewhere.tree(one, "SIGTERM")).toEqual([]);
    await until(() => marked([one.id]).length === 0);
  });
});

function sleepsOf(id: string): readonly string[] {
  return marked([id])
    .map((pid) => (existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, "latin1") : ""))
    .filter((line) => /sleep\0 ?6[123]/.test(line));
}

test("[EWH-32] a pid that belongs to another by now is not signalled", async () => {
  const place = testPlace();
  const one = await place.start("sleep 60");
  const [entry] = await place.elsewhere.tree(one, "SIGTERM");
  expect(entry).toMatchObject({ pid: one.pid });
  if (entry === undefined) return;
  await place.elsewhere.signal(one, [{ ...entry, startTicks: entry.startTicks - 1 }], "SIGKILL");
  expect(isAlive(one.pid)).toBe(true);
  await place.elsewhere.signal(one, [entry], "SIGINT"); // It ignores none: it was not started with `&`.
  place.follow(one);
  expect(await endedHere(one)).toMatchObject({ ending: { code: 130 } });
});

test("[EWH-33] a place that does not answer says so when it is asked for a tree", async () => {
  const place = testPlace();
  const one = await place.start("sleep 60");
  place.environment.fail("never");
  await expect(place.elsewhere.tree(one, "SIGTERM")).rejects.toMatchObject({ trouble: "unreachable" });
});
