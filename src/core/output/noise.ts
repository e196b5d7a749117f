/** What an interactive shell without a terminal says when it starts. It is about the shell, not about the command. */
const NOISE: readonly string[] = [
  "no job control in this shell",
  "cannot set terminal process group",
  "tcsetattr: Inappropriate ioctl for device",
];

/** A shell names itself first (`bash: `, `-zsh: `, `/bin/sh: `). What stands in front of that on the line is the command's, and stays. */
const SHELL = /^-?(?:[\w./+-]*\/)?(?:ba|z|k|mk|da|a)?sh: /;

/**
 * `text` without the shell's own start-up lines. Only for the very beginning of a log, and only leading lines go:
 * behind the first other line the same words are the command's.
 */
export function withoutShellNoise(text: string): string {
  let start = 0;
  while (start < text.length) {
    const end = lineEnd(text, start);
    const line = text.slice(start, end);
    if (!SHELL.test(line) || !NOISE.some((noise) => line.includes(noise))) break;
    start = end;
  }
  return text.slice(start);
}

/** `text`, which is the end of a log, without the word that a login shell says when it is left by `exit` (bash(1)). */
export function withoutLogout(text: string): string {
  return text === LOGOUT || text.endsWith(`\n${LOGOUT}`) ? text.slice(0, -LOGOUT.length) : text;
}

const LOGOUT = "logout\n";

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at + 1;
}
