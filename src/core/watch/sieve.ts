/** The places in `block` where one of the texts begins, in order. */
export type Sieve = (block: Buffer) => readonly number[];

/**
 * Searches for many texts at once (Wu and Manber, 1994): it looks at the last two bytes of a window as wide as the shortest
 * text, and moves on by as much as no text can allow, often by the whole width. So eight texts cost what one costs, in
 * plain JavaScript. Every text has two bytes or more.
 */
export function createSieve(texts: readonly Buffer[]): Sieve {
  const width = Math.min(WIDTH_MAX, ...texts.map((text) => text.length));
  const steps = stepsOf(texts, width);
  const buckets = bucketsOf(texts, width);
  return (block) => {
    const places: number[] = [];
    for (const ends of windowEnds(block, steps, width)) {
      for (const end of ends) {
        const at = end - width + 1;
        if (standsOneAt(block, at, buckets.at(pairAt(block, end)))) places.push(at);
      }
    }
    return places;
  };
}

/** More than this is rarely skipped. */
const WIDTH_MAX = 32;
/** A step for each pair of bytes: few enough to stay in the fastest memory; two pairs may share one. */
const PAIRS = 4_096;

/**
 * The ends of the windows that may be one of a text. This is the hot loop. It goes through four quarters of the block side
 * by side: each step waits for memory, and a processor waits for four at the same time, three times as fast.
 */
function windowEnds(block: Buffer, steps: Uint8Array, width: number): readonly (readonly number[])[] {
  const quarter = block.length >> 2;
  const [ends1, ends2, ends3, ends4]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [to1, to2, to3] = [quarter, 2 * quarter, 3 * quarter] as const;
  let at1 = width - 1;
  let at2 = Math.max(at1, to1);
  let at3 = Math.max(at1, to2);
  let at4 = Math.max(at1, to3);
  while (at1 < to1 && at2 < to2 && at3 < to3 && at4 < block.length) {
    const step1 = steps[pairAt(block, at1)] as number;
    const step2 = steps[pairAt(block, at2)] as number;
    const step3 = steps[pairAt(block, at3)] as number;
    const step4 = steps[pairAt(block, at4)] as number;
    if (step1 === 0) ends1.push(at1);
    if (step2 === 0) ends2.push(at2);
    if (step3 === 0) ends3.push(at3);
    if (step4 === 0) ends4.push(at4);
    at1 += step1 || 1;
    at2 += step2 || 1;
    at3 += step3 || 1;
    at4 += step4 || 1;
  }
  restOfEnds(block, steps, { ends: ends1, at: at1, to: to1 });
  restOfEnds(block, steps, { ends: ends2, at: at2, to: to2 });
  restOfEnds(block, steps, { ends: ends3, at: at3, to: to3 });
  restOfEnds(block, steps, { ends: ends4, at: at4, to: block.length });
  return [ends1, ends2, ends3, ends4];
}

interface Rest {
  readonly ends: number[];
  readonly at: number;
  readonly to: number;
}

/** One quarter alone, when another one is done. */
function restOfEnds(block: Buffer, steps: Uint8Array, { ends, at: from, to }: Rest): void {
  for (let at = from; at < to;) {
    const step = steps[pairAt(block, at)] as number;
    if (step === 0) ends.push(at);
    at += step || 1;
  }
}

function pairAt(bytes: Buffer, end: number): number {
  return (((bytes[end - 1] as number) << 4) ^ (bytes[end] as number)) & (PAIRS - 1);
}

/** How far a window may move that ends with a pair: until the pair is where a text has it. */
function stepsOf(texts: readonly Buffer[], width: number): Uint8Array {
  const steps = new Uint8Array(PAIRS).fill(width - 1);
  for (const text of texts) {
    for (let end = 1; end < width; end += 1) {
      const pair = pairAt(text, end);
      steps[pair] = Math.min(steps[pair] as number, width - 1 - end);
    }
  }
  return steps;
}

interface Buckets {
  /** The texts whose window ends with a pair. */
  at(pair: number): readonly Buffer[];
}

/** Two small tables instead of a list for each pair: every watched process has its own. */
function bucketsOf(texts: readonly Buffer[], width: number): Buckets {
  const numbers = new Uint16Array(PAIRS);
  const lists: Buffer[][] = [[]];
  for (const text of texts) {
    const pair = pairAt(text, width - 1);
    if (numbers[pair] === 0) numbers[pair] = lists.push([]) - 1;
    lists[numbers[pair] as number]?.push(text);
  }
  return { at: (pair) => lists[numbers[pair] as number] as Buffer[] };
}

function standsOneAt(block: Buffer, at: number, texts: readonly Buffer[]): boolean {
  for (const text of texts) if (block[at] === text[0] && standsAt(block, at, text)) return true;
  return false;
}

function standsAt(block: Buffer, at: number, text: Buffer): boolean {
  if (at + text.length > block.length) return false;
  for (let place = 1; place < text.length; place += 1) if (block[at + place] !== text[place]) return false;
  return true;
}
