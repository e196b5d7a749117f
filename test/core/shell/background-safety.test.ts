import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { backgroundTail } from "../../../src/core/shell/background.ts";

/** What comes after it would notice: it stays as it is. */
const NOTICED: readonly string[] = [
  "cd frontend && npm run dev & cd backend && npm run dev",
  "cd app && serve & cat log",
  "cd app && serve & echo $PWD",
  "cd app && serve & curl -o page localhost",
  "cd app && serve & echo started > log",
  "X=1 && serve & echo $X",
  "for d in a b; do cd $d && serve & done",
  "sleep 5 && open http://localhost & serve",
  "until curl localhost; do sleep 1; done && open page & serve",
  "npm run build && notify & npm run watch",
  "test -f x || exit 1 && serve &",
  "for i in 1 2; do test $i || continue && serve & done",
  "if A && B & then C; fi",
  "while A && B & do C; done",
  "false && B &\nexit",
  "false && B & echo ${?}",
  "for i in 1 2; do A && B & done; echo $?",
  "A && f() { B; } &",
  "A && B &! C",
];

/** They see no difference. */
const UNNOTICED: readonly string[] = [
  "cd app && serve & sleep 1; curl -sS http://localhost; echo PID $! > /tmp/pid",
  "cd app && serve & wait $!",
  "test -f x && serve & cat y",
  "mkdir -p x | tee y && serve & ls",
  "if A; then cd x && B & fi",
  "A && B & C; echo $?",
  "[[ -f x ]] && serve & ls",
];

test.each(NOTICED)("[SHELL-3] %j stays, since what follows would notice", (input) => {
  expect({ output: backgroundTail(input), valid: isValid(input) }).toEqual({ output: input, valid: true });
});

test("[SHELL-3] a status that is read later, not right after, is another one", () => {
  expect(backgroundTail("A && B & C; echo $?")).toBe("A && { B & } ; C; echo $?");
});

test.each(UNNOTICED)("[SHELL-1] %j is rewritten", (input) => {
  expect([backgroundTail(input) === input, isValid(backgroundTail(input))]).toEqual([false, true]);
});

function isValid(command: string): boolean {
  return spawnSync("bash", ["-n"], { input: command, stdio: ["pipe", "ignore", "ignore"] }).status === 0;
}
