/**
 * Keys that are known by how they begin: the prefixes, and how many characters must follow (original).
 *
 * - `alnum`: letters and digits. Prefixes that words of source code also have (`npm_`, `hf_`, `exa_`) need it:
 *   `npm_config_registry` is no key.
 * - `word`: also `_` and `-`.
 * - `padded`: also `=`.
 * - `dotted`: `word`, and single dots inside.
 */
export interface KeyFamily {
  readonly prefixes: readonly string[];
  readonly alphabet: keyof typeof ALPHABETS;
  readonly bodyMinChars: number;
}

export const KEY_FAMILIES: readonly KeyFamily[] = [
  { prefixes: ["sk-", "SG."], alphabet: "dotted", bodyMinChars: 10 },
  { prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"], alphabet: "word", bodyMinChars: 10 },
  { prefixes: ["xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-"], alphabet: "word", bodyMinChars: 10 },
  { prefixes: ["fal_", "bb_live_", "pypi-", "syt_", "tvly-"], alphabet: "word", bodyMinChars: 10 },
  {
    prefixes: [
      "glpat-",
      "gloas-",
      "gldt-",
      "glrt-",
      "glrtr-",
      "glcbt-",
      "glptt-",
      "glft-",
      "glimt-",
      "glagent-",
      "glsoat-",
      "glffct-",
      "glwt-",
      "GR1348941",
    ],
    alphabet: "dotted",
    bodyMinChars: 10,
  },
  { prefixes: ["pk-lf-"], alphabet: "word", bodyMinChars: 8 },
  { prefixes: ["AIza"], alphabet: "word", bodyMinChars: 30 },
  { prefixes: ["gAAAA"], alphabet: "padded", bodyMinChars: 20 },
  {
    prefixes: [
      "sk_live_",
      "sk_test_",
      "rk_live_",
      "rk_test_",
      "sk_",
      "hf_",
      "r8_",
      "npm_",
      "dop_v1_",
      "doo_v1_",
      "exa_",
      "gsk_",
      "retaindb_",
      "mem0_",
      "brv_",
      "ntn_",
      "pplx-",
      "fc-",
      "hsk-",
    ],
    alphabet: "alnum",
    bodyMinChars: 10,
  },
  { prefixes: ["am_", "am_org_"], alphabet: "alnum", bodyMinChars: 20 },
  { prefixes: ["xai-", "fw-", "fw_", "fpk_"], alphabet: "alnum", bodyMinChars: 30 },
];

const ALPHABETS = {
  alnum: "[A-Za-z0-9]",
  word: "[A-Za-z0-9_-]",
  padded: "[A-Za-z0-9_=-]",
  dotted: "(?:[A-Za-z0-9_-]|\\.(?=[A-Za-z0-9_-]))",
} as const;

/** A kind of key with its own form: the literal it begins with, and the source of a pattern for the rest. */
export type KeyFormat = readonly [prefix: string, rest: string];

/**
 * Finds the keys of all families, and those of `formats`. A key stands alone: neither a letter, digit, `_` nor `-` is before or
 * behind it. That also keeps the search linear: nothing is tried from the middle of a word.
 */
export function keyPattern(families: readonly KeyFamily[] = KEY_FAMILIES, formats: readonly KeyFormat[] = []): RegExp {
  const bodies = families.flatMap((family) =>
    family.prefixes.map((prefix) => `${escape(prefix)}${ALPHABETS[family.alphabet]}{${family.bodyMinChars},}`),
  );
  const others = formats.map(([prefix, rest]) => escape(prefix) + rest);
  return new RegExp(`(?<![A-Za-z0-9_-])(?:${[...bodies, ...others].join("|")})(?![A-Za-z0-9_-])`, "g");
}

function escape(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
