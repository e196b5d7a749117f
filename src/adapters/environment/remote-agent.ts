import { randomBytes } from "node:crypto";

import {
  ENVIRONMENT_ARGUMENT_BYTES,
  ENVIRONMENT_CALL_DEADLINE_MS,
  ENVIRONMENT_CALL_GRACE_MS,
} from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Environment, EnvironmentError, type ExecuteOptions } from "../../ports/environment.ts";
import { type AgentAnswer, type AgentLine, type Encoding, parseAnswer } from "./agent-answer.ts";
import { agentScripts, installLine } from "./agent-scripts.ts";
import { pause } from "../../base/pause.ts";
import { shellQuote } from "../../base/shell-quote.ts";
import { printfFormat } from "./printf-format.ts";

/** What the agent has found in its environment. */
export interface Hello {
  /** Its own directory there. */
  readonly root: string;
  readonly encoding: Encoding;
  readonly sh: string;
  /** Empty: there is none. So are the others. */
  readonly bash: string;
  readonly env: string;
  /** The path of `setsid`, or `perl`. */
  readonly session: string;
  /** `$SHELL` and `$PATH` of a command there. */
  readonly shell: string;
  readonly path: string;
  readonly holdsTerminals: boolean;
}

/** The agent in one environment. It is put there by the first call, and again when its directory was removed. */
export interface RemoteAgent {
  hello(signal: AbortSignal): Promise<Hello>;
  /** Rejects with an `EnvironmentError` when there is no whole answer: then nobody knows whether it was carried out. */
  call(verb: string, words: readonly string[], signal: AbortSignal): Promise<readonly AgentLine[]>;
  /** The same with bytes that lie in a private file there before the agent is called. One round trip where there is input. */
  send(order: Order, signal: AbortSignal): Promise<readonly AgentLine[]>;
}

export interface Order {
  readonly verb: string;
  readonly bytes: Uint8Array;
  /** What follows the verb, by the name of the file in `staging`. Called just before the agent is. */
  readonly words: (file: string) => readonly string[];
}

interface Ground {
  readonly environment: Environment;
  readonly clock: Clock;
}

export function remoteAgent(environment: Environment, clock: Clock): RemoteAgent {
  const ground = { environment, clock };
  let installed: Promise<Hello> | null = null;
  const hello = (signal: AbortSignal): Promise<Hello> => {
    const begun = (installed ??= install(ground, signal));
    begun.catch(() => {
      if (installed === begun) installed = null;
    });
    return begun;
  };
  /** `work` gives null when what we have put there is gone: then it is put there again. */
  const withAgent = async <Result>(
    signal: AbortSignal,
    work: (hello: Hello) => Promise<Result | null>,
  ): Promise<Result> => {
    for (let attempt = 0; ; attempt++) {
      const greeting = await hello(signal);
      const result = await work(greeting);
      if (result !== null) return result;
      installed = null;
      if (attempt > 0) throw trouble(ground, `lost what Bellhop had put into ${greeting.root} twice in a row`);
    }
  };
  const call = (verb: string, words: readonly string[], signal: AbortSignal): Promise<readonly AgentLine[]> =>
    withAgent(signal, ({ root, encoding }) => asked(ground, { root, encoding, words: [verb, ...words] }, signal));
  const send = ({ verb, bytes, words }: Order, signal: AbortSignal): Promise<readonly AgentLine[]> =>
    withAgent(signal, async ({ root, encoding }) => {
      const name = randomBytes(8).toString("hex");
      const file = { path: `${root}/staging/${name}`, bytes };
      const isInput = environment.abilities.has("stdin");
      if (!isInput && !(await put(ground, file, signal))) return null;
      const question = { root, encoding, words: [verb, ...words(name)], ...(isInput ? { file } : {}) };
      return asked(ground, question, signal);
    });
  return { hello, call, send };
}

interface Question {
  readonly root: string;
  readonly encoding: Encoding;
  readonly words: readonly string[];
  /** Is put there first, by the same call. */
  readonly file?: File;
}

/** Null: the agent is not there. */
async function asked(ground: Ground, question: Question, signal: AbortSignal): Promise<readonly AgentLine[] | null> {
  const { root, encoding, words, file } = question;
  const agent = shellQuote(`${root}/agent-${agentScripts().version}.sh`);
  const nonce = newNonce();
  const asking = ["exec sh", agent, nonce, encoding, ...words.map(shellQuote)].join(" ");
  const work = file === undefined ? asking : withFile(file, { asking, nonce });
  // Who tidies a folder for temporary files takes one that is empty.
  const isThere = `[ -f ${agent} ]${file === undefined ? "" : ` && [ -d ${shellQuote(`${root}/staging`)} ]`}`;
  const line = `echo; if ${isThere}; then ${work}; else echo ${nonce} absent; fi; echo ${nonce} end`;
  const { lines } = await answerOf(ground, { line, nonce, encoding, stdin: file?.bytes }, signal);
  const word = lines[0]?.words[0];
  if (word === "unstored") throw notWritten(ground, file?.path ?? root);
  return word === "absent" ? null : lines;
}

/** Of input that was cut off nothing is done. */
function withFile(
  { path, bytes }: File,
  { asking, nonce }: { readonly asking: string; readonly nonce: string },
): string {
  const file = shellQuote(path);
  const isWhole = `[ "$(($(wc -c <${file})))" = ${bytes.length} ]`;
  return `umask 077; cat >${file} && ${isWhole} && ${asking}; rm -f ${file}; echo ${nonce} unstored`;
}

