import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { readReceipt } from "../../src/adapters/launch/receipt.ts";
import { logText } from "../support/shim.ts";
import { directoryThere, endedHere, type PlaceOptions, specOf, testPlace } from "../support/elsewhere.ts";
import { marked } from "../support/registry.ts";
import { until } from "../support/until.ts";

const GROUNDS: readonly (PlaceOptions & { readonly title: string; readonly folder?: string })[] = [
  { title: "dash", ground: "dash" },
  { title: "bash", ground: "bash" },
  { title: "busybox", ground: "busybox" },
  { title: "dash, no bytes, no input", ground: "dash", abilities: [] },
  { title: "busybox, no bytes, no input", ground: "busybox", abilities: [] },
  { title: "bash, no bytes, login files that print", ground: "bash", abilities: ["stdin"], noise: "Welcome!\nbh end" },
  { title: "od only", ground: "dash", abilities: [], without: ["base64", "openssl"] },
  {
    title: "busybox with hexdump only",
    ground: "busybox",
    abilities: [],
    without: ["base64", "openssl", "od", "nohup"],
  },
  { title: "no setsid, perl has it", ground: "dash", without: ["setsid"] },
  { title: "nothing that makes a session", ground: "busybox", without: ["setsid", "nohup", "perl"] },
  { title: "spaces and quotes in the path", ground: "bash", folder: "it's the  place" },
  { title: "a locale that is not UTF-8", ground: "bash", env: { LANG: "C", LC_ALL: "C" } },
];

describe.each(GROUNDS)("on $title", (ground) => {
  test("[EWH-1] [EWH-2] a command runs there, and its output and its code come here", async () => {
    const place = testPlace(ground);
    const one = await place.start(
      `printf 'h\\303\\251llo %s|' "$GREETING" "$BELLHOP_PROC_ID"; printf 'a\\0b\\377'; exit 7`,
      {
        env: { GREETING: `it's "$HOME"\n `, "a.b": "1" },
      },
    );
    place.follow(one);
    expect(await endedHere(one)).toMatchObject({ kind: "ended", ending: { code: 7 } });
    const text = `héllo it's "$HOME"\n |héllo ${one.id}|`;
    expect(Buffer.from(logTextOf(one.directory), "latin1")).toEqual(
      Buffer.concat([Buffer.from(text), Buffer.from([97, 0, 98, 255])]),
    );
    expect(readdirSync(one.directory).toSorted()).toEqual(["drained", "ended.7", "log.000000000000000", "lost.0"]);
    expect(one.notes).toEqual([
      ...(ground.title === "nothing that makes a session"
        ? ["There is no `setsid` in that environment: a kill finds the command by its parents and its mark alone."]
        : []),
      "These variables have names that no shell can set, and were left out: a.b.",
    ]);
    await until(() => marked([one.id]).length === 0);
    expect(place.contacts).toEqual([]);
  });

  test("[EWH-3] a death by signal is told as one", async () => {
    const place = testPlace(ground);
    const one = await place.start("kill -9 $$");
    place.follow(one);
    expect(await endedHere(one)).toMatchObject({ kind: "ended", ending: { signal: "SIGKILL" } });
  });
});

function logTextOf(directory: string): string {
  return Buffer.concat(
    readdirSync(directory)
      .filter((name) => name.startsWith("log."))
      .toSorted()
      .map((name) => readFileSync(join(directory, name))),
  ).toString("latin1");
}

test("[EWH-4] the command has signals and a session as it should, and nothing of the call", async () => {
  const place = testPlace({ ground: "dash", env: { BELLHOP_CALL: "mark" } });
  const one = await place.start("grep ^SigIgn /proc/self/status; cat /proc/self/stat; echo ${BELLHOP_CALL-none}");
  place.follow(one);
  await endedHere(one);
  const [ignored, stat = "", call] = logText(one.directory).split("\n");
  expect({ ignored, call, session: stat.split(" ")[5] }).toEqual({
    ignored: "SigIgn:\t0000000000000000",
    call: "none",
    session: String(one.pid),
  });
});

