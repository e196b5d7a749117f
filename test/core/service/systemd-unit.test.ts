import { describe, expect, test } from "vitest";

import { systemdUnit, unitServes } from "../../../src/core/service/systemd-unit.ts";

const SPEC = {
  node: "/usr/bin/node",
  nodeOptions: ["--max-semi-space-size=1"],
  program: "/opt/bellhop/main.js",
  home: "/home/a/.local/state/bellhop",
  env: {},
};

function lines(text: string, name: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith(`${name}=`));
}

describe("the unit of systemd", () => {
  test("[INST-1] spares the jobs, comes back after a failure, and not for ever", () => {
    const settings = systemdUnit(SPEC)
      .split("\n")
      .filter((line) => /^(?:Kill|Restart|Success|StartLimit|OOM|Tasks|Type|UMask|Delegate|WantedBy)/.test(line));
    expect(settings).toEqual([
      "StartLimitIntervalSec=120",
      "StartLimitBurst=10",
      "Type=exec",
      "UMask=0077",
      "KillMode=process",
      "Restart=on-failure",
      "RestartSec=1",
      "SuccessExitStatus=75",
      "RestartPreventExitStatus=2",
      "OOMPolicy=continue",
      "TasksMax=infinity",
      "WantedBy=default.target",
    ]);
  });

  test("[INST-2] names Node, the program and the home; a plain word is not quoted", () => {
    expect(lines(systemdUnit(SPEC), "ExecStart")).toEqual([
      "ExecStart=/usr/bin/node --max-semi-space-size=1 /opt/bellhop/main.js --home /home/a/.local/state/bellhop --idle-seconds 0",
    ]);
  });

  test.each([
    ["a space", "/a b", '"/a b"', '"/a b"'],
    ["quotes", `/"a'`, String.raw`/usr/bin/env "/\"a'"`, String.raw`"/\"a'"`],
    ["a backslash", String.raw`/a\b`, String.raw`/usr/bin/env "/a\\b"`, String.raw`"/a\\b"`],
    ["a percent sign", "/100%h", '"/100%%h"', '"/100%%h"'],
    ["a dollar, which only an argument substitutes", "/$HOME", '"/$HOME"', '"/$$HOME"'],
    ["a newline", "/a\nUser=root", String.raw`/usr/bin/env "/a\x0aUser=root"`, String.raw`"/a\x0aUser=root"`],
    ["letters", "/é", '"/é"', '"/é"'],
  ])("[INST-2] %s", (_, path, asProgram, asArgument) => {
    const unit = systemdUnit({ ...SPEC, nodeOptions: [], node: path, program: path, home: path });
    expect(lines(unit, "ExecStart")).toEqual([
      `ExecStart=${asProgram} ${asArgument} --home ${asArgument} --idle-seconds 0`,
    ]);
    const homes = [unitServes(unit, path), unitServes(unit, `${path}x`)];
    expect([...homes, unitServes(unit, path, path), unitServes(unit, path, `${path}x`)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("[INST-2] a variable is one word", () => {
    expect(lines(systemdUnit({ ...SPEC, env: { XDG_CONFIG_HOME: "/a b/$c%" } }), "Environment")).toEqual([
      'Environment="XDG_CONFIG_HOME=/a b/$c%%"',
    ]);
  });
});
