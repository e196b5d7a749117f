import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import { readReceipt } from "../../src/adapters/launch/receipt.ts";
import { bytesIn, directoryThere, endedHere, specOf, testPlace } from "../support/elsewhere.ts";
import { marked } from "../support/registry.ts";
import { logText, segments } from "../support/shim.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;
const WAYS = [
  { title: "raw bytes", abilities: ["bytes", "stdin"], ground: "bash" },
  { title: "base64 of busybox", abilities: [], ground: "busybox" },
] as const;

describe.each(WAYS)("as $title", (way) => {
  test("[EWH-10] calls that fail, are cut, or whose answer is lost lose no byte and double none", async () => {
    const place = testPlace(way);
    const one = await place.start(
      "i=0; while [ $i -lt 4000 ]; do echo line $i; i=$((i + 1)); done; echo end >&2; exit 3",
    );
    for (const fault of ["cut", "never", "lost", "cut"] as const) place.environment.fail(fault, { which: /'poll'/ });
    place.follow(one);
    expect(await endedHere(one)).toMatchObject({ ending: { code: 3 } });
    const lines = Array.from({ length: 4000 }, (_, line) => `line ${line}\n`);
    expect(logText(one.directory)).toBe(`${lines.join("")}end\n`);
    expect(place.contacts.map(({ kind }) => kind)).toEqual(["lost", "lost", "lost", "lost", "back"]);
  });

  test("[EWH-11] another one goes on where the log here ends", async () => {
    const place = testPlace(way);
    const one = await place.start(`echo first; until [ -e "$HOME/go" ]; do sleep 0.05; done; echo second`);
    place.follow(one);
    await until(() => logText(one.directory) === "first\n");
    await place.elsewhere.close();
    writeFileSync(join(place.there, "go"), "");
    await until(() => marked([one.id]).length === 0);
    const again = place.restart();
    again.follow(one);
    await endedHere(one);
    expect(logText(one.directory)).toBe("first\nsecond\n");
  });
});

test("[EWH-12] what was sent is not sent again, and a quiet process costs next to nothing", async () => {
  const place = testPlace();
  const size = 8 * MIB;
  const one = await place.start(`head -c ${size} /dev/zero | tr '\\0' x; sleep 60`);
  place.follow(one);
  await until(() => openOutputLog(one.directory).extent().size === size);
  const polls = place.environment.calls.filter((line) => line.includes("'poll'")).length;
  expect(place.environment.answerBytes() - size).toBeLessThan(4_096 + polls * 400);
  const [bytes, calls] = [place.environment.answerBytes(), place.environment.calls.length];
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const quiet = place.environment.calls.length - calls;
  expect({ isPaced: quiet <= 9, perLook: Math.ceil((place.environment.answerBytes() - bytes) / quiet) < 100 }).toEqual({
    isPaced: true,
    perLook: true,
  });
});

test("[EWH-13] 48 MiB arrive as they are", async () => {
  const place = testPlace();
  const size = 48 * MIB;
  const command = `yes 'a line of forty bytes, that is: 39 and 1' | head -c ${size}`;
  const one = await place.start(command);
  place.follow(one);
  await until(() => readReceipt(one.directory).kind === "ended", { withinMs: 60_000 });
  const line = "a line of forty bytes, that is: 39 and 1\n";
  const expected = createHash("sha256")
    .update(line.repeat(Math.ceil(size / line.length)).slice(0, size))
    .digest("hex");
  expect(createHash("sha256").update(bytesIn(one.directory)).digest("hex")).toBe(expected);
});

test("[EWH-14] what was dropped there before it was copied is a gap here, and the log stays bounded", async () => {
  const place = testPlace();
  const one = await place.start(
    "i=100000; while [ $i -lt 140000 ]; do echo number $i; i=$((i + 1)); done; sleep 0.3; echo last",
    { logMaxBytes: 64 * 1024 },
  );
  place.follow(one);
  await endedHere(one);
  const all = `${Array.from({ length: 40_000 }, (_, index) => `number ${100_000 + index}\n`).join("")}last\n`;
  const kept = segments(one.directory);
  const wrong = kept.filter(({ start, size, path }) => readFileSync(path, "utf8") !== all.slice(start, start + size));
  expect({ wrong, size: openOutputLog(one.directory).extent().size }).toEqual({ wrong: [], size: all.length });
  expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(64 * 1024);
});

