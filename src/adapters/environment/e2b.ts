import type { CommandHandle, Sandbox } from "e2b";

import type { SandboxSpec } from "../../core/environment-spec.ts";
import { messageOf } from "../../core/errors.ts";
import { type Ability, type Environment, EnvironmentError } from "../../ports/environment.ts";
import { callEnvironment } from "./call-environment.ts";
import type { CallOutputs } from "./call-outputs.ts";
import { type Kept, kept } from "./kept.ts";
import { loaded } from "./packages.ts";
import { shellQuote } from "../../base/shell-quote.ts";
import { type StreamedProcess, type StreamedWay, streamedCall, streamedEnd } from "./streamed-call.ts";
import { troubled } from "./trouble.ts";

/** Its SDK decodes output before it gives it to us, so bytes do not come through. */
const ABILITIES: ReadonlySet<Ability> = new Set(["stdin", "reconnect"]);

/** Bytes of input in one request: its SDK sends them in JSON. */
const INPUT_SLICE_BYTES = 512 * 1024;

/** A sandbox of E2B that exists. Key and addresses come from its own variables (`E2B_API_KEY`, `E2B_DOMAIN`, …). */
export function e2bEnvironment(spec: SandboxSpec): Environment {
  const sandbox = kept(async () => (await loaded("e2b", () => import("e2b"))).Sandbox.connect(spec.sandbox));
  const way = wayOf(spec, sandbox);
  return callEnvironment({
    name: spec.name,
    abilities: ABILITIES,
    run: (request) => streamedCall(way, request),
    end: (mark, signal) => streamedEnd(way, mark, signal),
    close: () => Promise.resolve(sandbox.drop()),
  });
}

function wayOf(spec: SandboxSpec, sandbox: Kept<Sandbox>): StreamedWay {
  return {
    name: spec.name,
    begin: async (words, stdin, outputs) => begun(await sandbox.get(), { words, stdin, outputs }),
    trouble(error, said) {
      sandbox.drop();
      return error instanceof EnvironmentError ? error : told(spec.name, error, said);
    },
  };
}

interface Beginning {
  readonly words: readonly string[];
  readonly stdin: Uint8Array | undefined;
  readonly outputs: CallOutputs;
}

async function begun({ commands }: Sandbox, { words, stdin, outputs }: Beginning): Promise<StreamedProcess> {
  const handle = await commands.run(`exec ${words.map(shellQuote).join(" ")}`, {
    background: true,
    stdin: stdin !== undefined,
    timeoutMs: 0,
    onStdout: (text) => outputs.stdout(Buffer.from(text)),
    onStderr: (text) => outputs.stderr(Buffer.from(text)),
  });
  // It rejects for every code but 0, and that is no error here.
  const exit = handle.wait().then(
    () => 0,
    (error: unknown) => {
      if (handle.exitCode !== undefined) return handle.exitCode;
      throw error;
    },
  );
  exit.catch(() => {});
  if (stdin !== undefined) void feed(handle, stdin).catch(() => {});
  return { exit, letGo: () => handle.disconnect().catch(() => {}) };
}

/** A command need not read its input: what cannot be sent is not missed. */
async function feed(handle: CommandHandle, stdin: Uint8Array): Promise<void> {
  for (let from = 0; from < stdin.length; from += INPUT_SLICE_BYTES)
    await handle.sendStdin(stdin.subarray(from, from + INPUT_SLICE_BYTES));
  await handle.closeStdin();
}

function told(name: string, error: unknown, said: string): EnvironmentError {
  const kind = error instanceof Error ? error.name : "";
  const what = error === null ? said : messageOf(error);
  const isGone = kind.includes("NotFound") || what.includes("killed or reached its end of life");
  const trouble = isGone ? "gone" : kind.includes("Authentication") ? "refused" : null;
  return troubled(name, what, { cause: error, trouble, ifRefused: "Set E2B_API_KEY where Bellhop runs" });
}
