import { expect, test } from "vitest";

import { terminalEnvironment } from "../../../src/core/terminal/environment.ts";

const CASES: readonly (readonly [Record<string, string>, Record<string, string>, Record<string, string>])[] = [
  [{}, {}, { GIT_PAGER: "cat", PAGER: "cat", TERM: "xterm-256color" }],
  [{ TERM: "dumb" }, {}, { GIT_PAGER: "cat", PAGER: "cat", TERM: "xterm-256color" }],
  [{ TERM: "dumb" }, { TERM: "dumb" }, { GIT_PAGER: "cat", PAGER: "cat", TERM: "dumb" }],
  [{ TERM: "screen", PAGER: "less", GIT_PAGER: "" }, {}, { GIT_PAGER: "", PAGER: "less", TERM: "screen" }],
  [{ COLUMNS: "80", LINES: "24" }, {}, { GIT_PAGER: "cat", PAGER: "cat", TERM: "xterm-256color" }],
  [
    { COLUMNS: "80", LINES: "24" },
    { COLUMNS: "80" },
    { COLUMNS: "80", GIT_PAGER: "cat", PAGER: "cat", TERM: "xterm-256color" },
  ],
];

test("[TERM-6] the environment of a terminal", () => {
  expect(CASES.map(([env, asked]) => [env, asked, terminalEnvironment(env, asked)])).toEqual(CASES);
});