test("[EWH-15] a loss there is told here as it is told there", async () => {
  const place = testPlace();
  await place.start("true"); // Makes its directory.
  const one = place.newPlace();
  const there = directoryThere(place, one);
  mkdirSync(there);
  for (const [name, text] of [
    ["log.000000000000000", "0123456789"],
    ["log.000000000000100", "after"],
    ["lost.100.about", ""],
    ["ended.0", "77\n0m0.01s 0m0.00s\n0m0.25s 0m0.25s\n"],
    ["drained", ""],
  ] as const)
    writeFileSync(join(there, name), text);
  place.follow(one);
  expect(await endedHere(one)).toMatchObject({ kind: "ended", ending: { code: 0 }, cpuSeconds: 0.5 });
  expect(openOutputLog(one.directory).extent()).toEqual({
    head: 0,
    size: 105,
    lostBytes: 90,
    lostExact: false,
    drained: true,
  });
});

test("[EWH-16] a leftover that holds the output delays the ending only a moment, and what it prints comes later", async () => {
  const place = testPlace();
  const one = await place.start(`(until [ -e "$HOME/go" ]; do sleep 0.05; done; echo late) & echo soon`);
  place.follow(one);
  await endedHere(one);
  expect({ text: logText(one.directory), drained: existsSync(join(one.directory, "drained")) }).toEqual({
    text: "soon\n",
    drained: false,
  });
  await place.elsewhere.close();
  place.restart().follow(one);
  expect(readdirSync(one.directory).toSorted()).toEqual(["ended.0", "log.000000000000000", "lost.0", "pipe"]);
  writeFileSync(join(place.there, "go"), "");
  await until(() => existsSync(join(one.directory, "drained")));
  expect(logText(one.directory)).toBe("soon\nlate\n");
});

