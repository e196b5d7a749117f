import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { onTestFinished } from "vitest";

import { until } from "../support/until.ts";

export interface OwnChild {
  readonly child: ChildProcess;
  /** What its streams have given so far, in that order. */
  readonly heard: () => Buffer;
}

/** A child with pipes, as an agent's foreground tool has it. It is gone when the test has finished. */
export function ownChild(argv: readonly string[], options: SpawnOptions = {}): OwnChild {
  const [program = "", ...words] = argv;
  const child = spawn(program, words, { stdio: "pipe", ...options });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  });
  return { child, heard: () => Buffer.concat(chunks) };
}

export function shell(command: string, options: SpawnOptions = {}): OwnChild {
  return ownChild(["sh", "-c", command], options);
}

/** Until the child has printed this, and it was heard. */
export async function heard({ heard: said }: OwnChild, text: string): Promise<void> {
  await until(() => said().includes(text), {
    what: `"${text}" to be heard`,
    seen: () => said().toString().slice(-200),
  });
}

/** Lines `1` to `count`. */
export function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");
}
