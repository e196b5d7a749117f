/**
 * Columns that a character takes on a terminal: what programs count with wcwidth(3), not what some fonts draw. East Asian
 * characters (UAX #11, W and F) and emoji take two, marks that join the character before them none.
 */
export function characterWidth(codePoint: number): 0 | 1 | 2 {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return 0;
  if (codePoint < 0x300) return 1;
  const known = WIDTHS[codePoint] ?? 0;
  if (known !== 0) return (known - 1) as 0 | 1 | 2;
  const width = lookUp(codePoint);
  if (codePoint < WIDTHS.length) WIDTHS[codePoint] = width + 1;
  return width;
}

/** What was looked up before, plus one: text asks for the same characters over and over. */
const WIDTHS: Uint8Array = new Uint8Array(0x20000);

function lookUp(codePoint: number): 0 | 1 | 2 {
  const character = String.fromCodePoint(codePoint);
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/**
 * A mark, as the source of a regular expression: combining marks, format characters (but for those that enclose a number), and
 * the vowels and finals of Hangul.
 */
export const MARK_SOURCE: string = String.raw`(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7fb]`;
const MARK = new RegExp(`^${MARK_SOURCE}$`, "u");
/** The flags (regional indicators) count one each, two a flag. */
const WIDE =
  /^(?![\u{1f1e6}-\u{1f1ff}])[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]$/u;
