import { callerContext } from "../client/caller.ts";
import type { Context, Person, Terminal } from "./context.ts";

/** The real outside of the command line: this process, its terminal, its clock. */
export function processContext(): Omit<Context, "connect" | "runDaemon"> {
  return { terminal, person, caller: () => callerContext(process.env), now: () => Date.now() };
}

/** Streams are opened when they are used: each costs a millisecond of every command's start. */
const terminal: Terminal = {
  out: (text) =>
    new Promise((resolve, reject) => {
      quiet(process.stdout).write(text, (error) => (error ? reject(error) : resolve()));
    }),
  err: (text) => void quiet(process.stderr).write(text),
  get isTTY() {
    return process.stdout.isTTY;
  },
  get errIsTTY() {
    return process.stderr.isTTY;
  },
  get size() {
    const { columns, rows } = process.stdout.isTTY ? process.stdout : process.stderr;
    return { columns: columns || 80, rows: rows || 24 };
  },
  get colour() {
    return process.stdout.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  },
};

/** A reader that left is told by the write that failed; nobody wants a stack trace. */
function quiet(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount("error") === 0) stream.on("error", () => undefined);
  return stream;
}

const person: Person = {
  onInterrupt(handler) {
    process.on("SIGINT", handler);
    return () => void process.off("SIGINT", handler);
  },
  onKey(handler) {
    const { stdin } = process;
    if (!stdin.isTTY) return () => undefined;
    const read = (bytes: Buffer): void => {
      for (const key of bytes.toString("utf8")) handler(key);
    };
    stdin.setRawMode(true);
    stdin.on("data", read);
    return () => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
    };
  },
  input: () => process.stdin,
};
