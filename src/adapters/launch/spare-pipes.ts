import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Named pipes made ahead, so that a start does not wait for `mkfifo` (0.9 of 3 ms). */
const SPARE_PIPES = 32;

export interface SparePipes {
  /** Puts a pipe at `path`. False when none is left: the shim makes its own then. */
  take(path: string): boolean;
  /** Removes them, once the program that makes some has ended. */
  close(): Promise<void>;
}

/** Spares live in `directory`, which belongs to the caller alone and is emptied first. */
export function sparePipes(directory: string, mkfifo: string | null): SparePipes {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let serial = 0;
  let filling: Promise<void> | null = null;
  let names: string[] = [];

  const refill = (): void => {
    if (mkfifo === null || filling !== null || names.length > SPARE_PIPES / 2) return;
    const wanted = Array.from({ length: SPARE_PIPES }, () => join(directory, String(serial++)));
    filling = fill(mkfifo, wanted);
  };
  const fill = async (program: string, wanted: readonly string[]): Promise<void> => {
    await run(program, ["-m", "600", ...wanted]);
    filling = null;
    names = listSpares(directory);
  };
  refill();

  return {
    take: (path) => {
      const name = names.pop();
      refill();
      return name !== undefined && move(join(directory, name), path);
    },
    close: async () => {
      await filling;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves when the program has ended, however. It does not keep ours alive. */
function run(program: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: "ignore", env: {} });
    child
      .once("exit", () => resolve())
      .once("error", () => resolve())
      .unref();
  });
}

function listSpares(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function move(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
