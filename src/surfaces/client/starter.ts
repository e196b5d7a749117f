import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

import { EXIT_HOME_IN_USE } from "../../base/wire.ts";
import { BellhopError } from "../../core/errors.ts";
import { DAEMON_RETRY_MS, DAEMON_START_DEADLINE_MS, HOME_IN_USE_PATIENCE_MS } from "../../core/limits.ts";
import { daemonEnvironment } from "./daemon-environment.ts";
import { DAEMON_NODE_OPTIONS, DAEMON_PROGRAM } from "./daemon-program.ts";
import type { Address } from "./dial.ts";

/** Bytes of what a daemon says about its failure. */
const SAID_MAX_CHARS = 8_192;

/** Starts the daemon of a home. Of several that are started at the same time one gets the home; the others end. */
export class Starter {
  readonly #address: Address;
  readonly #program: readonly string[];
  #child: ChildProcess | undefined;
  #startedAt = 0;
  #said = "";
  #ended: { readonly code: number | null; readonly signal: string | null } | undefined;
  #inUseSince: number | undefined;

  constructor(address: Address, program: readonly string[] = [DAEMON_PROGRAM]) {
    this.#address = address;
    this.#program = program;
  }

  /** Sees to it that a daemon is starting. Throws when it could not. */
  ensure(): void {
    if (this.#child === undefined) return this.#spawn();
    if (this.#ended === undefined) return;
    const now = performance.now();
    const killed = this.#ended.code === null && this.#ended.signal !== null; // By somebody, while it began: the next one may live.
    if (!killed && this.#ended.code !== EXIT_HOME_IN_USE) throw this.#failed();
    if (!killed) this.#inUseSince ??= now;
    if (this.#inUseSince !== undefined && now - this.#inUseSince > HOME_IN_USE_PATIENCE_MS)
      throw new BellhopError("home_in_use", this.#said.trim());
    if (now - this.#startedAt > DAEMON_RETRY_MS) this.#spawn(); // Its owner may have left meanwhile.
  }

  /** The error for a daemon that takes too long. */
  overdue(): BellhopError {
    return new BellhopError(
      "daemon_unreachable",
      `The daemon of ${this.#address.home} (pid ${this.#child?.pid}) did not answer within ${DAEMON_START_DEADLINE_MS / 1000} s. ` +
        `Its log is ${join(this.#address.home, "daemon.log")}.`,
    );
  }

  /** Ends what was started when another daemon answers: it could take the home later, when nobody wants it any more. */
  endUnless(answeringPid: number): void {
    if (this.#ended === undefined && this.#child?.pid !== answeringPid) this.#child?.kill();
  }

  /** Stops listening to what was started, which goes on. */
  letGo(): void {
    this.#child?.removeAllListeners();
    this.#child?.on("error", () => undefined);
    this.#child?.stderr?.destroy();
  }

  #spawn(): void {
    this.letGo();
    this.#startedAt = performance.now();
    this.#said = "";
    this.#ended = undefined;
    const { home, env } = this.#address;
    const child = spawn(process.execPath, [...DAEMON_NODE_OPTIONS, ...this.#program, "--home", home], {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
      env: daemonEnvironment(env),
    });
    child.unref();
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text: string) => (this.#said = (this.#said + text).slice(-SAID_MAX_CHARS)));
    child.once("error", (error) => this.#onEnd(child, null, error.message));
    child.once("close", (code, signal) => this.#onEnd(child, code, signal));
    this.#child = child;
  }

  #onEnd(child: ChildProcess, code: number | null, signal: string | null): void {
    if (child === this.#child) this.#ended ??= { code, signal };
  }

  #failed(): BellhopError {
    const { code, signal } = this.#ended ?? {};
    const how = code === null ? String(signal) : `exit code ${code}`;
    const said = this.#said.trim();
    return new BellhopError(
      "daemon_unreachable",
      `The daemon of ${this.#address.home} could not be started (${how})${said ? `: ${said}` : "."}`,
    );
  }
}
