import { expect, test } from "vitest";

import { agentServes, launchdAgent } from "../../../src/core/service/launchd-agent.ts";

const SPEC = {
  node: "/opt/<node> & more/node",
  nodeOptions: ["--max-semi-space-size=1"],
  program: "/opt/bellhop/main.js",
  home: "/Users/a b/state",
  env: { XDG_CONFIG_HOME: "/Users/a b/config" },
};

/** The plain text between tags, for a list that has no nesting but one. */
function words(text: string): readonly string[] {
  return [...text.matchAll(/<(key|string|integer|true|false)\/?>([^<]*)/g)].map(([, tag = "", value = ""]) =>
    tag === "true" || tag === "false" ? tag : value,
  );
}

test("[INST-8] the agent of launchd has the same words, spares the jobs and comes back after a failure", () => {
  expect(words(launchdAgent(SPEC))).toEqual([
    "Label",
    "bellhop.daemon",
    "ProgramArguments",
    "/opt/&lt;node&gt; &amp; more/node",
    "--max-semi-space-size=1",
    "/opt/bellhop/main.js",
    "--home",
    "/Users/a b/state",
    "--idle-seconds",
    "0",
    "EnvironmentVariables",
    "XDG_CONFIG_HOME",
    "/Users/a b/config",
    "RunAtLoad",
    "true",
    "KeepAlive",
    "SuccessfulExit",
    "false",
    "AbandonProcessGroup",
    "true",
    "ExitTimeOut",
    "15",
    "Umask",
    "63",
  ]);
});

test("[INST-5] an agent says which home it is for", () => {
  const agent = launchdAgent({ ...SPEC, home: "/a & b" });
  expect([agentServes(agent, "/a & b"), agentServes(agent, "/a")]).toEqual([true, false]);
});
