import { INDEXED_LOGS_MAX } from "../../core/limits.ts";
import type { LineIndex } from "./line-index.ts";

/** The line indexes of this program, the least recently used first. */
const indexes: Map<object, LineIndex> = new Map();

/** The line index that `owner` had, or a new one. Those of at most {@link INDEXED_LOGS_MAX} owners are kept. */
export function lineIndexOf(owner: object): LineIndex {
  const index = indexes.get(owner) ?? new Map();
  indexes.delete(owner);
  indexes.set(owner, index);
  const [oldest] = indexes.keys();
  if (indexes.size > INDEXED_LOGS_MAX && oldest) indexes.delete(oldest);
  return index;
}
