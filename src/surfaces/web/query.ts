import { z } from "zod";

import { isObject } from "../../base/json.ts";
import type { CallOperation } from "../../operations/operation.ts";

/**
 * The parameters of an address as the input of an operation: a text becomes what the operation's schema asks for where it can;
 * everything else is left for the operation to refuse.
 */
export function inputFromQuery({ input }: CallOperation, query: URLSearchParams): Record<string, unknown> {
  const shape: Readonly<Record<string, z.ZodType | undefined>> = input.shape;
  return Object.fromEntries([...query].map(([name, text]) => [name, valueOf(shape[name], text)]));
}

function valueOf(schema: z.ZodType | undefined, text: string): unknown {
  switch (schema === undefined ? undefined : typeOf(schema)) {
    case "boolean":
      return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text;
    case "integer":
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return text;
  }
}

function typeOf(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, { unrepresentable: "any" });
  return isObject(json) ? json["type"] : undefined;
}
