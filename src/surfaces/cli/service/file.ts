import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { systemCode } from "../../../core/errors.ts";

/** Its last line: what it was when we wrote it. */
const SEAL = /^(?:# |<!-- )bellhop sha256 ([0-9a-f]{64})(?: -->)?\n$/m;

/** `text` with a last line that tells later whether anybody has changed it. `comment` is how such a line begins and ends. */
export function sealed(text: string, [begin, end]: readonly [string, string]): string {
  return `${text}${begin}bellhop sha256 ${digest(text)}${end}\n`;
}

/** Whether nobody has changed it since it was written. */
export function isAsWritten(text: string): boolean {
  const seal = SEAL.exec(text);
  return seal !== null && seal[1] === digest(text.slice(0, seal.index)) && text.endsWith(seal[0]);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Null when it is not there. */
export function readServiceFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Whole or not at all. Others may read it: it holds no secret. */
export function writeServiceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const half = `${path}.${process.pid}.tmp`;
  writeFileSync(half, text, { mode: 0o644 });
  renameSync(half, path);
}
