import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { directoryThere, endedHere, type TestPlace, testPlace } from "../support/elsewhere.ts";
import { isAlive } from "../support/registry.ts";
import { logText } from "../support/shim.ts";
import { until } from "../support/until.ts";

/** A place whose agent finds no `/proc`, as on macOS or a BSD: it asks `ps`. */
async function placeWithoutProc(ground: string): Promise<TestPlace> {
  const place = testPlace({ ground });
  const one = await place.start("true"); // Puts the agent there.
  const root = join(directoryThere(place, one), "../..");
  const agent = join(root, readdirSync(root).find((name) => name.startsWith("agent-")) ?? "");
  writeFileSync(agent, readFileSync(agent, "utf8").replaceAll("/proc/", "/nowhere/"));
  return place;
}

test.each(["dash", "bash"])(
  "[EWH-34] without /proc a tree is found by parents, and a stranger is still not hit (%s)",
  async (ground) => {
    const place = await placeWithoutProc(ground);
    const one = await place.start("echo begun; (sleep 61 & wait) & wait");
    place.follow(one);
    await until(() => logText(one.directory) === "begun\n");
    const sleeps = async (): Promise<boolean> => (await place.elsewhere.tree(one, "SIGTERM")).length === 3;
    await until(sleeps, { what: "the tree of three" });
    const tree = await place.elsewhere.tree(one, "SIGTERM");
    await place.elsewhere.signal(
      one,
      tree.map((entry) => ({ ...entry, startTicks: entry.startTicks - 1 })),
      "SIGKILL",
    );
    expect(tree.map(({ pid }) => isAlive(pid))).toEqual([true, true, true]);
    expect(place.contacts).toEqual([]);
    await place.elsewhere.signal(one, tree, "SIGKILL");
    expect(await endedHere(one)).toMatchObject({ ending: { signal: "SIGKILL" } });
  },
);
