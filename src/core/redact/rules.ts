import { keyPattern } from "./key-families.ts";
import { FULL_MASK, maskToken } from "./mask.ts";

/**
 * One kind of secret. Rules are applied in order, each on what the one before left. A new rule keeps three promises:
 * it takes linear time on any text (no loop inside a loop, nothing tried again from the middle of what failed),
 * a masked text stays as it is, and no match reaches over the end of a line.
 */
export interface Rule {
  readonly name: string;
  /** A text with none of these is left alone without a search. Empty: always search. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  /** Gets the match and its first group. */
  readonly mask: (match: string, group: string) => string;
}

/** The passes of the original that need no context. Secrets that have lines of their own are in `private-key.ts`. */
export const RULES: readonly Rule[] = [
  { name: "key prefix", hints: [], pattern: keyPattern(), mask: maskToken },
  {
    name: "zhipu key",
    hints: [],
    pattern: /(?<![A-Za-z0-9_-])[0-9a-f]{32}\.[A-Za-z0-9]{16,}(?![A-Za-z0-9_-])/g,
    mask: maskToken,
  },
  {
    // The whole credential goes: what is left of a masked token would be taken for a credential the next time.
    name: "authorization header",
    hints: [],
    pattern: /((?:proxy-)?authorization["']?[ \t]*:[ \t]*["']?(?:[A-Za-z][A-Za-z0-9-]*[ \t]+)?)[^\s"'`,;]+/gi,
    mask: (_, header) => header + FULL_MASK,
  },
  {
    name: "secret header",
    hints: [],
    pattern:
      /(?<![A-Za-z0-9_])((?:x-(?:goog-)?api-key|api-?key|x-(?:api|auth|access)-token)["']?[ \t]*:[ \t]*["']?)[^\s"'`,;]+/gi,
    mask: (_, header) => header + FULL_MASK,
  },
  {
    name: "telegram token",
    hints: [":"],
    pattern: /(?<!\d)(\d{8,}:)[A-Za-z0-9_-]{30,}/g,
    mask: (_, id) => id + FULL_MASK,
  },
  {
    // A password ends at the last `@` before a `/`, else at the first `@`. A template (`{password}`) is none.
    name: "database password",
    hints: ["://"],
    pattern:
      /((?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s"'`:/@]*:)(?!\/\/)(?!\$?\{[^\s{}]*\}@)(?:(?:[^\s"'`<>:/]|:(?!\/\/))+|(?:[^\s"'`<>:@]|:(?!\/\/))+)@/gi,
    mask: (_, start) => `${start}${FULL_MASK}@`,
  },
  {
    name: "json web token",
    hints: ["eyJ"],
    pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_=-]{4,}){0,4}/g,
    mask: maskToken,
  },
];
