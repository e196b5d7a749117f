import { type ServedChild, served } from "./children.ts";
import { type GrpcCall, type GrpcServer, GrpcStatus, serveGrpc } from "./grpc.ts";
import { decoded, encoded } from "./protobuf.ts";

export interface ModalFacts {
  readonly sandbox: string;
  readonly app: string;
  readonly appName: string;
  readonly key: string;
  /** The sandbox has ended. */
  hasEnded: boolean;
}

interface Exec extends ServedChild {
  readonly outputs: readonly [Output, Output];
}

/** Everything that one output said, and who waits for more. */
interface Output {
  bytes: Buffer;
  isClosed: boolean;
  ring: () => void;
}

const UNAUTHENTICATED = 16;
const NOT_FOUND = 5;

/**
 * As much of Modal as a sandbox that exists needs: its control plane (tokens, names, tasks) and the command router of the task
 * (start, output, input, end of a command). Message numbers are those of the official SDK.
 */
export async function serveModal(facts: ModalFacts): Promise<GrpcServer> {
  const state: State = { facts, execs: new Map(), port: () => server.port };
  const server: GrpcServer = await serveGrpc((call) => {
    const [, service = "", method = ""] = call.path.split("/");
    const table = service === "modal.client.ModalClient" ? CONTROL : ROUTER;
    const answer = table[method];
    if (answer === undefined) throw new GrpcStatus(12, `${call.path} is not served`);
    return Promise.resolve(answer(state, call));
  });
  return server;
}

interface State {
  readonly facts: ModalFacts;
  readonly execs: Map<string, Exec>;
  readonly port: () => number;
}

type Answer = (state: State, call: GrpcCall) => void | Promise<void>;

const text = (call: GrpcCall, number: number): string => String(decoded(call.message).get(number)?.[0] ?? "");

/** A token that says no more than when it expires. */
const TOKEN = ["{}", '{"exp":4102444800}', "signature"]
  .map((part) => Buffer.from(part).toString("base64url"))
  .join(".");

function fromName({ facts }: State, call: GrpcCall): void {
  if (text(call, 1) !== facts.appName || text(call, 3) !== facts.app)
    throw new GrpcStatus(NOT_FOUND, "no such sandbox");
  call.send(encoded([[1, facts.sandbox]]));
}

function taskId({ facts }: State, call: GrpcCall): void {
  if (text(call, 1) !== facts.sandbox) throw new GrpcStatus(NOT_FOUND, "Sandbox not found");
  // A result: it is over.
  call.send(facts.hasEnded ? encoded([[2, encoded([[1, 1]])]]) : encoded([[1, "ta-1"]]));
}

function access({ port }: State, call: GrpcCall): void {
  call.send(
    encoded([
      [1, TOKEN],
      [2, `https://127.0.0.1:${port()}`],
    ]),
  );
}

/** There are two generations of sandboxes; the id tells which. */
const CONTROL: Readonly<Record<string, Answer>> = {
  AuthTokenGet({ facts }, call) {
    if (call.headers["x-modal-token-secret"] !== facts.key) throw new GrpcStatus(UNAUTHENTICATED, "Token ID not found");
    call.send(encoded([[1, TOKEN]]));
  },
  SandboxGetFromName: fromName,
  SandboxGetFromNameV2: fromName,
  SandboxGetTaskId: taskId,
  SandboxGetTaskIdV2: taskId,
  TaskGetCommandRouterAccess: access,
  SandboxGetCommandRouterAccess: access,
};

const ROUTER: Readonly<Record<string, Answer>> = {
  TaskExecStart({ execs }, call) {
    const fields = decoded(call.message);
    const [program = "", ...words] = (fields.get(3) ?? []).map(String);
    const child = served(program, words, true);
    execs.set(text(call, 2), { ...child, outputs: [kept(child.child.stdout), kept(child.child.stderr)] });
    call.send(encoded([]));
  },
  async TaskExecStdioRead({ execs }, call) {
    const fields = decoded(call.message);
    const output = execOf(execs, call).outputs[Number(fields.get(4)?.[0] ?? 0) === 0 ? 0 : 1];
    let offset = Number(fields.get(3)?.[0] ?? 0);
    for (;;) {
      for (; offset < output.bytes.length; offset += SLICE)
        call.send(encoded([[1, output.bytes.subarray(offset, offset + SLICE)]]));
      offset = Math.min(offset, output.bytes.length);
      if (output.isClosed) return;
      await new Promise<void>((resolve) => {
        output.ring = resolve;
      });
    }
  },
  TaskExecStdinWrite({ execs }, call) {
    const fields = decoded(call.message);
    const { child } = execOf(execs, call);
    const data = fields.get(4)?.[0];
    if (typeof data === "object") child.stdin?.write(data);
    if (fields.get(5)?.[0] === 1) child.stdin?.end();
    call.send(encoded([]));
  },
  async TaskExecWait({ execs }, call) {
    const { child } = execOf(execs, call);
    while (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once("exit", resolve));
    call.send(child.exitCode === null ? encoded([[2, 9]]) : encoded([[1, child.exitCode]]));
  },
};

/** Most bytes of one message. */
const SLICE = 64 * 1024;

function execOf(execs: State["execs"], call: GrpcCall): Exec {
  const exec = execs.get(text(call, 2));
  if (exec === undefined) throw new GrpcStatus(NOT_FOUND, "no such exec");
  return exec;
}

function kept(stream: NodeJS.ReadableStream | null): Output {
  const output: Output = { bytes: Buffer.alloc(0), isClosed: false, ring: () => {} };
  stream?.on("data", (chunk: Buffer) => {
    output.bytes = Buffer.concat([output.bytes, chunk]);
    output.ring();
  });
  stream?.on("close", () => {
    output.isClosed = true;
    output.ring();
  });
  return output;
}
