import { onTestFinished } from "vitest";

import { openEmulator } from "../../src/adapters/screen/emulator.ts";
import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import type { ScreenOptions } from "../../src/core/contract.ts";
import type { ProcessRecord, TerminalSize } from "../../src/core/record.ts";
import type { ScreenResult } from "../../src/core/results.ts";
import type { CursorPlace, OpenEmulator } from "../../src/ports/screen.ts";
import type { Context, Tracked } from "../../src/registry/context.ts";
import { cursorOf, screen } from "../../src/registry/screen.ts";
import { createScreens, type Screens } from "../../src/registry/screens.ts";
import { FakeClock } from "../daemon/fake-clock.ts";
import { createLogFiles, type LogFiles } from "../output/log-files.ts";

/** What is shared by the processes of one home. */
export interface Home {
  readonly context: Context;
  readonly clock: FakeClock;
  readonly screens: Screens;
  /** Emulators that were opened so far. */
  opened: number;
  close(): void;
}

export function createHome(redactSecrets = true): Home {
  const clock = new FakeClock();
  const closing = new AbortController();
  const screens = createScreens(clock, closing.signal);
  const counting: OpenEmulator = (options) => {
    home.opened += 1;
    return openEmulator(options);
  };
  const context = {
    screens,
    settings: { redactSecrets },
    ports: { clock, openEmulator: counting, store: { spec: () => null } },
  } as unknown as Context;
  const home: Home = { context, clock, screens, opened: 0, close: () => closing.abort() };
  onTestFinished(home.close);
  return home;
}

/** An ended process whose log a test writes. */
export interface Written {
  readonly files: LogFiles;
  readonly tracked: Tracked;
  resize(size: TerminalSize): void;
  screen(options?: ScreenOptions): Promise<ScreenResult>;
  cursor(upTo?: number): Promise<CursorPlace>;
}

export function written(home: Home, pty: TerminalSize | null = { rows: 4, cols: 20 }): Written {
  const files = createLogFiles();
  files.begin();
  const record = { id: "proc_aaaaaaaaaaaa", pty, state: { phase: "ended" } } as unknown as ProcessRecord;
  const tracked = { record, log: openOutputLog(files.directory), secrets: [] } as unknown as Tracked;
  return {
    files,
    tracked,
    resize: (size) => (tracked.record = { ...record, pty: size }),
    screen: (options = {}) => screen(home.context, tracked, options),
    cursor: (upTo) => cursorOf(home.context, tracked, upTo),
  };
}
