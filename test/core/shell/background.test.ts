import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backgroundTail } from "../../../src/core/shell/background.ts";

/** Inputs and outputs of behaviour 5.2; a single one stays as it is. */
const TABLE: readonly (readonly [string, string?])[] = [
  ["A && B &", "A && { B & }"],
  ["A || B &", "A || { B & }"],
  ["A && B && C &", "A && B && { C & }"],
  ["A || B || C &", "A || B || { C & }"],
  ["A && B || C &", "A && B || { C & }"],
  ["cd /app && node server.js &", "cd /app && { node server.js & }"],
  ["cd /app && node server.js &>/tmp/srv.log &", "cd /app && { node server.js &>/tmp/srv.log & }"],
  [
    'cd /x && python3 -m http.server 8000 &>/dev/null &\nsleep 1\ncurl -w "%{http_code}" u',
    'cd /x && { python3 -m http.server 8000 &>/dev/null & }\nsleep 1\ncurl -w "%{http_code}" u',
  ],
  ["A && B\nC &"],
  ["A && B; C &"],
  ["A && B | C"],
  ["A && B &\nfalse || C &", "A && { B & }\nfalse || { C & }"],
  ["sleep 5 &"],
  ["cd /tmp; start-server &"],
  ["A && B"],
  [""],
  ["  \t "],
  ["echo hi &>/dev/null"],
  ["cmd 2>&1"],
  ["cmd 2>&1 &"],
  ["A && B &>/dev/null &", "A && { B &>/dev/null & }"],
  ["A && B 2>&1 &", "A && { B 2>&1 & }"],
  ["A && B > log 2>&1 &", "A && { B > log 2>&1 & }"],
  ["A && B >& log &", "A && { B >& log & }"],
  ["A && B <&3 &", "A && { B <&3 & }"],
  ["echo 'A && B &'"],
  ['echo "A && B &"'],
  ["(A && B) &"],
  ["(A && B &)"],
  ["{ A && B; } &"],
  ["{ A && B & }"],
  ['echo "$(A && B)" &'],
  ["echo $(A && B) &"],
  ["echo A \\&\\& B"],
  ["# A && B &\nC"],
  ["A && B # note & more"],
  ["A && echo # x &"],
  ["A && echo a#b &", "A && { echo a#b & }"],
  ["A && B & # trailing", "A && { B & } ; # trailing"],
  ["A && (B; C) &", "A && { (B; C) & }"],
  ["A && { B & }"],
  ["   A && B &", "   A && { B & }"],
  ["A\t&&\tB\t&", "A\t&&\t{ B\t& }"],
  ["A&&B&", "A&&{ B& }"],
  ["A && B & C", "A && { B & } ; C"],
  ["A && B &C", "A && { B & } ;C"],
  ["A && B&C", "A && { B& } ;C"],
  ["cd D && nohup r > l 2>&1 & echo PID:$!", "cd D && { nohup r > l 2>&1 & } ; echo PID:$!"],
  ["A && B & C && D &", "A && { B & } ; C && { D & }"],
  ["A && B & C & D", "A && { B & } ; C & D"],
  ["A && B & wait", "A && { B & } ; wait"],
  ["A && B & &> f C", "A && { B & } ; &> f C"],
  ["A && \\\n B &", "A && \\\n { B & }"],
  ["for i in 1 2; do A && B & done", "for i in 1 2; do A && { B & } ; done"],
  ["case x in x) A && B & ;; esac", "case x in x) A && { B & } ;; esac"],
  ["if A && B; then C & fi"],
  ["f() { A && B & }"],
  ["(( a && b )) &"],
  ["&"],
  ["A && &"],
];

/** Where the original does it wrong or not at all (behaviour 5.3). */
const RIGHT: readonly (readonly [string, string?])[] = [
  ["echo `A && B` &"],
  ["echo ${x:-A&&B} &"],
  ["echo $[1&&2] &"],
  ["a[1&&2]=x &"],
  ["[[ -n x && -n y ]] &"],
  ["cat <<EOF\nA && B &\nEOF"],
  ["cat <<'EOF'\nA && B &\nEOF"],
  ["cat <<-EOF && C\n\tA && B &\n\tEOF"],
  ["printf '%s\\n' $'prefix\\' A && B &\nsuffix'"],
  ["false && echo B &\necho $?"],
  ["A && B & | C"],
  ["A && B &;"],
  ["A && B & && C"],
  ["A && B & || C"],
  ["A && B & &"],
  ["for i in 1 2; do A && B &; done"],
  ["a=x f() { A; }; A && B &"],
  ["A && B &\necho $(A &; B)"],
  ["A &&\nB &", "A &&\n{ B & }"],
  ["A && cat <<EOF &\nA && B &\nEOF", "A && { cat <<EOF & }\nA && B &\nEOF"],
  ["cd x && B | tee log &", "cd x && { B | tee log & }"],
];

