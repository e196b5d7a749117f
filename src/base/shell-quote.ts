/** One word of a line for `sh`, whatever is in it but a zero byte. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