test("[EWH-5] a start whose answer is lost starts once", async () => {
  for (const fault of ["lost", "cut"] as const) {
    const place = testPlace();
    place.environment.fail(fault, { which: /'start'/ });
    const one = await place.start(`echo once >> "$HOME/starts"`);
    place.follow(one);
    await endedHere(one);
    expect(readFileSync(join(place.there, "starts"), "utf8")).toBe("once\n");
  }
});

test("[EWH-5] two calls for one start run it once", async () => {
  const place = testPlace();
  const one = place.newPlace();
  const spec = specOf(`echo once >> "$HOME/starts"; sleep 60`);
  const starts = await Promise.all([1, 2, 3].map(() => place.elsewhere.launch(one, spec)));
  expect(new Set(starts.map(({ pid }) => pid)).size).toBe(1);
  expect(readFileSync(join(place.there, "starts"), "utf8")).toBe("once\n");
});

test("[EWH-6] a directory that cannot be entered is a start that failed, with what was said", async () => {
  const place = testPlace();
  await expect(place.start("true", { cwd: "/not there" })).rejects.toMatchObject({
    code: "start_failed",
    message: expect.stringContaining("The directory /not there cannot be entered there.") as string,
  });
});

test("[EWH-6] a place that is not there is a start that failed, and its directory here says so", async () => {
  const place = testPlace();
  place.environment.fail("never", { count: Infinity, trouble: "gone" });
  const one = place.newPlace();
  await expect(place.elsewhere.launch(one, specOf("true"))).rejects.toMatchObject({ code: "start_failed" });
  expect(readReceipt(one.directory)).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("is not there") as string,
  });
});

test("[EWH-7] a start of which nobody heard is ended there as soon as it answers", async () => {
  const place = testPlace();
  place.environment.fail("lost", { which: /'start'/, trouble: "gone" });
  const one = place.newPlace();
  await expect(place.elsewhere.launch(one, specOf("sleep 60"))).rejects.toMatchObject({ code: "start_failed" });
  await until(() => marked([one.id]).length === 0 && existsSync(directoryThere(place, one)), {
    what: "it to be ended",
  });
});

test("[EWH-7] a start that was cut in the middle runs nothing of it, and is asked again", async () => {
  const place = testPlace();
  place.environment.fail("starved", { which: /'start'/ });
  const one = await place.start("echo whole");
  place.follow(one);
  await endedHere(one);
  expect(logText(one.directory)).toBe("whole\n");
});

test("[EWH-8] the scripts are put there once, and again when they were removed; a start is one call then", async () => {
  const place = testPlace();
  const run = async (): Promise<string> => {
    const one = await place.start("echo done");
    place.follow(one);
    await endedHere(one);
    return logText(one.directory);
  };
  await run();
  const before = place.environment.calls.length;
  await run();
  expect(place.environment.calls.slice(before).filter((line) => !line.includes(" 'poll' "))).toHaveLength(1);
  const tmp = join(place.there, "tmp");
  const [root = ""] = readdirSync(tmp);
  rmSync(join(tmp, root, "staging"), { recursive: true });
  expect(await run()).toBe("done\n");
  rmSync(tmp, { recursive: true, maxRetries: 5 });
  mkdirSync(tmp);
  expect(await run()).toBe("done\n");
});

test("[EWH-9] a command of 120,000 bytes arrives, with and without an input", async () => {
  for (const abilities of [["bytes", "stdin"], []] as const) {
    const place = testPlace({ abilities });
    const text = "é'\n".repeat(30_000);
    const one = await place.start(`printf %s '${text.replaceAll("'", '"')}' | wc -c`);
    place.follow(one);
    await endedHere(one);
    expect(logText(one.directory).trim()).toBe("120000");
  }
});

const LOGINS: readonly PlaceOptions[] = [
  { ground: "bash" },
  { ground: "dash", without: ["bash"] },
  { ground: "busybox" },
];

test.each(LOGINS)("[EWH-2] a login shell there reads its files, whatever $SHELL says ($ground)", async (ground) => {
  const place = testPlace({ ...ground, noise: "Welcome!" });
  writeFileSync(join(place.there, ".profile"), "export FROM_PROFILE=yes\n");
  const one = await place.start("echo $FROM_PROFILE $GIVEN $SHELL", { shell: "login", env: { GIVEN: "too" } });
  place.follow(one);
  await endedHere(one);
  expect(logText(one.directory)).toBe("yes too /usr/bin/fish\n");
});
