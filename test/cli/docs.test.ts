import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { buildProgram } from "../../src/surfaces/cli/parser.ts";
import { EXIT } from "../../src/surfaces/cli/report.ts";

const DOCUMENT = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
const GLOBAL = ["--home", "--json", "--help"];

/** What commander has: each command with its long options. */
function fromCommander(): Map<string, readonly string[]> {
  const program = buildProgram("0.1.0", { onChosen: () => undefined, out: () => undefined, err: () => undefined });
  const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
  return new Map(
    leaves.map((command) => {
      const group = command.parent === program ? "" : `${command.parent?.name()} `;
      const flags = command.options.map((option) => option.long ?? "").filter((flag) => !GLOBAL.includes(flag));
      return [group + command.name(), flags.toSorted()];
    }),
  );
}

/** What the document has: a heading for each command, and its options in the tables below. */
function fromDocument(): Map<string, readonly string[]> {
  const sections = DOCUMENT.split(/^#{2,3} /m).slice(1);
  const commands = sections.filter((section) => /^[a-z]/.test(section));
  return new Map(
    commands.map((section) => {
      const rows = section.split("\n").filter((line) => line.startsWith("| `-"));
      const flags = rows.flatMap((row) => (row.split(" | ")[0] ?? "").match(/--[\w-]+/g) ?? []);
      return [section.split("\n")[0] ?? "", flags.toSorted()];
    }),
  );
}

describe("docs/cli.md", () => {
  test("[CLI-23] has every command and every option, and no other", () => {
    expect(fromDocument()).toEqual(fromCommander());
  });

  test("[CLI-23] has the options that every command takes", () => {
    const section = DOCUMENT.split(/^## /m).find((text) => text.startsWith("Options of every command")) ?? "";
    expect(section.match(/(?<=`)--[\w-]+/g)).toEqual([...GLOBAL]);
  });

  test("[CLI-23, CLI-7] has every exit code", () => {
    const section = DOCUMENT.split(/^## /m).find((text) => text.startsWith("Exit codes")) ?? "";
    const codes = [...section.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT));
  });
});
