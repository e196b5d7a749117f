import type { z } from "zod";

import { toSnakeCase } from "../base/case.ts";
import type { Bellhop } from "../core/contract.ts";
import { parseInput } from "./input.ts";

/** What an operation works with. */
export interface OperationContext {
  readonly bellhop: Bellhop;
  /** Aborts when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Aborts when a message of the user has arrived: a wait ends, and says so. */
  readonly yieldSignal?: AbortSignal | undefined;
}

interface Described {
  readonly name: string;
  /** What a model reads. */
  readonly description: string;
  /** snake_case, and nothing else is taken. */
  readonly input: z.ZodObject;
}

/** An operation with one answer. `read` changes nothing; `act` does. */
export interface CallOperation extends Described {
  readonly kind: "read" | "act";
  /** Checks `raw` and answers in snake_case. Rejects with a `BellhopError`: `invalid_argument` names the argument. */
  run(context: OperationContext, raw: unknown): Promise<unknown>;
}

/** An operation that answers with items until it is over or its signal aborts. */
export interface StreamOperation extends Described {
  readonly kind: "stream";
  run(context: OperationContext, raw: unknown): AsyncIterable<unknown>;
}

export type Operation = CallOperation | StreamOperation;

interface CallDefinition<Schema extends z.ZodObject> extends Described {
  readonly kind: "read" | "act";
  readonly input: Schema;
  run(context: OperationContext, input: z.output<Schema>): Promise<unknown>;
}

interface StreamDefinition<Schema extends z.ZodObject> extends Described {
  readonly input: Schema;
  run(context: OperationContext, input: z.output<Schema>): AsyncIterable<unknown>;
}

export function defineOperation<Schema extends z.ZodObject>(definition: CallDefinition<Schema>): CallOperation {
  return {
    ...definition,
    run: async (context, raw) =>
      toSnakeCase(await definition.run(context, parseInput(definition.name, definition.input, raw))),
  };
}

export function defineStream<Schema extends z.ZodObject>(definition: StreamDefinition<Schema>): StreamOperation {
  return {
    ...definition,
    kind: "stream",
    async *run(context, raw) {
      const items = definition.run(context, parseInput(definition.name, definition.input, raw));
      for await (const item of items) yield toSnakeCase(item);
    },
  };
}
