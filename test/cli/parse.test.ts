import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CATALOGUE } from "../../src/surfaces/cli/catalogue.ts";
import { buildProgram, parse } from "../../src/surfaces/cli/parser.ts";
import { optionNames, parseQuickly } from "../../src/surfaces/cli/quick-parse.ts";
import { Harness } from "./harness.ts";

const SILENT = { onChosen: () => undefined, out: () => undefined, err: () => undefined };

/** What a parsed line says, as data. */
function meaning(argv: readonly string[], how: "quick" | "full"): unknown {
  const parsed = how === "quick" ? parseQuickly(argv) : parse(argv, "0.1.0");
  if (!parsed || !("chosen" in parsed)) return undefined;
  const { operands, options, home, json } = parsed.invocation;
  const names = (parsed.chosen.options ?? []).map((option) => optionNames(option).at(-1)?.slice(2) ?? "");
  const given = names.map((name) => [options.flag(name), options.text(name), options.number(name), options.list(name)]);
  return { name: parsed.chosen.name, operands, home, json, given };
}

describe("the quick parser", () => {
  test.each([
    [["ps"]],
    [["ps", "--all", "--json"]],
    [["ps", "--home", "/h", "--owner", "t"]],
    [["logs", "web", "-n", "5", "--since", "7", "-f"]],
    [["wait", "a", "b", "--any", "--timeout", "0.5"]],
    [["kill", "a", "--signal", "int", "--grace", "3"]],
    [["rm", "--older-than", "7d"]],
    [["send", "web", ""]],
    [["send", "web", "--", "-x"]],
    [["run", "--name", "n", "--stdin", "--", "echo", "--json", "--"]],
    [["run", "make", "-j4", "--json"]],
    [["run", "--watch", "a", "--watch", "b c", "--ready-port", "80", "--wait-ready", "--", "x"]],
    [["wait", "a", "--for", "port:80", "--for", "idle:3,exit", "--any"]],
    [["run", "--pty", "--rows", "40", "--", "vim"]],
    [["exec", "--background-after", "60", "--", "make", "-j4"]],
    [["send", "web", "--key", "up", "--key", "enter", "--enter"]],
    [["attach", "web", "--read-only", "--detach-key", "ctrl-g"]],
    [["resize", "web", "40", "100"]],
    [["daemon", "status", "--json"]],
    [["completion", "bash"]],
  ])("[CLI-28] reads %j as the full one does", (argv) => {
    expect(meaning(argv, "quick")).toBeDefined();
    expect(meaning(argv, "quick")).toEqual(meaning(argv, "full"));
  });

  test.each([
    [["ps", "--help"]],
    [["--json", "ps"]],
    [["ps", "--al"]],
    [["logs"]],
    [["logs", "a", "b"]],
    [["logs", "a", "-n5"]],
    [["logs", "a", "--lines=5"]],
    [["logs", "a", "-n", "x"]],
    [["run", "--env", "A=1", "--", "env"]],
    [["run", "--shell", "fish", "--", "x"]],
    [["nope"]],
    [["daemon"]],
    [[]],
  ])("[CLI-28] leaves %j to the full one", (argv) => {
    expect(parseQuickly(argv)).toBeUndefined();
  });

  test("[CLI-28] never says anything else than the full one", () => {
    const words = CATALOGUE.flatMap((spec) => [...spec.name.split(" "), ...(spec.options ?? []).flatMap(optionNames)]);
    const word = fc.constantFrom(
      ...words,
      "--",
      "-",
      "",
      "web",
      "5",
      "0.5",
      "A=1",
      "--json",
      "--home",
      "/h",
      "-x",
      "login",
      "7d",
    );
    const verb = fc.constantFrom(...CATALOGUE.map((spec) => spec.name.split(" ")));
    fc.assert(
      fc.property(verb, fc.array(word, { maxLength: 6 }), (name, rest) => {
        const quick = meaning([...name, ...rest], "quick");
        if (quick !== undefined) expect(quick).toEqual(meaning([...name, ...rest], "full"));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the full parser", () => {
  test.each([
    [["logs", "a", "-n5"], { name: "logs", operands: ["a"] }],
    [["logs", "a", "--lines=5"], { name: "logs", operands: ["a"] }],
    [["--json", "ps"], { name: "ps", json: true }],
    [["--home", "/h", "daemon", "status"], { name: "daemon status", home: "/h" }],
    [["run", "--env", "A=1", "B=2", "--", "env"], { name: "run", operands: ["env"] }],
    [["run", "make", "--", "x"], { name: "run", operands: ["make", "--", "x"] }],
  ])("reads %j", (argv, expected) => {
    expect(meaning(argv, "full")).toMatchObject(expected);
  });

  test.each([
    [["nonsense"], "bellhop: unknown command 'nonsense'\nSee bellhop --help.\n"],
    [["ps", "--ownr", "x"], "bellhop: unknown option '--ownr'\n(Did you mean --owner?)\nSee bellhop ps --help.\n"],
    [["logs"], "bellhop: missing required argument 'id'\nSee bellhop logs --help.\n"],
    [
      ["logs", "a", "-n", "x"],
      "bellhop: option '-n, --lines <count>' argument 'x' is invalid. Give a whole number, 0 or more.\nSee bellhop logs --help.\n",
    ],
    [
      ["run", "--env", "A=1", "env"],
      "bellhop: option '--env <name=value...>' argument 'env' is invalid. Give NAME=VALUE, and -- in front of the command.\nSee bellhop run --help.\n",
    ],
    [
      ["kill", "a", "--signal", "SIGNOPE"],
      "bellhop: option '--signal <signal>' argument 'SIGNOPE' is invalid. Give a signal, for example TERM, SIGINT or 9.\nSee bellhop kill --help.\n",
    ],
    [
      ["rm", "--older-than", "7 days"],
      "bellhop: option '--older-than <time>' argument '7 days' is invalid. Give a length of time, for example 90s, 30m, 12h or 7d.\nSee bellhop rm --help.\n",
    ],
  ])("[CLI-7, CLI-16] %j is a usage error", async (argv, err) => {
    expect(await new Harness().run(...argv)).toEqual({ code: 2, out: "", err });
  });

  test.each([
    ["logs", "--lines", "7", 7],
    ["kill", "--signal", "9", "SIGKILL"],
    ["kill", "--signal", "term", "SIGTERM"],
    ["kill", "--grace", "0.5", 0.5],
    ["rm", "--older-than", "2w", 1_209_600],
    ["rm", "--older-than", "90", 90],
    ["run", "--log-max-bytes", "10M", 10_485_760],
    ["run", "--log-max-bytes", "65536", 65_536],
  ])("%s %s %s is %j", (name, flag, text, value) => {
    const parsed = parse([name, flag, text, "x"], "0.1.0");
    if (!("chosen" in parsed)) throw new Error(parsed.err);
    const { options } = parsed.invocation;
    expect(options.number(flag.slice(2)) ?? options.text(flag.slice(2))).toBe(value);
  });
});

describe("help", () => {
  test("[CLI-23] every command has a description and an example that it can read", () => {
    const flawed = CATALOGUE.filter(({ name, summary, example }) => {
      const lines = example.split("\n").map((line) => line.trim());
      return summary === "" || !lines.every((line) => line.includes(`bellhop ${name}`));
    });
    expect(flawed).toEqual([]);
  });

  test("[CLI-2] is data when it was asked for, and an error when nothing was", async () => {
    const harness = new Harness();
    const asked = await harness.run("--help");
    const nothing = await harness.run();
    expect([asked.code, asked.err, nothing.code, nothing.out]).toEqual([0, "", 2, ""]);
    expect(asked.out).toBe(nothing.err);
    expect(await harness.run("--version")).toEqual({ code: 0, out: "0.1.0\n", err: "" });
    expect((await harness.run("help", "run")).out).toContain("Usage: bellhop run [options] -- <command...>");
  });

  test("[ELSE-1] run and exec can be told where", () => {
    const { commands } = buildProgram("0.1.0", SILENT);
    const flagsOf = (name: string) => commands.find((one) => one.name() === name)?.options.map(({ long }) => long);
    expect([flagsOf("run")?.includes("--backend"), flagsOf("exec")?.includes("--backend")]).toEqual([true, true]);
  });
});
