import { constants } from "node:os";

import type { ClientChannel } from "ssh2";

import type { SshSpec } from "../../core/environment-spec.ts";
import { SSH_CALLS_MAX, SSH_ENDINGS_MAX } from "../../core/limits.ts";
import type { Ability, Environment } from "../../ports/environment.ts";
import { callEnvironment, type CallRequest } from "./call-environment.ts";
import type { CallOutputs } from "./call-outputs.ts";
import { callWords, MARKED } from "./call-script.ts";
import { loginShellLine } from "./ssh-line.ts";
import { outputsInOrder } from "./ssh-outputs.ts";
import { openedChannel } from "./ssh-session.ts";
import type { SshGround } from "./ssh-settings.ts";
import { sharedConnection, type SharedConnection } from "./ssh-shared.ts";
import { type Slots, slotsOf } from "./ssh-slots.ts";
import { connectionLost, notBegun, troubleInSsh } from "./ssh-trouble.ts";
import { type StreamedProcess, type StreamedWay, streamedCall, streamedEnd } from "./streamed-call.ts";

const ABILITIES: ReadonlySet<Ability> = new Set(["bytes", "stdin", "reconnect"]);

/**
 * Another machine, over one SSH connection for all calls. It is made by the first one, and again by the next one after it was
 * lost. Keys come from the agent (`SSH_AUTH_SOCK`) and files, the key of the machine must be among the known ones.
 */
export function sshEnvironment(spec: SshSpec, ground: SshGround = {}): Environment {
  const place: Place = {
    name: spec.name,
    connection: sharedConnection(spec, ground),
    calls: slotsOf(SSH_CALLS_MAX),
    endings: slotsOf(SSH_ENDINGS_MAX),
    begun: new Set(),
  };
  return callEnvironment({
    name: spec.name,
    abilities: ABILITIES,
    async run(request) {
      const result = await streamedCall(callWay(place, request), request);
      if (result.exitCode !== null) place.begun.delete(request.mark);
      return result;
    },
    async end(mark, signal) {
      // What was never asked for leaves nothing there, and who waits for a connection is not to wait for another one.
      if (place.begun.delete(mark)) await streamedEnd(endWay(place, signal), mark, signal);
    },
    close: () => place.connection.close(),
  });
}

interface Place {
  readonly name: string;
  readonly connection: SharedConnection;
  readonly calls: Slots;
  readonly endings: Slots;
  /** Marks of the calls that may run there. */
  readonly begun: Set<string>;
}

function callWay(place: Place, request: CallRequest): StreamedWay {
  const { mark, signal } = request;
  const line = loginShellLine(place.name, [...callWords(mark, request), MARKED]);
  let noise = (): string => "";
  return {
    name: place.name,
    begin(_words, stdin, outputs) {
      const ordered = outputsInOrder({ mark, outputs, signal });
      noise = ordered.noise;
      const asking = { line, stdin, signal, slots: place.calls, asked: () => void place.begun.add(mark) };
      return begun(place, asking, ordered);
    },
    trouble(error, said) {
      place.begun.delete(mark);
      return error === null ? notBegun(place.name, `${said}\n${noise()}`) : troubleInSsh(place.name, error);
    },
  };
}

function endWay(place: Place, signal: AbortSignal): StreamedWay {
  return {
    name: place.name,
    begin(words, stdin, outputs) {
      const line = loginShellLine(place.name, words);
      const asking = { line, stdin, signal, slots: place.endings, asked: () => {} };
      return begun(place, asking, { ...outputs, end: () => {} });
    },
    trouble: (error) => troubleInSsh(place.name, error),
  };
}

interface Asking {
  readonly line: string;
  readonly stdin: Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly slots: Slots;
  /** It may run there from now on. */
  readonly asked: () => void;
}

interface Taking extends Pick<CallOutputs, "stdout" | "stderr"> {
  /** Nothing more comes. */
  end(): void;
}

async function begun(place: Place, asking: Asking, taking: Taking): Promise<StreamedProcess> {
  const release = await asking.slots.take(asking.signal);
  try {
    const connection = await place.connection.get(asking.signal);
    const channel = await openedChannel(connection, asking);
    channel.once("close", release);
    return running(place.name, { channel, stdin: asking.stdin, taking });
  } catch (error) {
    release();
    throw error;
  }
}

interface Running {
  readonly channel: ClientChannel;
  readonly stdin: Uint8Array | undefined;
  readonly taking: Taking;
}

function running(name: string, { channel, stdin, taking }: Running): StreamedProcess {
  let isOver = false;
  channel.on("data", (chunk: Buffer) => taking.stdout(chunk));
  channel.stderr.on("data", (chunk: Buffer) => taking.stderr(chunk));
  // A command need not read its input.
  channel.on("error", () => {});
  const exit = new Promise<number>((resolve, reject) => {
    // It tells the ending, too, which may have come together with the answer that the session is ours.
    channel.once("close", (code?: number | null, signal?: string) => {
      isOver = true;
      taking.end();
      if (code === undefined) reject(connectionLost(name));
      else resolve(code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0));
    });
  });
  exit.catch(() => {});
  channel.end(stdin);
  return {
    exit,
    letGo() {
      if (!isOver) channel.close();
      return Promise.resolve();
    },
  };
}
