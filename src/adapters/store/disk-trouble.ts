import { systemCode } from "../../core/errors.ts";

const CODES: ReadonlySet<string> = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EIO",
  "EFBIG",
  "EACCES",
  "EPERM",
  "EMFILE",
  "ENFILE",
  "ENOENT",
  "ENOTDIR",
  "ESTALE",
]);

/** Whether the disk (or a limit) refuses now and may take it later, or the home was taken away: the fact is kept in memory meanwhile. */
export function isDiskTrouble(error: unknown): boolean {
  return CODES.has(systemCode(error) ?? "");
}
