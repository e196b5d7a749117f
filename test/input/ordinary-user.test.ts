import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";

import { linuxInputProbe } from "../../src/adapters/input-probe/linux.ts";
import type { TerminalModes } from "../../src/core/notify/input-class.ts";
import { until } from "../support/until.ts";

/** `nobody`, who has no rights but those to his own processes. Who runs the tests without being root is such a user himself. */
const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
const probe = linuxInputProbe();

interface Case {
  readonly command: string;
  /** For how the first process in the foreground waits to be seen. */
  readonly wait: string;
  readonly modes: Partial<TerminalModes>;
}

const CASES: readonly Case[] = [
  { command: "bash --norc -c 'read -p Name: x'", wait: "read", modes: { canonical: true, echo: true } },
  { command: "bash --norc -c 'read -sp Key: x'", wait: "read", modes: { canonical: true, echo: false } },
  { command: "less /etc/passwd", wait: "read", modes: { canonical: false, echo: false } },
  { command: "bash --norc --noprofile -i", wait: "read", modes: { canonical: false, echo: false } },
  { command: "sleep 60", wait: "elsewhere", modes: { canonical: true, echo: true } },
  // A program of root: what it waits for may not be asked, but its terminal may.
  { command: "su root -c true", wait: "unknown", modes: { canonical: true, echo: false } },
];

test.each(CASES)("[INPUT-5] an ordinary user sees of $command: $wait", async ({ command, wait, modes }) => {
  const { pid = 0 } = startAsNobody(command);
  const look = (): Promise<unknown> =>
    asNobody(async () => {
      const [terminal] = probe.terminals({ bootId: "", pid, startTicks: null });
      if (terminal === undefined) return null;
      const seen = await probe.modes(terminal.device);
      return { wait: terminal.foreground[0]?.wait, canonical: seen?.canonical, echo: seen?.echo };
    });
  let last: unknown;
  const wanted = { wait, ...modes };
  await until(async () => JSON.stringify((last = await look())) === JSON.stringify(wanted), { seen: () => last });
  expect(last).toEqual(wanted);
});

function startAsNobody(command: string): ChildProcess {
  // `exec`: some shells stay above the last command, and then are themselves the first in the foreground.
  const script = ["script", "-qefc", `exec ${command}`, "/dev/null"];
  const become = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const [program = "", ...rest] = isRoot ? [...become, ...script] : script;
  const child = spawn(program, rest, {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    env: { ...process.env, TERM: "xterm", HISTFILE: "" },
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await until(() => child.exitCode !== null || child.signalCode !== null);
  });
  return child;
}

/** With the rights of `nobody`, for what the kernel is asked meanwhile. */
async function asNobody<T>(task: () => Promise<T>): Promise<T> {
  if (isRoot) become(NOBODY);
  try {
    return await task();
  } finally {
    if (isRoot) become(0);
  }
}

/** The group first on the way down, and last on the way up: only root may change it. */
function become(id: number): void {
  if (id === 0) process.seteuid?.(id);
  process.setegid?.(id);
  if (id !== 0) process.seteuid?.(id);
}
