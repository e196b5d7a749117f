import { expect, test } from "vitest";
import { withoutShellNoise } from "../../../src/core/output/noise.ts";

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
