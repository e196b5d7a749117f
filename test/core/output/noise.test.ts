import { expect, test } from "vitest";
import { withoutLogout, withoutShellNoise } from "../../../src/core/output/noise.ts";

const GROUP = "bash: cannot set terminal process group (7): Inappropriate ioctl for device\n";
const CONTROL = "bash: no job control in this shell\n";

test.each([
  ["nothing", "", ""],
  ["only output", "a\nb\n", "a\nb\n"],
  ["both lines of bash", `${GROUP}${CONTROL}real\n`, "real\n"],
  ["a third one", `/bin/bash: [7: 1 (255)] tcsetattr: Inappropriate ioctl for device\n-${CONTROL}\nreal`, "\nreal"],
  [
    "a line that the command began and the shell ended",
    "begunbash: [7: 1 (255)] tcsetattr: Inappropriate ioctl for device\n",
    "begunbash: [7: 1 (255)] tcsetattr: Inappropriate ioctl for device\n",
  ],
  ["a command that speaks of such a line", `grep: ${CONTROL}`, `grep: ${CONTROL}`],
  ["nothing but noise", `${GROUP}${CONTROL}`, ""],
  ["an unfinished line of it", GROUP.trimEnd(), ""],
  ["behind real output it is the command's own", `real\n${CONTROL}`, `real\n${CONTROL}`],
  ["an empty first line is real output", `\n${CONTROL}`, `\n${CONTROL}`],
])("[TEXT-7] %s", (_, text, left) => {
  expect(withoutShellNoise(text)).toBe(left);
});

test.each([
  ["its last line", "one\nlogout\n", "one\n"],
  ["all of it", "logout\n", ""],
  ["one that the command began", "one logout\n", "one logout\n"],
  ["one that is not the last", "logout\none\n", "logout\none\n"],
  ["none", "one\n", "one\n"],
])("[TEXT-7] the word of a shell that is left: %s", (_, text, left) => {
  expect(withoutLogout(text)).toBe(left);
});
