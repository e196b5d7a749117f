/** Whether a text is what a pattern says, where `*` stands for any characters. In linear time: after each `*` the next piece is looked for once. */
export function globMatches(glob: string, text: string): boolean {
  const [first = "", ...rest] = glob.split("*");
  if (rest.length === 0) return glob === text;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let from = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
