import type { Container } from "dockerode";

import type { ImageSpec } from "../../core/environment-spec.ts";
import { beganExec } from "./docker-exec.ts";
import { IDLE_COMMAND } from "./docker-image.ts";
import { stateTrouble, troubleInDocker } from "./docker-trouble.ts";

/** Removes a container that we have made, if nothing runs in it and no process of ours has files there. When in doubt it stays. */
export async function removeIdle(container: Container, spec: ImageSpec): Promise<void> {
  if (!isIdle((await container.top()) as Processes)) return;
  if (!(await isEmpty(container, spec))) return;
  if (isIdle((await container.top()) as Processes)) await container.remove({ force: true, v: true });
}

interface Processes {
  readonly Titles: readonly string[];
  readonly Processes: readonly (readonly string[])[];
}

/** Whether there is nothing but what waits: the program that reaps the dead, its shell, and the shell's `sleep`. */
export function isIdle({ Titles: titles, Processes: rows }: Processes): boolean {
  const [pid, parent] = [titles.indexOf("PID"), titles.indexOf("PPID")];
  if (pid < 0 || parent < 0) return false;
  const waiting = rows.filter((row) => row.at(-1)?.includes(IDLE_COMMAND));
  const pids = waiting.map((row) => row[pid]);
  const shell = waiting.find((row) => pids.includes(row[parent])) ?? waiting[0];
  if (shell === undefined) return false;
  return rows.every((row) => waiting.includes(row) || row[parent] === shell[pid]);
}

/** Fails when there is a directory of a process: it is removed when the process is forgotten, and till then may hold its output. */
const LOOK = `for base in "\${TMPDIR:-/tmp}" /tmp /var/tmp "$HOME"; do
  for one in "$base"/bellhop-*/procs/*; do [ ! -e "$one" ] || exit 1; done
done`;

async function isEmpty(container: Container, spec: ImageSpec): Promise<boolean> {
  const exec = beganExec(container, {
    words: ["sh", "-c", LOOK],
    stdin: undefined,
    user: spec.user,
    mark: null,
    taking: { stdout: () => {}, stderr: () => {}, ended: new Promise(() => {}), end: () => {} },
    judge: {
      explain: async (error) => troubleInDocker(spec, error),
      state: () => stateTrouble(spec, container),
    },
  });
  return (await (await exec.running).exit) === 0;
}
