import { describe, expect, test } from "vitest";

import { endedHere, type PlaceOptions, testPlace } from "../support/elsewhere.ts";
import { logText } from "../support/shim.ts";
import { until } from "../support/until.ts";

const GROUNDS: readonly (PlaceOptions & { readonly title: string })[] = [
  { title: "dash", ground: "dash" },
  { title: "bash, no bytes, no input", ground: "bash", abilities: [] },
  { title: "busybox", ground: "busybox" },
  { title: "busybox, no bytes, no input", ground: "busybox", abilities: [] },
];

describe.each(GROUNDS)("on $title", (ground) => {
  test("[EWH-40] what is written arrives as it is, and the input ends when it is closed", async () => {
    const place = testPlace(ground);
    const one = await place.start("cat; echo over", { stdin: "pipe" });
    place.follow(one);
    const bytes = Buffer.from([...Array.from({ length: 256 }, (_, byte) => byte), ...Buffer.from("é'\\%s\n-n\n")]);
    expect(await place.elsewhere.write(one, bytes)).toBe(bytes.length);
    expect(await place.elsewhere.write(one, Buffer.from("more\n"))).toBe(5);
    await place.elsewhere.closeStdin(one);
    await endedHere(one);
    expect(logText(one.directory)).toBe(`${bytes.toString("utf8")}more\nover\n`);
  });

  test("[EWH-41] an input that is full takes what it can, up to a whole character", async () => {
    const place = testPlace(ground);
    const one = await place.start("sleep 60", { stdin: "pipe" });
    const taken = await place.elsewhere.write(one, Buffer.from("€".repeat(40_000)));
    expect({ taken: taken > 60_000 && taken <= 65_536, rest: taken % 3 }).toEqual({ taken: true, rest: 0 });
    expect(await place.elsewhere.write(one, Buffer.from("x".repeat(4096)))).toBe(0);
  });

  test("[EWH-42] an input that nobody reads any more says so", async () => {
    const place = testPlace(ground);
    const one = await place.start("exec <&-; echo ready; sleep 60", { stdin: "pipe" });
    place.follow(one);
    await until(() => logText(one.directory) === "ready\n");
    await expect(place.elsewhere.write(one, Buffer.from("text"))).rejects.toMatchObject({ code: "ENXIO" });
  });
});

test.each(["dash", "bash"])("[EWH-43] a terminal there has a size, takes keys, and is resized (%s)", async (ground) => {
  const place = testPlace({ ground });
  const command = `trap 'echo size $(stty size)' WINCH; test -t 0 && test -t 1 && echo $TERM $(stty size); read -r line; echo "got $line"; read -r line; kill -s KILL $$`;
  const one = await place.start(command, { pty: { rows: 10, cols: 40 } });
  place.follow(one);
  await until(() => logText(one.directory).includes("xterm-256color 10 40\r\n"), {
    seen: () => logText(one.directory),
  });
  expect(await place.elsewhere.write(one, Buffer.from("it's é\r"))).toBe(8);
  await until(() => logText(one.directory).includes("got it's é\r\n"));
  expect(await place.elsewhere.resize(one, { rows: 20, cols: 90 })).toBe(true);
  await place.elsewhere.write(one, Buffer.from("\r"));
  expect(await endedHere(one)).toMatchObject({ ending: { signal: "SIGKILL" } });
  expect(one.notes).toEqual([]);
});

test("[EWH-43] the size of a terminal there reaches what runs in it", async () => {
  const place = testPlace();
  const one = await place.start("read -r line; stty size", { pty: { rows: 10, cols: 40 } });
  place.follow(one);
  expect(await place.elsewhere.resize(one, { rows: 21, cols: 91 })).toBe(true);
  await place.elsewhere.write(one, Buffer.from("\r"));
  await endedHere(one);
  expect(logText(one.directory)).toContain("21 91\r\n");
});

test("[EWH-44] Ctrl-C ends a program in a terminal there", async () => {
  const place = testPlace();
  const one = await place.start("echo ready; sleep 60", { pty: { rows: 10, cols: 40 } });
  place.follow(one);
  await until(() => logText(one.directory).includes("ready"));
  await place.elsewhere.write(one, Buffer.from("\u0003"));
  expect(await endedHere(one)).toMatchObject({ kind: "ended", ending: { code: 130 } });
});

test("[EWH-45] where nothing holds a terminal there is an input instead, and a note", async () => {
  const place = testPlace({ ground: "busybox" });
  const one = await place.start(`read -r line; echo "got $line"`, { pty: { rows: 10, cols: 40 } });
  place.follow(one);
  expect(one.notes).toMatchObject([expect.stringContaining("no `script`")]);
  await place.elsewhere.write(one, Buffer.from("text\n"));
  await endedHere(one);
  expect(logText(one.directory)).toBe("got text\n");
  expect(await place.elsewhere.resize(one, { rows: 20, cols: 90 })).toBe(false);
});
