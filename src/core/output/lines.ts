/** Lines of `text` without their ends. A newline ends a line and begins none: `"a\n"` is one line. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** The last `count` lines of `text`, with their ends. Looks only at those. */
export function lastLines(text: string, count: number): string {
  if (count <= 0) return "";
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let left = count; left > 0; left -= 1) {
    const at = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
    if (at === -1) return text;
    start = at;
  }
  return text.slice(start + 1);
}
