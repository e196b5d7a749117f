import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { OpenOptions } from "../../src/compose.ts";
import type { ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { expectGolden, FACES, ground, settled, type Ground } from "./terminal-support.ts";

interface Golden {
  readonly args: object;
  /** Other than the usual caller. */
  readonly as?: Partial<ToolCaller>;
  readonly options?: OpenOptions;
  /** What is there before. */
  readonly before?: (on: Ground) => Promise<unknown>;
}

const bg = (command: string, more: object = {}): object => ({ command, background: true, ...more });
const started =
  (command: string, more: object = {}) =>
  (on: Ground) =>
    on.run(bg(command, more));

const CASES: Readonly<Record<string, Golden>> = {
  "background-silent": { args: bg("sleep 60") },
  "background-notify": { args: bg("sleep 60", { notify: true }) },
  "background-watch": { args: bg("sleep 60", { notify: ["ERROR", "/fatal/i"] }) },
  "background-notify-and-watch": { args: bg("sleep 60", { notify_on_complete: true, watch_patterns: ["ERROR"] }) },
  "background-heartbeat": { args: bg("sleep 60", { heartbeat: 5 }) },
  "background-heartbeat-and-watch": { args: bg("sleep 60", { heartbeat: 90, notify: ["ERROR"] }) },
  "background-ready": { args: bg("sleep 60", { ready: { pattern: "listening" } }) },
  "background-pty": { args: bg("sleep 60", { pty: true, notify: true }) },
  "background-pty-refused": {
    args: bg("sleep 60 || gh auth login --with-token", { pty: true, notify: true }),
  },
  "background-name-stdin-persist": {
    args: bg("cat", { name: "web", stdin: true, persist_on_release: true, notify: true }),
  },
  "background-poller": { args: bg("sleep 60 || gh pr checks 7 --json state | jq .", { notify: true }) },
  "background-silent-poller": { args: bg("sleep 60 || gh pr view 7 --json statusCheckRollup -q .") },
  "background-timeout": { args: bg("sleep 60", { timeout: 5, notify: true }) },
  "background-directory": { args: bg("sleep 60", { workdir: "not/there", notify: true }) },
  "background-duplicate": { before: started("sleep 60"), args: bg("sleep 60", { notify: true }) },
  "background-subagent": { as: { isSubagent: true }, args: bg("sleep 60", { heartbeat: 60 }) },
  "background-subagent-silent": { as: { isSubagent: true }, args: bg("sleep 60") },
  "background-unsupported": { as: { canReceiveEvents: false }, args: bg("sleep 60", { notify: true }) },
  "background-unsupported-heartbeat": { as: { canReceiveEvents: false }, args: bg("sleep 60", { heartbeat: 60 }) },
  "background-unsupported-silent": { as: { canReceiveEvents: false }, args: bg("sleep 60") },
  "error-name-taken": { before: started("sleep 60", { name: "web" }), args: bg("sleep 1", { name: "web" }) },
  "error-name-of-stranger": {
    before: started("sleep 60", { name: "web" }),
    as: { taskId: "x", ownerTaskId: "other", sessionKey: "other" },
    args: bg("sleep 1", { name: "web" }),
  },
  "error-full": { options: { runningMax: 0 }, args: bg("sleep 1") },
  "error-start": { before: brokenHome, args: bg("sleep 1", { notify: true }) },
  "error-ready-elsewhere": { args: bg("sleep 1", { ready: "http://example.com/" }) },
  "foreground-error-start": { before: brokenHome, args: { command: "echo hi" } },
  "foreground-ok": { args: { command: "echo out; echo err >&2; printf end" } },
  "foreground-silent": { args: { command: "true" } },
  "foreground-code": { args: { command: "sh -c 'echo no; exit 3'" } },
  "foreground-signal": { args: { command: "kill -9 $$" } },
  "foreground-unknown-program": { args: { command: "no-such-program-here 2>/dev/null" } },
  "foreground-leftover": {
    before: async ({ directory }) =>
      writeFileSync(join(directory, "serve"), "sleep 60 >/dev/null 2>&1 &\necho started\n"),
    args: { command: "sh ./serve" },
  },
  "foreground-directory": { args: { command: "pwd", workdir: "not/there" } },
  "foreground-timeout": { args: { command: "echo begun; sleep 60", timeout: 0.5, name: "job" } },
  "foreground-timeout-subagent": { as: { isSubagent: true }, args: { command: "sleep 60", timeout: 0.3 } },
  "foreground-timeout-unsupported": { as: { canReceiveEvents: false }, args: { command: "sleep 60", timeout: 0.3 } },
  "foreground-promoted": { args: { command: "sleep 60", timeout: 601 } },
  "foreground-guard-nohup": { args: { command: "nohup make" } },
  "foreground-guard-ampersand": { args: { command: "sleep 60 &" } },
  "foreground-guard-server": { args: { command: "npm run dev", timeout: 700 } },
};

test("[TOOLT-2] a gateway arms a watcher for what it is to show, also when that began in the foreground", async () => {
  const on = await ground(FACES[0]);
  const as = { watcher: { platform: "chat", chatId: "42", threadId: "7" }, parentSessionId: "parent" };
  const background = await on.run(bg("sleep 60", { notify: true }), { as });
  await on.run(bg("sleep 60"), { as });
  const foreground = await on.run({ command: "sleep 60", timeout: 0.2 }, { as });
  const common = { checkInterval: 5, sessionKey: "talk", platform: "chat", chatId: "42", threadId: "7" };
  const rest = { userId: "", userName: "", messageId: "", notifyOnComplete: true, parentSessionId: "parent" };
  expect(await on.registry.takeWatchers()).toEqual([
    { sessionId: background.session_id, ...common, ...rest },
    { sessionId: foreground.session_id, ...common, ...rest },
  ]);
});

/** No record can be written any more. */
async function brokenHome({ registry }: Ground): Promise<void> {
  const path = join(registry.home, "procs");
  rmSync(path, { recursive: true });
  writeFileSync(path, "");
}

describe.each(FACES)("over %s", (face) => {
  test.each(Object.keys(CASES))("[TOOLT-4, TOOLT-3, TOOLT-6, TOOLT-12] terminal-%s.json", async (name) => {
    const { args, as, options, before } = CASES[name]!;
    const on = await ground(face, options);
    await before?.(on);
    const answer = await on.run(args, { ...(as && { as }) });
    expectGolden(name, { caller: as ?? {}, args, answer: settled(answer, on) });
  });
});
