import { fileURLToPath } from "node:url";

import { describe, expect, onTestFinished, test } from "vitest";

import { daemonEnvironment } from "../../src/surfaces/client/daemon-environment.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { testClient } from "./harness.ts";

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

describe("a daemon that does not come", () => {
  test("[DMN-41] nobody answers, and none may be started", async () => {
    const home = temporaryDirectory();
    await expect(testClient(home)).rejects.toMatchObject({
      code: "daemon_unreachable",
      message: `No daemon answers for the home ${home}. Start one with: bellhop daemon start`,
    });
  });

  test("[DMN-42] what it says about its failure reaches the one who asked", async () => {
    const home = temporaryDirectory();
    const program = [fixture("refusing-daemon.mjs"), "1", "The home", home, "cannot be written."];
    await expect(testClient(home, { mayStart: true, program })).rejects.toMatchObject({
      code: "daemon_unreachable",
      message: `The daemon of ${home} could not be started (exit code 1): The home ${home} cannot be written.`,
    });
  });

  test("[DMN-42] so does a program that is not there", async () => {
    const home = temporaryDirectory();
    const missing = testClient(home, { mayStart: true, program: [`${home}/missing.mjs`] });
    await expect(missing).rejects.toThrow(/could not be started \(exit code 1\): [^]*Cannot find module/);
  });

  test("[DMN-43] a home that another program owns is an error, after a while for a daemon that begins or leaves", async () => {
    const home = temporaryDirectory();
    const program = [fixture("refusing-daemon.mjs"), "75", "The home is in use by pid 7."];
    await expect(testClient(home, { mayStart: true, program })).rejects.toMatchObject({
      code: "home_in_use",
      message: "The home is in use by pid 7.",
    });
  });
});

test("[DMN-44] a daemon gets what it needs of its starter's environment, and no more", () => {
  onTestFinished(() => undefined);
  const env = {
    PATH: "/bin",
    HOME: "/root",
    LC_ALL: "C",
    XDG_RUNTIME_DIR: "/run/user/0",
    TERMINAL_TIMEOUT: "60",
    BELLHOP_REDACT_SECRETS: "true",
    BELLHOP_PROC_ID: "proc_000000000001",
    BELLHOP_SESSION_ID: "chat",
    AWS_SECRET_ACCESS_KEY: "x",
    NODE_OPTIONS: "--inspect-brk",
    UNSET: undefined,
  };
  expect(Object.keys(daemonEnvironment(env))).toEqual([
    "PATH",
    "HOME",
    "LC_ALL",
    "XDG_RUNTIME_DIR",
    "TERMINAL_TIMEOUT",
    "BELLHOP_REDACT_SECRETS",
  ]);
});