async function install(ground: Ground, signal: AbortSignal): Promise<Hello> {
  const nonce = newNonce();
  const { lines } = await answerOf(ground, { line: installLine(nonce), nonce, encoding: "base64" }, signal);
  const root = textOf(lines, "root");
  if (root === "")
    throw new EnvironmentError(
      "refused",
      `${ground.environment.name} has no directory that Bellhop can write to: neither $TMPDIR, /tmp, /var/tmp nor the home directory. Make one of them writable, or set TMPDIR there.`,
    );
  if (!lines.some((line) => line.words[0] === "installed")) {
    const { agent, shim, version } = agentScripts();
    const files = { shim, agent };
    const named = Object.entries(files).map(([name, bytes]) => ({ path: `${root}/${name}-${version}.sh`, bytes }));
    await Promise.all(named.map((file) => put(ground, file, signal)));
  }
  const isRaw = ground.environment.abilities.has("bytes") && ground.environment.executeBytes !== undefined;
  const told = await asked(ground, { root, encoding: isRaw ? "raw" : "base64", words: ["hello"] }, signal);
  return helloOf(ground, { root, isRaw, lines: told ?? [] });
}

interface Greeting {
  readonly root: string;
  readonly isRaw: boolean;
  readonly lines: readonly AgentLine[];
}

function helloOf(ground: Ground, { root, isRaw, lines }: Greeting): Hello {
  const encoder = textOf(lines, "encoder");
  if (!isRaw && encoder === "")
    throw new EnvironmentError(
      "refused",
      `${ground.environment.name} has neither base64, openssl, od, hexdump nor xxd: output cannot be brought from there. Install one of them (coreutils has the first).`,
    );
  return {
    root,
    encoding: isRaw ? "raw" : (encoder as Encoding),
    sh: textOf(lines, "sh") || "/bin/sh",
    bash: textOf(lines, "bash"),
    env: textOf(lines, "env"),
    session: textOf(lines, "session"),
    shell: textOf(lines, "shell"),
    path: textOf(lines, "path"),
    holdsTerminals: lines.some((line) => line.words[0] === "terminal"),
  };
}

/** The text behind the first line with this word; empty when there is none. */
export function textOf(lines: readonly AgentLine[], word: string): string {
  return lines.find((line) => line.words[0] === word)?.text ?? "";
}

interface File {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Whole or not at all: it has its name only when all of it is there. False: there is no such folder. */
async function put(ground: Ground, { path, bytes }: File, signal: AbortSignal): Promise<boolean> {
  const nonce = newNonce();
  const [folder, target, made] = [path.slice(0, path.lastIndexOf("/")), path, `${path}.${nonce}`].map(shellQuote);
  const run = async (line: string, stdin?: Uint8Array): Promise<boolean> => {
    const asking = `umask 077; echo; if [ ! -d ${folder} ]; then echo ${nonce} absent; elif ${line}; then echo ${nonce} done; fi; echo ${nonce} end`;
    const { lines } = await answerOf(ground, { line: asking, nonce, encoding: "base64", stdin }, signal);
    const word = lines[0]?.words[0];
    if (word === undefined) throw notWritten(ground, path);
    return word === "done";
  };
  if (ground.environment.abilities.has("stdin")) return run(`cat >${made} && mv ${made} ${target}`, bytes);
  for (let place = 0; place === 0 || place < bytes.length; place += ENVIRONMENT_ARGUMENT_BYTES) {
    const piece = bytes.subarray(place, place + ENVIRONMENT_ARGUMENT_BYTES);
    if (!(await run(`printf ${printfFormat(piece)} ${place === 0 ? ">" : ">>"}${made}`))) return false;
  }
  return run(`mv ${made} ${target}`);
}

interface Call {
  readonly line: string;
  readonly nonce: string;
  readonly encoding: Encoding;
  readonly stdin?: Uint8Array | undefined;
}

async function answerOf(ground: Ground, call: Call, signal: AbortSignal): Promise<AgentAnswer> {
  const timeoutMs = ENVIRONMENT_CALL_DEADLINE_MS;
  const settled = new AbortController();
  const ending = AbortSignal.any([signal, settled.signal]);
  const options = { timeoutMs, signal: ending, ...(call.stdin === undefined ? {} : { stdin: call.stdin }) };
  const late = pause(ground.clock, timeoutMs + ENVIRONMENT_CALL_GRACE_MS, ending).then(() => {
    throw trouble(ground, signal.aborted ? "was not waited for" : `did not answer within ${timeoutMs / 1000} s`);
  });
  late.catch(() => undefined); // The answer came first.
  try {
    const { bytes, exitCode } = await Promise.race([executed(ground.environment, call, options), late]);
    const answer = parseAnswer(bytes, call.nonce, call.encoding);
    if (answer.isWhole) return answer;
    throw trouble(ground, `answered only in part (exit code ${exitCode}, ${bytes.length} bytes)`);
  } finally {
    settled.abort(); // Also ends a call that has not answered.
  }
}

async function executed(
  environment: Environment,
  { line, encoding }: Call,
  options: ExecuteOptions,
): Promise<{ readonly bytes: Buffer; readonly exitCode: number }> {
  if (encoding === "raw") {
    if (environment.executeBytes === undefined) throw trouble({ environment }, "cannot give bytes just now");
    const { stdout, exitCode } = await environment.executeBytes(line, options);
    return { bytes: stdout, exitCode };
  }
  const { output, exitCode } = await environment.execute(line, options);
  return { bytes: Buffer.from(output), exitCode };
}

function trouble({ environment }: Pick<Ground, "environment">, what: string): EnvironmentError {
  return new EnvironmentError("unreachable", `${environment.name} ${what}. It is asked again.`);
}

function notWritten(ground: Ground, path: string): EnvironmentError {
  return trouble(ground, `could not write ${path}; its disk may be full`);
}

function newNonce(): string {
  return `bh${randomBytes(6).toString("hex")}`;
}
