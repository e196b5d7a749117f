import { isSequenceStart, sequenceScanner, stripAnsi } from "./ansi.ts";
import {
  applyControl,
  backspace,
  createCanvas,
  finishedText,
  isMovement,
  lineFeed,
  toLineStart,
  write,
} from "./canvas.ts";
import type { Canvas } from "./canvas.ts";

/**
 * `text` as a terminal would have left it, without escape sequences: a carriage return, a backspace, an erased line and
 * a cursor moved up overwrite what was there, so that a progress bar of 2,000 frames is its last one. `\r\n` is a line end.
 */
export function collapse(text: string): string {
  const lines = text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
  return isRedrawn(lines) ? redraw(lines) : stripAnsi(lines);
}

function isRedrawn(text: string): boolean {
  return text.includes("\r") || text.includes("\b") || hasMovement(text);
}

function hasMovement(text: string): boolean {
  for (let at = text.indexOf(CONTROL); at !== -1; at = text.indexOf(CONTROL, at + 1)) {
    if (isMovement(controlAt(text, at + CONTROL.length))) return true;
  }
  return false;
}

function redraw(text: string): string {
  const canvas = createCanvas();
  const sequenceEnd = sequenceScanner(text);
  for (let at = 0; at < text.length;) {
    const end = plainEnd(text, at);
    if (end > at) write(canvas, text.slice(at, end));
    at = end < text.length ? step(canvas, text, { at: end, sequenceEnd }) : end;
  }
  return finishedText(canvas);
}

interface Place {
  readonly at: number;
  readonly sequenceEnd: (start: number) => number;
}

/** Carries out the control character or escape sequence at a place; returns the place behind it. */
function step(canvas: Canvas, text: string, { at, sequenceEnd }: Place): number {
  const character = text.charAt(at);
  const move = CHARACTERS.get(character);
  if (move) {
    move(canvas);
    return at + 1;
  }
  const end = sequenceEnd(at);
  if (end === at) write(canvas, character);
  else if (text.startsWith(CONTROL, at)) applyControl(canvas, text.slice(at + CONTROL.length, end));
  return Math.max(end, at + 1);
}

const CONTROL = "\u001b[";

const CHARACTERS: ReadonlyMap<string, (canvas: Canvas) => void> = new Map([
  ["\n", lineFeed],
  ["\r", toLineStart],
  ["\b", backspace],
]);

function plainEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isPlain(text.charCodeAt(at))) at += 1;
  return at;
}

function isPlain(code: number): boolean {
  return code !== 0x0a && code !== 0x0d && code !== 0x08 && !isSequenceStart(code);
}

/** Digits and final character of the control sequence whose parameters begin at `from`. */
function controlAt(text: string, from: number): string {
  let at = from;
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at += 1;
  return text.slice(from, at + 1);
}
