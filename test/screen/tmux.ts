import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

import type { TerminalSize } from "../../src/core/record.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

/** What another emulator makes of the same bytes. */
export interface Witness {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number; readonly visible: boolean };
  readonly alternateScreen: boolean;
}

/** A tmux of one test, by its own socket, or null where there is none. Its server ends with the test. */
export function tmuxWitness(): ((bytes: Uint8Array, size: TerminalSize) => Promise<Witness>) | null {
  const directory = temporaryDirectory();
  const tmux = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-u", "-f", "/dev/null", "-S", join(directory, "tmux"), ...words], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color", TMUX: "" },
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    tmux("-V");
  } catch {
    return null;
  }
  let count = 0;
  onTestFinished(() => {
    if (count > 0) tmux("kill-server");
  });
  return async (bytes, { rows, cols }) => {
    const name = `w${(count += 1)}`;
    const [file, done] = [join(directory, name), join(directory, `${name}.done`)];
    writeFileSync(file, bytes);
    const size = ["-x", String(cols), "-y", String(rows)];
    // Raw: the bytes have passed a terminal already, and what tmux answers to queries must not be echoed.
    const line = `stty raw -echo; until [ -e ${file}.go ]; do sleep 0.02; done; cat ${file}; : >${done}; exec sleep 1000`;
    tmux("new-session", "-d", "-s", name, ...size, line);
    tmux("set", "-g", "status", "off");
    await until(() => tmux("display", "-p", "-t", name, "#{pane_width}x#{pane_height}").trim() === `${cols}x${rows}`, {
      what: "the pane to have its size",
    });
    writeFileSync(`${file}.go`, "");
    await until(() => existsSync(done), { what: "tmux to have read the bytes" });
    return settled(() => look(tmux, { name, cols }));
  };
}

/** The bytes are written; tmux reads them a moment later. */
async function settled(seen: () => Witness): Promise<Witness> {
  let last = "";
  let same = 0;
  await until(
    () => {
      const now = JSON.stringify(seen());
      same = now === last ? same + 1 : 0;
      last = now;
      return same >= 3;
    },
    { what: "tmux to show the same three times" },
  );
  return JSON.parse(last) as Witness;
}

function look(
  tmux: (...words: readonly string[]) => string,
  { name, cols }: { readonly name: string; readonly cols: number },
): Witness {
  const rows = tmux("capture-pane", "-p", "-t", name).replace(/\n$/, "").split("\n");
  const [x = 0, y = 0, visible, alternate] = tmux(
    "display",
    "-p",
    "-t",
    name,
    "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on}",
  )
    .split(" ")
    .map(Number);
  return {
    rows: rows.map((row) => row.trimEnd()),
    cursor: {
      row: y + 1,
      column: Math.min(x + 1, cols), // Behind a full line tmux says that it is beyond.
      visible: visible === 1,
    },
    alternateScreen: alternate === 1,
  };
}