test("[EWH-17] a shim that was killed there is gone only when its command is, and its output is here", async () => {
  const place = testPlace();
  const one = await place.start(`echo before; until [ -e "$HOME/go" ]; do sleep 0.05; done; echo behind`);
  place.follow(one);
  await until(() => logText(one.directory) === "before\n");
  process.kill(Number(/^\d+/.exec(readFileSync(join(directoryThere(place, one), "running"), "utf8"))?.[0]), "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(place.contacts).toEqual([]);
  writeFileSync(join(place.there, "go"), "");
  await until(() => place.contacts.length > 0);
  expect({ kinds: place.contacts.map(({ kind }) => kind), text: logText(one.directory) }).toEqual({
    kinds: ["gone"],
    text: "before\nbehind\n",
  });
});

test("[EWH-18] a pid that is another's by now is not taken for the shim", async () => {
  const place = testPlace();
  const one = await place.start("sleep 60");
  const there = directoryThere(place, one);
  await until(() => existsSync(join(there, "born")));
  // As after a restart of the container: the files are there, and their pids are those of others.
  for (const file of ["running", "job"]) writeFileSync(join(there, file), `${process.pid}\n`);
  place.follow(one);
  await until(() => place.contacts.length > 0);
  expect(place.contacts).toMatchObject([{ kind: "gone" }]);
});

test("[EWH-19] a process of which nothing is known there is gone, and a start that comes late never runs", async () => {
  const place = testPlace();
  await place.start("true");
  const one = place.newPlace();
  place.follow(one);
  await until(() => place.contacts.length > 0);
  expect(place.contacts).toMatchObject([{ kind: "gone" }]);
  await expect(place.elsewhere.launch(one, specOf(`touch "$HOME/ran"`))).rejects.toMatchObject({
    code: "start_failed",
  });
  expect(existsSync(join(place.there, "ran"))).toBe(false);
});

test("[EWH-20] lost contact is told with its reason and for how long, and when it is back", async () => {
  const place = testPlace();
  const one = await place.start("sleep 60");
  place.follow(one);
  place.environment.fail("never", { count: 3, trouble: "paused" });
  await until(() => place.contacts.some(({ kind }) => kind === "back"));
  const [first, second, third, back] = place.contacts;
  expect([first, second, third, back]).toMatchObject([
    { kind: "lost", trouble: "paused", reason: "local:place is not there. Try later." },
    { kind: "lost", trouble: "paused" },
    { kind: "lost", trouble: "paused" },
    { kind: "back" },
  ]);
  const times = place.contacts.flatMap((contact) => (contact.kind === "lost" ? [contact.forMs] : []));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test("[EWH-21] one call looks at all processes of an environment", async () => {
  const place = testPlace();
  const all = await Promise.all(Array.from({ length: 12 }, (_, number) => place.start(`echo ${number}; sleep 60`)));
  const before = place.environment.calls.length;
  for (const one of all) place.follow(one);
  await until(() => all.every((one, number) => logText(one.directory) === `${number}\n`));
  expect(place.environment.calls.length - before).toBeLessThanOrEqual(3);
});

test("[EWH-22] a directory there is removed when it is forgotten, but not while something runs in it", async () => {
  const place = testPlace();
  const [running, over] = [await place.start("sleep 60"), await place.start("true")];
  place.follow(over);
  await endedHere(over);
  for (const one of [running, over]) await place.elsewhere.forget(one);
  expect(readdirSync(join(directoryThere(place, running), "..")).toSorted()).toEqual([running.id]);
  place.environment.fail("never");
  await place.elsewhere.forget(running);
  expect(place.warnings).toHaveLength(1);
});

test("[EWH-23] a connection that nothing needs is let go, and opened again when it is needed", async () => {
  const place = testPlace({ idleMs: 200 });
  const one = await place.start("true");
  place.follow(one);
  await endedHere(one);
  await until(() => place.environment.isClosed());
  const two = await place.start("echo again");
  place.follow(two);
  await endedHere(two);
  expect(logText(two.directory)).toBe("again\n");
});

test("[EWH-24] what cannot be stored here stays there, and comes when it can", async () => {
  const place = testPlace();
  const one = await place.start("echo text");
  const full = join(one.directory, "log.000000000000000");
  symlinkSync("/dev/full", full);
  place.follow(one);
  await until(() => place.warnings.length > 0);
  expect(readReceipt(one.directory).kind).toBe("running");
  rmSync(full);
  await endedHere(one);
  expect(logText(one.directory)).toBe("text\n");
});

test("[EWH-25] a copier that was killed there is replaced", async () => {
  const place = testPlace();
  const one = await place.start(`echo one; until [ -e "$HOME/go" ]; do sleep 0.05; done; echo two; sleep 60`);
  place.follow(one);
  await until(() => logText(one.directory) === "one\n");
  const copier = Number(readFileSync(join(directoryThere(place, one), "copier"), "utf8"));
  const reader = Number(readFileSync(`/proc/${copier}/task/${copier}/children`, "utf8").split(" ")[0]);
  process.kill(copier, "SIGKILL");
  process.kill(reader, "SIGKILL");
  writeFileSync(join(place.there, "go"), "");
  await until(() => logText(one.directory) === "one\ntwo\n");
});

test("[EWH-10] [EWH-11] whatever fails, and however often we are restarted meanwhile, the log is exact", async () => {
  let place = testPlace();
  const lines = 30_000;
  const one = await place.start(
    `i=0; while [ $i -lt ${lines} ]; do echo $i; i=$((i + 1)); [ $((i % 300)) != 0 ] || sleep 0.02; done`,
  );
  for (let round = 0; readReceipt(one.directory).kind === "running"; round++) {
    place.follow(one);
    place.environment.fail((["cut", "never", "lost"] as const)[round % 3] ?? "cut", { which: /'poll'/ });
    const size = openOutputLog(one.directory).extent().size;
    await until(() => openOutputLog(one.directory).extent().size > size || readReceipt(one.directory).kind === "ended");
    await place.elsewhere.close();
    place = place.restart();
  }
  expect(logText(one.directory)).toBe(Array.from({ length: lines }, (_, line) => `${line}\n`).join(""));
});
