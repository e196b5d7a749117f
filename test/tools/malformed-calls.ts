import fc from "fast-check";

import { ACTIONS } from "../../src/surfaces/tools/process-manage-schema.ts";

/** Commands that end by themselves, or are ended with the registry of the test. None touches anything. */
export const HARMLESS: readonly string[] = ["true", "echo hi", "exit 3", "printf x; sleep 0.02", "exec sleep 60"];

/** A call of one of the tools. */
export interface Call {
  readonly tool: "terminal" | "process_manage";
  readonly args: unknown;
  /** Arguments that cannot be meant: the answer must be an error, and nothing may start. */
  readonly isWrong: boolean;
}

/** Each value that an argument of `terminal` cannot have. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  command: [undefined, null, 7, true, {}, [], ["true"], { command: "true" }, "", " \n", "true\0", "x".repeat(130_001)],
  background: ["maybe", 7, {}, [], ["true"]],
  stdin: ["maybe", 7, {}, []],
  pty: ["maybe", 7, {}, [80, 24]],
  persist_on_release: ["maybe", 7, {}, []],
  timeout: [0, -1, "soon", {}, [], true, Number.NaN, Number.POSITIVE_INFINITY],
  workdir: [{}, [], 7, "a\0b", "x".repeat(5_000)],
  name: [{}, [], "-x", "a b", "proc_0123456789ab", "x".repeat(65)],
  heartbeat: [-1, 1.5, "often", {}, [], true, 1e12],
  notify: [7, {}, [1], [["a"]], ["/(/"], [""]],
  ready: [0, 70_000, {}, [], true, { port: 0 }, { port: 1, http: "http://a/" }, { page: "x" }],
};

const correct = fc.record(
  {
    command: fc.constantFrom(...HARMLESS),
    background: fc.constantFrom(true, "true", false, null),
    timeout: fc.constantFrom(1, "2", 0.05, 100_000),
    workdir: fc.constantFrom("/", "/tmp", null),
    name: fc.constantFrom("job", "server", null),
    stdin: fc.constantFrom(false, null),
    notify: fc.constantFrom(null, false),
    persist_on_release: fc.constantFrom(false, "false"),
  },
  { requiredKeys: ["command"] },
);

const inBackground = correct.chain((args) =>
  fc
    .record({
      notify: fc.constantFrom(true, "true", ["hi"], '["hi"]', null),
      stdin: fc.constantFrom(true, false),
      heartbeat: fc.constantFrom(0, 60, "120", null),
      ready: fc.constantFrom(null, { pattern: "hi" }, "hi"),
    })
    .map((more) => ({ ...args, ...more, background: true })),
);

/** A call that is correct but for one argument. */
const oneWrong = fc
  .tuple(fc.oneof(correct, inBackground), fc.constantFrom(...Object.keys(WRONG)))
  .chain(([args, name]) => fc.constantFrom(...(WRONG[name] ?? [])).map((value) => ({ ...args, [name]: value })))
  .map((args): Call => ({ tool: "terminal", args, isWrong: true }));

const started = fc.oneof(correct, inBackground).map((args): Call => ({ tool: "terminal", args, isWrong: false }));

const NAMES =
  "session_id session_ids all data keys timeout for ready offset limit since cursor grep scrollback __proto__ constructor toString action";
const keys = fc.constantFrom(...NAMES.split(" "));

/** What is about processes that there are, and about others. */
function managing(ids: readonly string[]): fc.Arbitrary<Call> {
  const value = fc.oneof(
    fc.constantFrom<unknown>(...ids, ids, JSON.stringify(ids), 0, 1, -1, "5", 1e21, null, true, "exit", "bytes:1"),
    fc.jsonValue(),
  );
  return fc
    .tuple(fc.constantFrom(...ACTIONS, "nothing", ""), fc.constantFrom(...ids), fc.dictionary(keys, value))
    .map(([action, session_id, rest]) => ({
      tool: "process_manage",
      args: { action, session_id, timeout: 0.001, ...rest },
      isWrong: false,
    }));
}

/** Anything at all, as the arguments of either. A command in it is one of those that nobody has written for a shell. */
const anything = fc
  .tuple(
    fc.constantFrom("terminal" as const, "process_manage" as const),
    fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true }), fc.json(), fc.string()),
  )
  .map(([tool, args]): Call => ({ tool, args, isWrong: false }));

/** `terminal` with arguments of any type, but no command. */
const anyArguments = fc
  .dictionary(fc.constantFrom(...Object.keys(WRONG), "code", "__proto__", "watch_patterns"), fc.jsonValue())
  .map((args): Call => {
    const { command: _, ...rest } = args;
    return { tool: "terminal", args: rest, isWrong: true };
  });

/** Calls as models make them, and as nobody does. */
export function calls(ids: readonly string[]): fc.Arbitrary<Call> {
  return fc.oneof(
    { arbitrary: managing(ids), weight: 5 },
    { arbitrary: oneWrong, weight: 3 },
    { arbitrary: anyArguments, weight: 1 },
    { arbitrary: anything, weight: 2 },
    { arbitrary: started, weight: 1 },
  );
}
