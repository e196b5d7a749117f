import type { TerminalSize } from "../core/record.ts";
import type { ScreenRow } from "../core/terminal/screen.ts";

/** What a terminal shows at one moment. */
export interface Frame {
  /** Rows above the screen, the oldest first, as many as asked for and there are; then those of the screen. */
  readonly rows: readonly ScreenRow[];
  readonly rowsAbove: number;
  readonly cursor: CursorPlace & { readonly visible: boolean };
  /** As the program set it, without control characters; not redacted. */
  readonly title: string;
  readonly alternateScreen: boolean;
  readonly applicationCursorKeys: boolean;
  readonly bracketedPaste: boolean;
}

/** From 1, as terminals count. */
export interface CursorPlace {
  readonly row: number;
  readonly column: number;
}

/** A terminal that nobody looks at. It holds no file and no timer: whoever lets go of it has closed it. */
export interface Emulator {
  readonly size: TerminalSize;
  /** Resolves when `bytes`, which may be cut anywhere, have been carried out. Lets others run meanwhile. One at a time. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: TerminalSize): void;
  cursor(): CursorPlace;
  frame(options: FrameOptions): Frame;
}

export interface FrameOptions {
  readonly rowsAbove: number;
  readonly colours: boolean;
}

export interface EmulatorOptions {
  readonly size: TerminalSize;
  /** The output has passed no terminal: a newline goes to the start of the line, too. */
  readonly newlineReturns: boolean;
}

/** Rejects with `package_missing` where emulators are not installed. */
export type OpenEmulator = (options: EmulatorOptions) => Promise<Emulator>;
