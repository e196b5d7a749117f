import { SECOND_MS } from "../base/time.ts";

/** Exit code of a command whose time was up (behaviour 7.1). */
const TIMED_OUT_CODE = 124;
/** Exit code of a command that its caller has ended. */
const INTERRUPTED_CODE = 130;
/** Exit code of a command whose directory cannot be entered. */
export const NO_DIRECTORY_CODE = 126;

/** Why a call was ended before its command had. */
export type CallEnd = { readonly kind: "timeout"; readonly timeoutMs: number } | { readonly kind: "interrupt" };

/** The exit code of a call that was ended, and its output with the line that says so (behaviour 7.1). */
export function endedOutcome(output: string, end: CallEnd): { readonly output: string; readonly exitCode: number } {
  const line =
    end.kind === "timeout" ? `[Command timed out after ${end.timeoutMs / SECOND_MS}s]` : "[Command interrupted]";
  const exitCode = end.kind === "timeout" ? TIMED_OUT_CODE : INTERRUPTED_CODE;
  return { output: output === "" ? line : `${output}\n${line}`, exitCode };
}