describe("the tail of a list in the background", () => {
  test.each(TABLE)("[SHELL-1] %j", (input = "", output = input) => {
    expect({ output: backgroundTail(input), again: backgroundTail(output), valid: isValid(output) }).toEqual({
      output,
      again: output,
      valid: isValid(input),
    });
  });

  test.each(RIGHT)("[SHELL-2] %j", (input = "", output = input) => {
    expect({ output: backgroundTail(input), again: backgroundTail(output), valid: isValid(output) }).toEqual({
      output,
      again: output,
      valid: isValid(input),
    });
  });

  test("[SHELL-2] a hundred lists are rewritten, more are not: the command would get too long for the kernel", () => {
    const lists = (count: number): string => "A && B &\n".repeat(count);
    expect([lists(100), lists(101)].map(backgroundTail)).toEqual(["A && { B & }\n".repeat(100), lists(101)]);
  });
});

const word = fc.constantFrom(
  "A",
  "B",
  "A && B &",
  "A || B & C",
  "A && B &",
  "true",
  "echo x",
  "echo 'a && b &'",
  'echo "&"',
  "echo $'\\' && x &'",
  "x=1",
  "f() { A; }",
);
const odd = fc.constantFrom(
  "echo `A && B &`", "echo ${x:-A&&B &}", "echo $(A && B & C)", "[[ -n x && -n y ]]", "(( 1 && 2 ))", "a[1&&2]=x",
  "echo $[1&&2]", "cat <(A && B &)", "B 2>&1", "B &>/dev/null", "B >& log", "B <<< '&'", "! B", "time B", "A # & x",
); // prettier-ignore
const operator = fc.constantFrom(
  "&&",
  "||",
  "&",
  ";",
  "|",
  "\n",
  " && ",
  " || ",
  " & ",
  "; ",
  " | ",
  " &&\n",
  " & # c\n",
  "\\\n",
  "",
  " ",
);

const { script } = fc.letrec<{ script: string; piece: string; compound: string }>((tie) => ({
  script: fc
    .array(fc.tuple(tie("piece"), operator), { minLength: 1, maxLength: 5 })
    .map((pieces) => pieces.flat().join("")),
  piece: fc.oneof({ maxDepth: 2, withCrossShrink: true }, word, odd, tie("compound")),
  compound: fc
    .tuple(
      tie("script"),
      fc.constantFrom(
        (body: string) => `for i in 1 2; do ${body} done`,
        (body: string) => `if A; then ${body} fi`,
        (body: string) => `while ${body} do A; done`,
        (body: string) => `case x in x) ${body} ;; esac`,
        (body: string) => `{ ${body} }`,
        (body: string) => `(${body})`,
        (body: string) => `cat <<E\n${body}\nE\n`,
        (body: string) => `cat <<'E' && ${body}\n${body}\nE\n`,
        (body: string) => `sh -c "${body}"`,
      ),
    )
    .map(([body, wrap]) => wrap(body)),
}));

test("[SHELL-2] a command before a subshell is malformed, also when the line goes on in between", () => {
  const inputs = [
    "A\\\n(B)&&C && D &",
    "A \\\n (B) && D &",
    "A (B) && D &",
    "A && B\\\n(C) &",
    "A && B & C\\\n(D # )",
    "A && B & C \\\n(D # )&&E",
  ];
  expect(inputs.map((input) => [backgroundTail(input), isValid(input)])).toEqual(inputs.map((input) => [input, false]));
});

test("[SHELL-2] what is valid stays valid, what is not stays as it is, and doing it twice changes nothing", () => {
  let rewritten = 0;
  fc.assert(
    fc.property(script, (input) => {
      const output = backgroundTail(input);
      if (output === input) return;
      rewritten++;
      expect({ again: backgroundTail(output), was: isValid(input), is: isValid(output) }).toEqual({
        again: output,
        was: true,
        is: true,
      });
    }),
    { numRuns: 2_000 },
  );
  expect(rewritten).toBeGreaterThan(20);
});

test("[SHELL-2] any text at all: never a throw, and nothing is lost but what was inserted", () => {
  const pieces = fc.constantFrom(
    "&",
    "&&",
    "|",
    "||",
    "A",
    " ",
    "\n",
    "'",
    '"',
    "`",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "<<E",
    ";",
    "#",
    "\\",
    "$",
    "do",
    "é",
    "\0",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (text) => {
      const input = text.join("");
      const bare = (one: string): string => one.replaceAll(/[{};\s]/g, "");
      expect(bare(backgroundTail(input))).toBe(bare(input));
    }),
    { numRuns: 3_000 },
  );
});

function isValid(command: string): boolean {
  return spawnSync("bash", ["-n"], { input: command, stdio: ["pipe", "ignore", "ignore"] }).status === 0;
}
