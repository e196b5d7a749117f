import { isBellhopError } from "../../../core/errors.ts";
import type { Remote, Terminal } from "../context.ts";
import { ask } from "../remote.ts";

/** Gives the terminal of a process the size of ours, each time it is called; the last size counts. Resolves when that is done. */
export function sizing({ remote, terminal, id }: Sized): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const run = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      const { rows, columns: cols } = terminal.size;
      // Only the look is poorer without it, and the next change of ours tries again.
      await ask(remote, "resize", { session_id: id, rows, cols }).catch((error: unknown) => {
        if (!isBellhopError(error)) throw error;
      });
    }
    running = null;
  };
  return () => {
    isAsked = true;
    return (running ??= run());
  };
}

interface Sized {
  readonly remote: Remote;
  readonly terminal: Terminal;
  readonly id: string;
}
