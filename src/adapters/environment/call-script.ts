import { randomBytes } from "node:crypto";

import { NO_DIRECTORY_CODE } from "../../core/environment-outcome.ts";

/**
 * Runs one command and says on the error output when it has begun and how it has ended. A client (`kubectl exec`) tells its own
 * failures by exit codes and messages that a command could have, too, and goes on as long as anything holds the output open:
 * only what is said here tells them apart, and no exit code is made up where the connection was cut.
 * Arguments: mark, directory or nothing, command, `merged` or `apart`, and {@link MARKED} or nothing. Every process of the command
 * carries the mark.
 */
const CALL_SCRIPT = `if [ -e "/tmp/.$1" ]; then rm -f "/tmp/.$1"; exit 130; fi
printf '%s:began\\n' "$1" >&2
[ -z "$5" ] || printf '%s:out\\n' "$1"
code=0
# The shell says "Killed" and the like on its own error output, which is nobody's.
exec 3>&2 2>/dev/null
if [ "$4" = merged ]; then
  [ -z "$2" ] || cd -- "$2" 2>&1 || code=${NO_DIRECTORY_CODE}
  [ "$code" != 0 ] || { (exec sh -c "$3" 2>&1 3>&-); code=$?; }
else
  [ -z "$2" ] || cd -- "$2" 2>&3 || code=${NO_DIRECTORY_CODE}
  [ "$code" != 0 ] || { (exec sh -c "$3" 2>&3 3>&-); code=$?; }
fi
[ -z "$5" ] || printf '%s:out\\n' "$1"
printf '\\n%s:ended:%s\\n' "$1" "$code" >&3
exit "$code"`;

/** Carries the mark from here on, and runs the script above: whoever looks for marks finds it before it has begun. */
const ENTER_SCRIPT = `BELLHOP_CALL=$1
export BELLHOP_CALL
exec sh -c "$0" sh "$@"`;

/**
 * Ends whatever carries a mark, until nothing does: the mark cannot be guessed, so nobody else is hit. Argument: the mark.
 * A call that is still on its way there finds a file of that name, and does not begin; with a second argument, none can be. It needs /proc and grep there; without them
 * what the command left there lives on.
 */
const END_SCRIPT = `[ -r /proc/self/environ ] || exit 1
if [ -z "$2" ]; then
  (: > "/tmp/.$1") 2>/dev/null
  find /tmp -maxdepth 1 -type f -name '.bellhop-*' -mmin +60 -exec rm -f {} + 2>/dev/null
fi
was=
looks=0
while [ "$looks" -lt 50 ]; do
  found=
  for file in $(grep -lF "BELLHOP_CALL=$1" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}" 2>/dev/null && found=1 was=1
  done
  if [ -z "$found" ]; then
    [ -z "$was" ] || rm -f "/tmp/.$1"
    exit 0
  fi
  looks=$((looks + 1))
  sleep 0.05 2>/dev/null || sleep 1
done
exit 1`;

export interface Call {
  readonly command: string;
  readonly cwd: string | undefined;
  /** Both outputs in one, in the order in which they were written. */
  readonly merged: boolean;
}

/**
 * One more word behind those of a call: it has {@link outMark} in the standard output before and after what the command prints.
 * For a way that carries both outputs apart, where the end may be told before the last of the output is here.
 */
export const MARKED = "marked";

export function outMark(mark: string): string {
  return `${mark}:out\n`;
}

/** A mark that no other call has. */
export function newMark(): string {
  return `bellhop-${randomBytes(12).toString("hex")}`;
}

/** What {@link callWords} give every process of the command: where it can be set from outside, the shell has it from the first moment on. */
export function callVariable(mark: string): string {
  return `BELLHOP_CALL=${mark}`;
}

/** The words that run a call. */
export function callWords(mark: string, { command, cwd = "", merged }: Call): readonly string[] {
  // A relative directory may begin with "-", and one that is called "-" would be the one before.
  const directory = cwd === "" || cwd.startsWith("/") ? cwd : `./${cwd}`;
  return ["sh", "-c", ENTER_SCRIPT, CALL_SCRIPT, mark, directory, command, merged ? "merged" : "apart"];
}

/** The words that end whatever a call has left. `canBeLate`: it may still be on its way there. */
export function endWords(mark: string, canBeLate = true): readonly string[] {
  return ["sh", "-c", END_SCRIPT, "sh", mark, canBeLate ? "" : "here"];
}

/** What the error output of a call tells. */
export interface Told {
  readonly hasBegun: boolean;
  /** Null: nothing was said of an end. */
  readonly exitCode: number | null;
  /** The rest. */
  readonly text: string;
}

export function readTold(text: string, mark: string): Told {
  const began = `${mark}:began\n`;
  const ended = new RegExp(`\n${mark}:ended:(\\d+)\n`).exec(text);
  return {
    hasBegun: text.includes(began),
    exitCode: ended === null ? null : Number(ended[1]),
    text: text.replace(began, "").replace(ended?.[0] ?? "", ""),
  };
}
