import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { pollOf, runPlain, testRegistry } from "../support/registry.ts";

const COMMAND = "true && sleep 60 &";

test.each(["plain", "login", "cached"] as const)(
  "[SHELL-1] in a %s shell only the program is left, and the record has the command as it was given",
  async (shell) => {
    const registry = await testRegistry();
    const { id, leftoverPids = [] } = await runPlain(registry, COMMAND, { shell });
    expect({
      left: leftoverPids.map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 2)),
      command: (await pollOf(registry, id)).command,
      spec: (JSON.parse(readFileSync(join(registry.home, "procs", id, "spec.json"), "utf8")) as { command: string })
        .command,
    }).toEqual({ left: [["sleep", "60"]], command: COMMAND, spec: COMMAND });
  },
);

test("[SHELL-3] the failure of what is in the foreground then is the exit code", async () => {
  const registry = await testRegistry();
  expect(await runPlain(registry, "cd /nowhere/at/all && sleep 60 &")).toMatchObject({ exitCode: 1 });
});

test("[ENV-9] a job knows its conversation", async () => {
  const registry = await testRegistry();
  const { id } = await registry.start({
    command: 'echo "$BELLHOP_SESSION_KEY $BELLHOP_SESSION_CHAT_ID ${BELLHOP_SESSION_USER_ID-none}"',
    shell: "plain",
    sessionKey: "chat",
    watcher: { chatId: "7" },
    env: { BELLHOP_SESSION_USER_ID: "of another" },
  });
  expect(await registry.wait(id)).toMatchObject({ output: "chat 7 none\n" });
});
