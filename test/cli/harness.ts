import { BellhopError } from "../../src/core/errors.ts";
import type { ConnectOptions, Context, TerminalUse } from "../../src/surfaces/cli/context.ts";
import { main } from "../../src/surfaces/cli/program.ts";
import { FakeRemote, NOW_MS } from "./fake-remote.ts";

export interface HarnessOptions {
  readonly isTTY?: boolean;
  readonly errIsTTY?: boolean;
  readonly colour?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: readonly string[];
  /** Whether stdin is a terminal. */
  readonly inIsTTY?: boolean;
  /** Kinds of environment, as the doctor finds them. Default: none. */
  readonly usability?: Awaited<ReturnType<Context["usability"]>>;
  /** What is typed when a secret is asked for. Default: nothing, it is given up. */
  readonly secret?: string;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The outside of the command line, in memory. */
export class Harness {
  readonly remote: FakeRemote = new FakeRemote();
  out = "";
  err = "";
  readonly size: { columns: number; rows: number };
  /** Set to refuse every connection, or every write to stdout. */
  connectError: Error | undefined;
  outError: Error | undefined;
  readonly connects: ConnectOptions[] = [];
  /** What somebody does with our terminal who holds it. */
  held: TerminalUse | undefined;
  readonly served: Parameters<Context["serveMcp"]>[1][] = [];
  readonly #interrupts = new Set<() => void>();
  readonly #keys = new Set<(key: string) => void>();
  readonly #context: Context;

  constructor(options: HarnessOptions = {}) {
    this.size = { columns: options.columns ?? 80, rows: options.rows ?? 24 };
    this.#context = {
      terminal: {
        out: async (text) => {
          if (this.outError) throw this.outError;
          this.out += text;
        },
        err: (text) => void (this.err += text),
        isTTY: options.isTTY ?? false,
        errIsTTY: options.errIsTTY ?? false,
        size: this.size,
        colour: options.colour ?? false,
      },
      person: {
        onInterrupt: (handler) => listen(this.#interrupts, handler),
        onKey: (handler) => listen(this.#keys, handler),
        input: () => bytesOf(options.input ?? []),
        isTTY: options.inIsTTY ?? false,
        hold: (use) => {
          this.held = use;
          return () => {
            this.held = undefined;
            this.out += use.leave();
          };
        },
        askSecret: async (prompt) => {
          this.err += prompt;
          return options.secret ?? null;
        },
      },
      caller: () => ({ env: options.env ?? {}, cwd: "/work", umask: 0o022 }),
      connect: async (connecting) => {
        this.connects.push(connecting);
        if (this.connectError) throw this.connectError;
        return this.remote;
      },
      runDaemon: async ({ home }) => (home === "/broken" ? 1 : 0),
      serveMcp: async (_, options) => void this.served.push(options),
      usability: async () => options.usability ?? [],
      now: () => NOW_MS,
    };
  }

  /** Runs one command line. */
  async run(...argv: readonly string[]): Promise<Outcome> {
    const before = { out: this.out.length, err: this.err.length };
    const code = await main(argv, this.#context, () => "0.1.0");
    return { code, out: this.out.slice(before.out), err: this.err.slice(before.err) };
  }

  interrupt(): void {
    for (const handler of this.#interrupts) handler();
  }

  press(key: string): void {
    for (const handler of this.#keys) handler(key);
  }

  /** Whether something still listens to the person. */
  get listens(): boolean {
    return this.#interrupts.size + this.#keys.size > 0 || this.held !== undefined;
  }

  refuseToConnect(): void {
    this.connectError = new BellhopError("daemon_unreachable", "No daemon answers for /home/of/test.");
  }
}

export function brokenPipe(): Error {
  return Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
}

function listen<T>(set: Set<T>, handler: T): () => void {
  set.add(handler);
  return () => void set.delete(handler);
}

async function* bytesOf(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
