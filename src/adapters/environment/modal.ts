import type { ModalClient, Sandbox } from "modal";

import type { SandboxSpec } from "../../core/environment-spec.ts";
import { messageOf } from "../../core/errors.ts";
import { type Ability, type Environment, EnvironmentError, type EnvironmentTrouble } from "../../ports/environment.ts";
import { callEnvironment } from "./call-environment.ts";
import type { CallOutputs } from "./call-outputs.ts";
import { kept } from "./kept.ts";
import { loaded } from "./packages.ts";
import { type StreamedProcess, type StreamedWay, streamedCall, streamedEnd } from "./streamed-call.ts";
import { troubled } from "./trouble.ts";

const ABILITIES: ReadonlySet<Ability> = new Set(["bytes", "stdin", "reconnect"]);

/** Bytes of input in one request. */
const INPUT_SLICE_BYTES = 1024 * 1024;

interface Connection {
  readonly client: ModalClient;
  readonly sandbox: Sandbox;
}

/** A sandbox of Modal that exists. Key and address come from its own variables and file (`MODAL_TOKEN_ID`, `~/.modal.toml`, …). */
export function modalEnvironment(spec: SandboxSpec): Environment {
  const connection = kept(() => connected(spec));
  const letGo = async (): Promise<void> => {
    const { client, sandbox } = await connection.get();
    sandbox.detach();
    client.close();
  };
  const way: StreamedWay = {
    name: spec.name,
    begin: async (words, stdin, outputs) => begun((await connection.get()).sandbox, { words, stdin, outputs }),
    trouble(error, said) {
      if (error instanceof EnvironmentError) return error;
      const what = error === null ? said : messageOf(error);
      const trouble = troubleIn(error);
      // A sandbox that was found may have got another task by now.
      connection.drop();
      return troubled(spec.name, what, { cause: error, trouble, ifRefused: NO_KEY });
    },
  };
  return callEnvironment({
    name: spec.name,
    abilities: ABILITIES,
    run: (request) => streamedCall(way, request),
    end: (mark, signal) => streamedEnd(way, mark, signal),
    close: () => (connection.isMade() ? letGo().catch(() => {}) : Promise.resolve()),
  });
}

const NO_KEY = "Set MODAL_TOKEN_ID and MODAL_TOKEN_SECRET where Bellhop runs";

async function connected({ sandbox: place }: SandboxSpec): Promise<Connection> {
  const { ModalClient } = await loaded("modal", () => import("modal"));
  const client = new ModalClient();
  const [app = "", name] = place.split("/");
  const { sandboxes } = client;
  try {
    return { client, sandbox: await (name === undefined ? sandboxes.fromId(app) : sandboxes.fromName(app, name)) };
  } catch (error) {
    client.close();
    throw error;
  }
}

interface Beginning {
  readonly words: readonly string[];
  readonly stdin: Uint8Array | undefined;
  readonly outputs: CallOutputs;
}

async function begun(sandbox: Sandbox, { words, stdin, outputs }: Beginning): Promise<StreamedProcess> {
  const running = await sandbox.exec([...words], { mode: "binary" });
  const stdout = running.stdout.getReader();
  const stderr = running.stderr.getReader();
  const read = Promise.all([drained(stdout, outputs.stdout), drained(stderr, outputs.stderr)]);
  const exit = Promise.all([read, running.wait()]).then(([, code]) => code);
  exit.catch(() => {});
  // A command need not read its input: what cannot be sent is not missed.
  void fed(running.stdin, stdin ?? new Uint8Array()).catch(() => {});
  return {
    exit,
    async letGo() {
      await Promise.allSettled([stdout.cancel(), stderr.cancel()]);
    },
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function drained(reader: Reader, take: (chunk: Uint8Array) => void): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) take(value);
    if (done) return;
  }
}

async function fed(input: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = input.getWriter();
  for (let from = 0; from < bytes.length; from += INPUT_SLICE_BYTES)
    await writer.write(bytes.subarray(from, from + INPUT_SLICE_BYTES));
  await writer.close();
}

/** Codes of gRPC. */
const CODES: Readonly<Record<number, EnvironmentTrouble>> = {
  5: "gone",
  7: "refused",
  14: "unreachable",
  16: "refused",
};

function troubleIn(error: unknown): EnvironmentTrouble | null {
  if (!(error instanceof Error)) return null;
  // "Conflict": it has ended.
  if (/^(?:NotFound|Conflict)Error$/.test(error.name)) return "gone";
  if (error.message.includes("missing credentials")) return "refused";
  return "code" in error && typeof error.code === "number" ? (CODES[error.code] ?? null) : null;
}
