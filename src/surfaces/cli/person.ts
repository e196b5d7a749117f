import { writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

import { deferred } from "../../base/deferred.ts";
import type { Person, TerminalUse } from "./context.ts";

/** The person in front of this program, by its stdin. */
export const person: Person = {
  onInterrupt(handler) {
    process.on("SIGINT", handler);
    return () => void process.off("SIGINT", handler);
  },
  onKey(handler) {
    if (!process.stdin.isTTY) return () => undefined;
    return readRaw((bytes) => {
      for (const key of bytes.toString("utf8")) handler(key);
    });
  },
  input: () => process.stdin,
  get isTTY() {
    return process.stdin.isTTY;
  },
  hold,
  askSecret,
};

function readRaw(onBytes: (bytes: Buffer) => void): () => void {
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.on("data", onBytes);
  return () => {
    stdin.off("data", onBytes);
    // A terminal that is gone takes no mode any more.
    if (!stdin.destroyed) stdin.setRawMode(false);
    stdin.pause();
  };
}

/** Signals that would end this program before it has given the terminal back. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

function hold({ onBytes, onResize, onSignal, leave }: TerminalUse): () => void {
  const { stdin, stdout } = process;
  const takeBack = readRaw(onBytes);
  const onGone = (): void => onSignal("SIGHUP");
  stdin.on("end", onGone).on("error", onGone);
  stdout.on("resize", onResize);
  // A shell takes the modes of a program that it stops and goes on with.
  const onContinue = (): void => {
    stdin.setRawMode(true);
    onResize();
  };
  process.on("SIGCONT", onContinue);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const release = (): void => {
    process.off("exit", release).off("SIGCONT", onContinue);
    for (const signal of SIGNALS) process.off(signal, onSignal);
    stdout.off("resize", onResize);
    stdin.off("end", onGone).off("error", onGone);
    writeNow(leave());
    takeBack();
  };
  process.on("exit", release);
  return release;
}

/** Also where nothing that waits is carried out any more. */
function writeNow(text: string): void {
  try {
    writeSync(process.stdout.fd, text);
  } catch {
    // The terminal is gone.
  }
}

function askSecret(prompt: string): Promise<string | null> {
  const line = deferred<string | null>();
  const decoder = new StringDecoder("utf8");
  let typed: readonly string[] = [];
  process.stderr.write(prompt);
  const release = hold({
    onBytes: (bytes) => {
      for (const key of decoder.write(Buffer.from(bytes))) {
        if (key === "\r" || key === "\n") line.resolve(typed.join(""));
        else if (key === "\u0003" || key === "\u0004") line.resolve(null);
        else typed = edited(typed, key);
      }
    },
    onResize: () => undefined,
    onSignal: () => line.resolve(null),
    leave: () => "",
  });
  return line.promise.finally(() => {
    release();
    process.stderr.write("\n");
  });
}

/** Backspace, Ctrl-H and Ctrl-U edit, as in any password prompt. */
function edited(typed: readonly string[], key: string): readonly string[] {
  if (key === "\u007f" || key === "\b") return typed.slice(0, -1);
  return key === "\u0015" ? [] : [...typed, key];
}
