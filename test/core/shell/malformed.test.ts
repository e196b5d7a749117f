import { spawnSync } from "node:child_process";
import { parse } from "unbash";
import { expect, test } from "vitest";
import { isMalformed } from "../../../src/core/shell/malformed.ts";

test.each([
  "A &; B", "for i in 1; do A &; done", "if A & | B; then C; fi", "{ A & && B; }", "X=1 f() { A; }", "X=1\\\n f() { A; }", "A &&", "for i in 1; do A &\n; done", "{ cat <<E &\nx\nE\n; }", "if A; then B; ; fi", "{ A\n; B; }", "for i in 1; do\nA; B\n\nC # x\ndone", "case x in x) A\n;; y) B; ;; esac", "{ cat <<E; B; }\nx\nE", "echo $(A &; B)", "echo 'x", "f() A",
  "A", "A & B", "A &>x", "A & &> x", "case x in x) A & ;; esac", "case x in x) A & ;& y) B;; esac", "f() { A; }", "A; f() { B; }", "if A; then f() { B; }; fi", "{ f() { A; } }", "A && f() { B; }", "A\nf() { B; }",
  "A \\\n; f() { B; }", "while A; do f() { B; }; done",
])("[SHELL-2] %j is malformed when bash says so", (script) => {
  const { status } = spawnSync("bash", ["-n"], { input: script, stdio: ["pipe", "ignore", "ignore"] });
  expect(isMalformed(script, parse(script))).toBe(status !== 0);
}); // prettier-ignore
