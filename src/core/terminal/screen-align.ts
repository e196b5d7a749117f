import { SCREEN_ALIGN_MAX } from "../limits.ts";

/** A stretch of a text, and what stands in its place in another one. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/**
 * What `changed` replaces in `original`, in order: first by lines, then by words in those that differ. Words count as a whole, so
 * that of a masked one nothing is left between two replacements. What is only inserted is left out.
 */
export function replacements(original: string, changed: string): readonly Replacement[] {
  return gaps(linesOf(original), linesOf(changed)).flatMap((gap) => refined(original.slice(gap.from, gap.to), gap));
}

function refined(original: string, { from, by }: Replacement): readonly Replacement[] {
  const before = linesOf(original);
  const after = linesOf(by);
  // A mask of several lines. Words of it may stand in what it hides, too (PRIVATE KEY), and mean nothing there.
  if (before.length !== after.length) return shifted(outerGap(wordsOf(original), wordsOf(by)), from);
  let offset = from;
  return before.flatMap((line, index) => {
    const found = shifted(gaps(wordsOf(line), wordsOf(after[index] ?? "")), offset);
    offset += line.length;
    return found;
  });
}

function shifted(found: readonly Replacement[], by: number): readonly Replacement[] {
  return found.map((one) => ({ ...one, from: one.from + by, to: one.to + by }));
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.*-]+|[^\w.*-]/g) ?? [];
}

/** The stretches that two rows of parts do not have in common. */
function gaps(before: readonly string[], after: readonly string[]): readonly Replacement[] {
  const { middle, offset } = trimmed(before, after);
  return shifted(between(middle, pairsOf(middle)), offset);
}

/** All that stands between what they have in common at both ends. */
function outerGap(before: readonly string[], after: readonly string[]): readonly Replacement[] {
  const { middle, offset } = trimmed(before, after);
  return shifted(between(middle, []), offset);
}

function trimmed(
  before: readonly string[],
  after: readonly string[],
): { readonly middle: Middle; readonly offset: number } {
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed());
  return {
    middle: { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) },
    offset: lengthOf(before.slice(0, start)),
  };
}

interface Middle {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Places in both of a part that stays. */
type Pair = readonly [before: number, after: number];

function commonStart(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

/** A longest common sequence. None when it would take too long to find: then everything between is replaced as one. */
function pairsOf({ before, after }: Middle): readonly Pair[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > SCREEN_ALIGN_MAX) return [];
  // lengths[i * width + j]: of the longest one in before[i..] and after[j..].
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function between({ before, after }: Middle, pairs: readonly Pair[]): readonly Replacement[] {
  const found: Replacement[] = [];
  let from = 0;
  let last: Pair = [-1, -1];
  for (const pair of [...pairs, [before.length, after.length] as const]) {
    const to = from + lengthOf(before.slice(last[0] + 1, pair[0]));
    if (to > from) found.push({ from, to, by: after.slice(last[1] + 1, pair[1]).join("") });
    from = to + (before[pair[0]]?.length ?? 0);
    last = pair;
  }
  return found;
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
