import { isObject, parseJson } from "../../base/json.ts";
import type { ClientMessage, WireError } from "../../base/wire.ts";
import { isBellhopError, messageOf } from "../../core/errors.ts";

/** The message in a line, or a sentence that says why there is none. */
export function readMessage(line: string): ClientMessage | string {
  const message = parseJson(line);
  if (!isObject(message)) return "A message must be a line with one JSON object.";
  if ("hello" in message) return readHello(message["hello"]);
  if ("cancel" in message)
    return isId(message["cancel"]) ? { cancel: message["cancel"] } : "cancel must be the id of a call.";
  const { id, call, input } = message;
  if (!isId(id)) return "id must be a whole number, 0 or more.";
  if (typeof call !== "string") return "call must be the name of an operation.";
  return { id, call, input: input ?? {} };
}

/** What a client is told about an error. Only a `BellhopError` has a code that clients know. */
export function wireError(error: unknown): WireError {
  return { code: isBellhopError(error) ? error.code : "internal", message: messageOf(error) };
}

function readHello(hello: unknown): ClientMessage | string {
  if (!isObject(hello)) return "hello must be an object.";
  const { version, protocol } = hello;
  if (typeof version !== "string" || !isId(protocol))
    return "hello must have a version (text) and a protocol (number).";
  return { hello: { version, protocol } };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
