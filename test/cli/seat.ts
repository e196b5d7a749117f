import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { MAIN } from "./real-cli.ts";

/** Whether a real terminal can be looked at here. In CI it must be there: its tests are never left out. */
export const hasTmux: boolean = Boolean(process.env["CI"]) || spawnSync("tmux", ["-V"]).status === 0;

/** A person at a terminal of 80 by 24, with a shell in it that has the command `bellhop`. */
export class Seat {
  readonly #directory = temporaryDirectory();
  readonly #home: string;

  private constructor(home: string) {
    this.#home = home;
  }

  static async take(home: string): Promise<Seat> {
    const seat = new Seat(home);
    onTestFinished(() => void seat.#tmux("kill-server"));
    seat.#tmux(
      "new-session",
      "-d",
      "-s",
      "seat",
      "-x",
      "80",
      "-y",
      "24",
      `exec env PS1='me> ' bash --norc --noprofile`,
    );
    seat.#tmux("set", "-g", "status", "off");
    seat.resize(80, 24);
    await seat.sees("me>");
    await seat.line(`bellhop() { "${process.execPath}" "${MAIN}" "$@"; }; clear`);
    return seat;
  }

  /** Types text as it is. */
  type(text: string): void {
    this.#tmux("send-keys", "-t", "seat", "-l", text);
  }

  /** Presses keys, by tmux's names. */
  press(...keys: readonly string[]): void {
    this.#tmux("send-keys", "-t", "seat", ...keys);
  }

  async line(text: string): Promise<void> {
    this.type(text);
    this.press("Enter");
  }

  resize(columns: number, rows: number): void {
    this.#tmux("resize-window", "-t", "seat", "-x", String(columns), "-y", String(rows));
  }

  /** What stands on the screen, without blank lines. */
  get screen(): string {
    return this.#tmux("capture-pane", "-p", "-t", "seat").replace(/\s*\n+/g, "\n");
  }

  async sees(text: string | RegExp): Promise<void> {
    const shows = (): boolean => (typeof text === "string" ? this.screen.includes(text) : text.test(this.screen));
    await until(shows, { what: `${String(text)} on the screen`, seen: () => this.screen });
  }

  /** What a program can leave behind: the alternate screen, mouse, hidden cursor, application keys, and the modes of the line. */
  async state(): Promise<string> {
    const file = join(this.#directory, "stty");
    await this.line(`stty -a >'${file}.new'; mv '${file}.new' '${file}'`);
    const modes = await until(() => read(file), { what: "stty" });
    await this.line(`rm '${file}'; clear`);
    const flags = ["alternate_on", "mouse_any_flag", "cursor_flag", "keypad_cursor_flag", "wrap_flag", "origin_flag"];
    return `${this.#tmux("display", "-p", "-t", "seat", flags.map((flag) => `#{${flag}}`).join(" "))}${modes}`;
  }

  #tmux(...words: readonly string[]): string {
    return execFileSync("tmux", ["-u", "-f", "/dev/null", "-S", join(this.#directory, "tmux"), ...words], {
      encoding: "utf8",
      env: { ...process.env, BELLHOP_HOME: this.#home, LC_ALL: "C.UTF-8", TERM: "xterm-256color", TMUX: "" },
    });
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
