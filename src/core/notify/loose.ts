import { isObject } from "../../base/json.ts";
import type { BellhopEvent } from "./event.ts";

type KeyOf<T> = T extends unknown ? keyof T : never;

/** `T` as it may come from outside: each key may be missing, or hold anything. */
export type Loose<T> = { readonly [Key in KeyOf<T>]?: unknown };

/** An event of any kind, as it may come from outside. */
export type LooseEvent = Loose<BellhopEvent>;

/** What stands where an event should: anything that is no object has nothing in it. */
export function eventOf(value: unknown): LooseEvent {
  return isObject(value) ? value : {};
}

/** A text or a number as text; `fallback` for everything else and for an empty text, so that nothing is ever untold. */
export function textOf(value: unknown, fallback = ""): string {
  if (typeof value === "string" && value !== "") return value;
  return numberOf(value)?.toString() ?? fallback;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items of a list that are objects. */
export function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return listOf(value).filter(isObject);
}
