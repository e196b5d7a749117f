import { createSieve } from "./sieve.ts";
import type { Sieve } from "./sieve.ts";

/** The first place at or behind `from`; Infinity when there is none. Asked with growing places. */
export type Seek = (from: number) => number;

/** Finds `wanted` in `block` from front to back; it searches each byte once. */
export function seeker(block: Buffer, wanted: Buffer | number): Seek {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = block.indexOf(wanted, from);
      found = at === -1 ? Infinity : at;
    }
    return found;
  };
}

/** Finds the first of many texts in a block, in whichever way is cheaper. */
export function createSeekers(texts: readonly Buffer[]): (block: Buffer) => Seek {
  const width = cheapestWidth(texts.map((text) => text.length));
  const long = texts.filter((text) => text.length >= width);
  const short = texts.filter((text) => text.length < width);
  const sieve = long.length > 0 ? createSieve(long) : null;
  return (block) => {
    const seeks = short.map((text) => seeker(block, text));
    if (sieve !== null) seeks.push(sieved(block, sieve));
    return seeks.length === 1 && seeks[0] !== undefined ? seeks[0] : (from) => nearest(seeks, from);
  };
}

/** Measured, in seconds for 1 GiB of log: a search of its own for one text, and a sieve that moves on by one byte. */
const ONE_TEXT_COST = 0.35;
const SIEVE_COST = 1.8;

/** Texts of this length or more go into the sieve; Infinity: none does. */
function cheapestWidth(lengths: readonly number[]): number {
  const costOf = (width: number): number =>
    ONE_TEXT_COST * lengths.filter((length) => length < width).length +
    (width === Infinity ? 0 : SIEVE_COST / (width - 1));
  return lengths
    .filter((length) => length > 1)
    .reduce((best, width) => (costOf(width) < costOf(best) ? width : best), Infinity);
}

function sieved(block: Buffer, sieve: Sieve): Seek {
  const places = sieve(block);
  let next = 0;
  return (from) => {
    for (let place = places[next]; place !== undefined && place < from; place = places[next]) next += 1;
    return places[next] ?? Infinity;
  };
}

function nearest(seeks: readonly Seek[], from: number): number {
  let least = Infinity;
  for (const seek of seeks) least = Math.min(least, seek(from));
  return least;
}
