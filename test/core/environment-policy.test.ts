import { describe, expect, test } from "vitest";
import { blockedNames, jobEnvironment } from "../../src/core/environment-policy.ts";
import type { PolicyOptions } from "../../src/core/environment-policy.ts";
import { sessionVariables } from "../../src/core/environment-session.ts";

const ALWAYS = { PYTHONUNBUFFERED: "1" };

describe("what a job gets", () => {
  test.each([
    ["ENV-1", "inherited, and asked for on top", { A: "1", B: "1" }, { B: "2", C: "3" }, { A: "1", B: "2", C: "3" }],
    [
      "ENV-1",
      "no blocked names of either",
      { FIRECRAWL_API_KEY: "x" },
      { TELEGRAM_BOT_TOKEN: "x", MY: "keep" },
      { MY: "keep" },
    ],
    ["ENV-1", "no blocked names in other letters", { OpenAI_Api_Key: "x" }, { gh_token: "x" }, {}],
    ["ENV-1", "empty values and undefined ones", { EMPTY: "", GONE: undefined }, {}, { EMPTY: "" }],
    [
      "ENV-2",
      "a forced name",
      {},
      { TELEGRAM_BOT_TOKEN: "no", _BELLHOP_FORCE_TELEGRAM_BOT_TOKEN: "yes" },
      { TELEGRAM_BOT_TOKEN: "yes" },
    ],
    ["ENV-2", "a forced name wins whatever the order", {}, { _BELLHOP_FORCE_A: "yes", A: "no" }, { A: "yes" }],
    ["ENV-2", "an inherited forced name is nothing", { _BELLHOP_FORCE_GH_TOKEN: "x" }, {}, {}],
    [
      "ENV-3",
      "internal secrets",
      { AUXILIARY_VISION_API_KEY: "x", auxiliary_a_base_url: "x" },
      { GATEWAY_RELAY_EU_TOKEN: "x" },
      {},
    ],
    ["ENV-3", "internal secrets, forced", {}, { _BELLHOP_FORCE_GATEWAY_RELAY_EU_KEY: "x" }, {}],
    [
      "ENV-4",
      "markers of our Python",
      { VIRTUAL_ENV: "/v", CONDA_PREFIX: "/c", PYTHONHOME: "/p", PYTHONPATH: "/q" },
      {},
      { PYTHONPATH: "/q" },
    ],
    ["ENV-4", "markers that were asked for", { VIRTUAL_ENV: "/v" }, { VIRTUAL_ENV: "/mine" }, { VIRTUAL_ENV: "/mine" }],
    ["ENV-5", "unbuffered whatever was said", { PYTHONUNBUFFERED: "" }, { PYTHONUNBUFFERED: "0" }, {}],
    ["ENV-7", "inherited nonsense", { "": "x", "A=B": "x", "N\0": "x", V: "a\0b" }, {}, {}],
    [
      "ENV-8",
      "the user's cloud keys",
      { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", CLAUDE_CODE_OAUTH_TOKEN: "c" },
      {},
      { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", CLAUDE_CODE_OAUTH_TOKEN: "c" },
    ],
  ] as const)("[%s] %s", (_, __, base, extra, expected) => {
    expect(jobEnvironment(base, extra)).toEqual({ ...ALWAYS, ...expected });
  });

  test("[ENV-1] names that mean something to JavaScript are names like others", () => {
    const base = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>;
    expect(new Map(Object.entries(jobEnvironment(base)))).toEqual(
      new Map([
        ["__proto__", "x"],
        ["constructor", "y"],
        ["PYTHONUNBUFFERED", "1"],
      ]),
    );
  });
});

test("[ENV-6] a passthrough lifts names of the block list, but none of a provider or an internal one", () => {
  const base = { GH_TOKEN: "a", OPENAI_API_KEY: "b", AUXILIARY_X_API_KEY: "c" };
  const passthrough = ["gh_token", "openai_api_key", "AUXILIARY_X_API_KEY"];
  expect(jobEnvironment(base, {}, { passthrough })).toEqual({ ...ALWAYS, GH_TOKEN: "a" });
});

test.each([
  [{ "": "x" }, 'A name in env must be one character or more, without `=` and NUL; got "".'],
  [{ "A=B": "x" }, 'A name in env must be one character or more, without `=` and NUL; got "A=B".'],
  [
    { _BELLHOP_FORCE_: "x" },
    'A name in env must be one character or more, without `=` and NUL; got "_BELLHOP_FORCE_".',
  ],
  [{ KEY: "secret\0" }, "env.KEY must be a string without NUL."],
  [{ KEY: 1 as unknown as string }, "env.KEY must be a string without NUL."],
])("[ENV-7] refuses %j", (extra, message) => {
  expect(() => jobEnvironment({}, extra as Record<string, string>)).toThrow(message);
});

test("[ENV-1] the block list is sorted, without doubles", () => {
  expect(blockedNames()).toEqual([...new Set(blockedNames())].toSorted());
  expect(blockedNames()).toContain("BELLHOP_DASHBOARD_SESSION_TOKEN");
});

describe("the variables of a conversation", () => {
  const base = { BELLHOP_SESSION_CHAT_ID: "other", BELLHOP_SESSION_KEY: "other", BELLHOP_SESSION: "x", A: "1" };

  test("[ENV-9] bound ones win, unbound ones of another conversation are gone, asked for or not", () => {
    const session = sessionVariables({ sessionKey: "mine", parentSessionId: "p", watcher: { platform: "telegram" } });
    const extra = { BELLHOP_SESSION_USER_ID: "spoofed", _BELLHOP_FORCE_BELLHOP_SESSION_THREAD_ID: "spoofed" };
    expect(jobEnvironment(base, extra, { session })).toEqual({
      ...ALWAYS,
      A: "1",
      BELLHOP_SESSION: "x",
      BELLHOP_SESSION_KEY: "mine",
      BELLHOP_SESSION_ID: "p",
      BELLHOP_SESSION_PLATFORM: "telegram",
    });
  });

  test("[ENV-9] without a conversation they are names like others", () => {
    expect(sessionVariables({ sessionKey: "", watcher: {} })).toBeUndefined();
    expect(jobEnvironment(base, {}, { session: sessionVariables({}) })).toEqual({ ...ALWAYS, ...base });
  });

  test("[ENV-9] what no environment can hold is left out", () => {
    expect(jobEnvironment({}, {}, { session: { KEY: "a\0b" } })).toEqual(ALWAYS);
  });
});

describe("another product", () => {
  test.each([
    ["its prefix forces", {}, { _ACME_FORCE_GH_TOKEN: "x" }, { prefix: "ACME" }, { GH_TOKEN: "x" }],
    ["ours is a name like others then", {}, { _BELLHOP_FORCE_X: "x" }, { prefix: "ACME" }, { _BELLHOP_FORCE_X: "x" }],
    [
      "its own secrets are blocked, ours too",
      { ACME_DASHBOARD_SESSION_TOKEN: "x", BELLHOP_DASHBOARD_SESSION_TOKEN: "x" },
      {},
      { prefix: "ACME" },
      {},
    ],
    [
      "its session prefix",
      { ACME_SESSION_KEY: "old", BELLHOP_SESSION_KEY: "y" },
      {},
      { prefix: "ACME", session: { KEY: "new" } },
      { ACME_SESSION_KEY: "new", BELLHOP_SESSION_KEY: "y" },
    ],
    [
      "another session prefix",
      { CHAT_ID: "old" },
      {},
      { sessionPrefix: "CHAT_", session: { KEY: "new" } },
      { CHAT_KEY: "new" },
    ],
    [
      "its names to block",
      { ACME_KEY: "x", ACME_: "x", MY_ACME_KEY: "x", X1: "x", X12: "x" },
      { acme_url: "x", "A.B": "x", AxB: "x" },
      { blocked: ["ACME_*", "x1", "A.B"] },
      { MY_ACME_KEY: "x", X12: "x", AxB: "x" },
    ],
    [
      "and to pass",
      { ACME_KEY: "x", ACME_URL: "x" },
      {},
      { blocked: ["ACME_*"], passthrough: ["acme_url"] },
      { ACME_URL: "x" },
    ],
    [
      "its directory in PATH",
      { PATH: "/bin:/usr/bin" },
      {},
      { programDirectory: "/acme" },
      { PATH: "/acme:/bin:/usr/bin" },
    ],
    ["already there", { PATH: "/bin:/acme" }, {}, { programDirectory: "/acme" }, { PATH: "/bin:/acme" }],
    ["no PATH", {}, {}, { programDirectory: "/acme" }, { PATH: "/acme" }],
    ["its HOME", { HOME: "/root" }, {}, { home: "/acme/home" }, { HOME: "/acme/home", BELLHOP_REAL_HOME: "/root" }],
    [
      "a real HOME that is known",
      { HOME: "/acme/home", ACME_REAL_HOME: "/root" },
      {},
      { prefix: "ACME", home: "/acme/home" },
      { HOME: "/acme/home", ACME_REAL_HOME: "/root" },
    ],
  ])("[ENV-10] %s", (_, base, extra, options, expected) => {
    expect(jobEnvironment(base, extra as Record<string, string>, options as PolicyOptions)).toEqual({
      ...ALWAYS,
      ...expected,
    });
  });

  test("[ENV-10] a name with many stars is matched in a moment", () => {
    const blocked = [`${"*A".repeat(50)}*B`];
    const before = process.cpuUsage();
    jobEnvironment({ ["A".repeat(1_000)]: "x" }, {}, { blocked });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5);
  });
});
