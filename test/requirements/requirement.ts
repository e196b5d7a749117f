/** One rule that Bellhop keeps. A test cites it by its id in brackets, in the test's name. */
export interface Requirement {
  readonly id: string;
  /** One sentence. */
  readonly rule: string;
  /** Where it comes from: an issue of the original, a man page, the design, a public bug report. */
  readonly source: string;
}
