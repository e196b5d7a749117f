import { expect, test } from "vitest";

import { createTools } from "../../src/surfaces/tools/create-tools.ts";
import { localEnvironment } from "../support/local-environment.ts";
import { testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";

interface Answer {
  readonly session_id: string;
  readonly error: string;
}

test("[TOOLT-13] a caller whose commands run elsewhere: foreground, background and log are there as here", async () => {
  const registry = await testRegistry({ environments: { lab: localEnvironment({ directory: temporaryDirectory() }) } });
  const [terminal, manage] = ["terminal", "process_manage"].map((name) =>
    createTools(registry, { environment: "lab", taskId: "t" }).find((tool) => tool.name === name),
  );
  const call = async (tool: typeof terminal, args: object): Promise<Answer> =>
    JSON.parse((await tool?.run(args)) ?? "null") as Answer;
  expect(await call(terminal, { command: "echo there; exit 3" })).toMatchObject({ output: "there\n", exit_code: 3 });
  const started = await call(terminal, { command: "echo begun; sleep 1000", background: true });
  expect((await registry.get(started.session_id))?.environment).toBe("lab");
  expect(await call(manage, { action: "kill", session_id: started.session_id })).toMatchObject({ status: "killed" });
  expect((await call(terminal, { command: "true", pty: true, background: false })).error).toContain("pty");
});
