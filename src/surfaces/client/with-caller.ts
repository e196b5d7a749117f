import { callerContext } from "../../base/caller.ts";

/** The input of an operation that may start a job: it takes over what `env` and this program have, not the daemon, unless it says so itself. */
export function withCaller(
  operation: string,
  input: object,
  env: Readonly<Record<string, string | undefined>>,
): object {
  if (operation === "start" && !("caller" in input)) return { ...input, caller: callerContext(env) };
  if (operation !== "tool") return input;
  const { caller = {} } = input as { readonly caller?: object };
  return { ...input, caller: { caller: callerContext(env), ...caller } };
}
