import type { Duplex } from "node:stream";

import type { Container, Exec } from "dockerode";

import { deferred } from "../../base/deferred.ts";
import { CALL_KILL_DEADLINE_MS, DOCKER_END_NOTICED_MS } from "../../core/limits.ts";
import type { EnvironmentError } from "../../ports/environment.ts";
import type { CallOutputs } from "./call-outputs.ts";
import { callVariable } from "./call-script.ts";
import { framesOf } from "./docker-frames.ts";
import type { StreamedProcess } from "./streamed-call.ts";

export interface ExecOrder {
  readonly words: readonly string[];
  readonly stdin: Uint8Array | undefined;
  /** Undefined: the container's own. */
  readonly user: string | undefined;
  /** Every process of it carries the mark, from the first moment on. Null: none. */
  readonly mark: string | null;
  readonly taking: ExecTaking;
  readonly judge: ExecJudge;
}

/** What the engine says when something goes wrong. */
export interface ExecJudge {
  /** What an error of the engine means. */
  readonly explain: (error: unknown) => Promise<EnvironmentError>;
  /** Why the container runs no commands now; null: it does. */
  readonly state: () => Promise<EnvironmentError | null>;
}

export interface ExecTaking extends Pick<CallOutputs, "stdout" | "stderr" | "ended"> {
  /** Nothing more comes. */
  end(): void;
}

export interface BegunExec {
  /** Resolves when it runs there, or never will. */
  readonly begun: Promise<void>;
  readonly running: Promise<StreamedProcess>;
}

/** Runs words in a container. */
export function beganExec(container: Container, order: ExecOrder): BegunExec {
  const begun = deferred<void>();
  if (order.mark === null) begun.resolve();
  const running = started({ container, order, begun: begun.promise, isBegun: begun.resolve });
  running.catch(() => begun.resolve());
  return { begun: begun.promise, running };
}

interface Beginning {
  readonly container: Container;
  readonly order: ExecOrder;
  readonly begun: Promise<void>;
  readonly isBegun: () => void;
}

async function started(beginning: Beginning): Promise<StreamedProcess> {
  const { words, stdin, user, mark, judge } = beginning.order;
  const hasInput = stdin !== undefined;
  try {
    const exec = await beginning.container.exec({
      AttachStdin: hasInput,
      AttachStdout: true,
      AttachStderr: true,
      Tty: false,
      Cmd: [...words],
      ...(mark === null ? {} : { Env: [callVariable(mark)] }),
      ...(user === undefined ? {} : { User: user }),
    });
    const stream = await exec.start({ hijack: true, stdin: hasInput, Detach: false, Tty: false });
    return streamed(beginning, exec, stream);
  } catch (error) {
    throw await judge.explain(error);
  }
}

function streamed({ order, begun, isBegun }: Beginning, exec: Exec, stream: Duplex): StreamedProcess {
  const { stdin, taking } = order;
  const take = framesOf({
    stdout: taking.stdout,
    stderr(chunk) {
      isBegun();
      taking.stderr(chunk);
    },
  });
  stream.on("data", take);
  // What matters is that it is over, and a command need not read its input.
  stream.on("error", () => {});
  const exit = new Promise<number>((resolve, reject) => {
    stream.once("close", () => {
      taking.end();
      isBegun();
      exitCode(exec, order).then(resolve, reject);
    });
  });
  exit.catch(() => {});
  if (stdin !== undefined) stream.end(stdin);
  return {
    exit,
    letGo() {
      // A stream that is closed before the command has begun says nothing of when that is.
      const timer = setTimeout(() => stream.destroy(), CALL_KILL_DEADLINE_MS);
      void begun.then(() => clearTimeout(timer)).then(() => stream.destroy());
      return Promise.resolve();
    },
  };
}

/** From this code on a signal may have ended it: perhaps that of all in the container. */
const SIGNAL_CODES_FROM = 128;
const LOOK_MS = 50;

/** The engine is asked only where the command has not told it. */
async function exitCode(exec: Exec, { taking, judge }: ExecOrder): Promise<number> {
  let isTold = false;
  void taking.ended.then(() => (isTold = true));
  await Promise.resolve();
  if (isTold) return 0;
  const { ExitCode: code, Running: isRunning } = await exec.inspect().catch(async (error: unknown) => {
    throw await judge.explain(error);
  });
  if (code === null || isRunning) throw (await judge.state()) ?? new Error("the engine let go of the command");
  if (code < SIGNAL_CODES_FROM) return code;
  // A container that is being ended counts as running a little longer than what runs in it.
  for (const endsMs = performance.now() + DOCKER_END_NOTICED_MS; performance.now() < endsMs;) {
    const trouble = await judge.state();
    if (trouble !== null) throw trouble;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return code;
}
