/** What an interactive shell without a terminal says when it starts. It is about the shell, not about the command. */
const NOISE: readonly string[] = [
  "no job control in this shell",
  "cannot set terminal process group",
  "tcsetattr: Inappropriate ioctl for device",
];

/**
 * `text` without the shell's own start-up lines. Only for the very beginning of a log, and only leading lines go:
 * behind the first other line the same words are the command's.
 */
export function withoutShellNoise(text: string): string {
  let start = 0;
  while (start < text.length) {
    const end = lineEnd(text, start);
    const line = text.slice(start, end);
    if (!NOISE.some((noise) => line.includes(noise))) break;
    start = end;
  }
  return text.slice(start);
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at + 1;
}
