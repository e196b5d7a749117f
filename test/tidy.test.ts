import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as limits from "../src/core/limits.ts";
import { cycles, forbiddenImports, layerOf, localImports } from "./support/layers.ts";
import { ROOT, onlyCode, source, sources } from "./support/sources.ts";
import type { SourceFile } from "./support/sources.ts";

/** What the compiler and the linter cannot say about the project. Each finding tells the file and the reason. */
const SRC = sources("src", ".ts");
const TESTS = sources("test", ".ts", ".mjs");
const PAGE = sources("web/src", ".ts", ".tsx", ".css");
const DOCS = [...sources("docs", ".md"), ...["README.md", "STYLE.md", "CHANGELOG.md"].filter(exists).map(source)];

const FILE_MAX_LINES = 300;
/** Files that are longer, and how long they may be. A number only goes down; an entry goes when its file is short enough. */
const LONGER: Readonly<Record<string, number>> = {
  "src/core/limits.ts": Number.POSITIVE_INFINITY, // All numbers of the project are in one file on purpose, and nothing else is.
};

test("the project was found", () => {
  expect(SRC.length).toBeGreaterThanOrEqual(40);
});

describe("layers", () => {
  test("every file belongs to one", () => {
    expect(SRC.filter((file) => !layerOf(file.path)).map((file) => file.path)).toEqual([]);
  });

  test("each imports only what is below it", () => {
    expect(SRC.flatMap(forbiddenImports)).toEqual([]);
  });

  test("the page imports nothing of what serves it", () => {
    const found = PAGE.filter((file) => /from "[./]*\/(?:src|dist)\//.test(file.text));
    expect(found.map((file) => file.path)).toEqual([]);
  });

  test("no module needs itself", () => {
    expect(cycles(new Map([...SRC, ...PAGE].map((file) => [file.path, localImports(file)])))).toEqual([]);
  });

  test("what is forbidden is seen", () => {
    const planted = (path: string, text: string) => forbiddenImports({ path, text }).length;
    expect([
      planted("src/core/a.ts", 'import {\n  readFileSync,\n} from "node:fs";'),
      planted("src/core/a.ts", 'import type { Store } from "../ports/store.ts";'),
      planted("src/registry/a.ts", 'export { x } from "../adapters/store/layout.ts";'),
      planted("src/surfaces/cli/a.ts", 'const x = await import("../../operations/table.ts");'),
      planted("src/surfaces/cli/a.ts", 'import type { Table } from "../../operations/table.ts";'),
      planted("src/base/a.ts", 'import { z } from "zod";'),
      planted("src/base/a.ts", '// import { z } from "zod";'),
      cycles(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ]).toEqual([1, 1, 1, 1, 0, 1, 0, ["b → c → b"]]);
  });

  test("the registry asks the clock", () => {
    const found = SRC.filter(
      (file) => file.path.startsWith("src/registry/") && onlyCode(file.text).includes("new Date()"),
    );
    expect(found.map((file) => file.path)).toEqual([]);
  });
});

describe("text", () => {
  test("files are short", () => {
    const long = [
      ...SRC,
      ...PAGE.filter((file) => !file.path.endsWith(".css")),
      ...TESTS,
      ...sources("scripts", ".mjs"),
      ...sources("bench", ".mjs"),
    ]
      .map((file) => ({ path: file.path, lines: file.text.split("\n").length - 1 }))
      .filter(({ path, lines }) => lines > (LONGER[path] ?? FILE_MAX_LINES));
    expect(long).toEqual([]);
    const outgrown = Object.keys(LONGER).filter(
      (path) => !exists(path) || source(path).text.split("\n").length - 1 <= FILE_MAX_LINES,
    );
    expect(outgrown).toEqual([]);
  });

  test("no word of the workplace, and nothing left to do", () => {
    // Put together, so that this file does not find itself.
    const banned = [
      ["/wo", "rk/"],
      ["registry.npm", "js"],
      ["TO", "DO"],
      ["FIX", "ME"],
      ["XX", "X"],
    ].map((parts) => parts.join(""));
    const files = [...SRC, ...PAGE, ...TESTS, ...DOCS, ...sources("scripts", ".mjs"), ...sources("src", ".sh")];
    const found = files.flatMap((file) =>
      banned.filter((word) => file.text.includes(word)).map((word) => `${file.path}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  test("the original is named only where compatibility with it is the matter", () => {
    const found = [...SRC, ...DOCS, ...sources("src", ".sh")].filter(
      (file) => /hermes/i.test(file.text) && !/compat|original|migrat/i.test(basename(file.path)),
    );
    expect(found.map((file) => file.path)).toEqual([]);
  });

  test("exports have names, one by one", () => {
    const found = [...SRC, ...PAGE]
      .filter((file) => /^export (?:default\b|\* from)/m.test(file.text))
      .map((file) => file.path);
    expect(found).toEqual([]);
  });

  test("links in documents lead somewhere", () => {
    expect(DOCS.flatMap(deadLinks)).toEqual([]);
  });
});

test("every file of core has a test of its name", () => {
  const typesOnly = new Set([
    "contract",
    "results",
    "record",
    "event",
    "delegation",
    "route",
    "limits",
    "confinement",
    "leftover",
    "adoption",
    "event-contract",
    "host-results",
    "usage-results",
    "contact-fields",
  ]);
  const tested = new Set(sources("test/core", ".test.ts").map((file) => basename(file.path, ".test.ts")));
  const names = SRC.filter((file) => file.path.startsWith("src/core/")).map((file) => ({
    path: file.path,
    name: basename(file.path, ".ts"),
  }));
  expect(names.filter(({ name }) => !typesOnly.has(name) && !tested.has(name)).map(({ path }) => path)).toEqual([]);
});

describe("limits", () => {
  test.each<readonly [why: string, smaller: number, larger: number]>([
    [
      "the end of a command is told within a second",
      limits.DRAIN_DEADLINE_MS + limits.DRAIN_QUIET_MS + 10 * limits.DRAIN_LOOK_MS,
      1_000,
    ],
    ["quiet is seen before the deadline", limits.DRAIN_QUIET_MS, limits.DRAIN_DEADLINE_MS],
    ["quiet is looked at often", limits.DRAIN_LOOK_MS * 10, limits.DRAIN_QUIET_MS],
    ["a kill looks often in its grace", limits.KILL_LOOK_MS * 10, limits.KILL_GRACE_MS],
    ["a kill looks often while it settles", limits.KILL_LOOK_MS * 10, limits.KILL_SETTLE_MS],
    ["the smallest log", limits.LOG_MAX_BYTES_FLOOR, limits.LOG_MAX_BYTES],
    ["the largest log", limits.LOG_MAX_BYTES, limits.LOG_MAX_BYTES_CEILING],
    [
      "a segment of the smallest log holds a block",
      limits.COPY_BLOCK_MIN_BYTES,
      limits.LOG_MAX_BYTES_FLOOR / limits.LOG_SEGMENTS,
    ],
    ["blocks", limits.COPY_BLOCK_MIN_BYTES, limits.COPY_BLOCK_MAX_BYTES],
    ["lines of an answer", limits.LOG_LINES, limits.LOG_LINES_MAX],
    ["one read fills an answer", limits.LOG_ANSWER_MAX_CHARS, limits.READ_MAX_BYTES],
    ["the index needs one read", limits.INDEX_STRIDE_BYTES, limits.READ_MAX_BYTES],
    ["output of a completion", limits.COMPLETION_OUTPUT_CHARS, limits.COMPLETION_OUTPUT_CHARS_MAX],
    ["a notice of a subagent is the shorter one", limits.ATTRIBUTED_OUTPUT_CHARS, limits.COMPLETION_OUTPUT_CHARS],
    ["waiting", limits.WAIT_TIMEOUT_SECONDS, limits.WAIT_TIMEOUT_MAX_SECONDS],
    ["a command is part of a message", limits.COMMAND_MAX_BYTES, limits.MESSAGE_MAX_BYTES],
    ["a full answer of a log fits in a message, escaped", limits.LOG_ANSWER_MAX_CHARS * 6, limits.MESSAGE_MAX_BYTES],
    ["a stream pauses long before a message is too large", limits.SOCKET_HIGH_WATER_BYTES, limits.MESSAGE_MAX_BYTES],
    ["a daemon says hello before its client gives up", limits.HELLO_DEADLINE_MS, limits.DAEMON_START_DEADLINE_MS],
    ["a private key is redacted in one piece", limits.PRIVATE_KEY_MAX_CHARS, limits.REDACT_PIECE_CHARS],
    ["pruning runs often enough to keep its time", limits.PRUNE_INTERVAL_MS, limits.ENDED_KEPT_MS],
  ])("%s: %d < %d", (_, smaller, larger) => {
    expect(smaller).toBeLessThan(larger);
  });
});

function deadLinks(file: SourceFile): readonly string[] {
  const links = [...file.text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file.path : join(dirname(file.path), path);
      return !exists(target) || (anchor !== undefined && !anchorsOf(source(target).text).has(anchor));
    })
    .map((link) => `${file.path}: ${link}`);
}

/** As GitHub makes them from headings. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? "");
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}

function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}
