import { expect, test } from "vitest";

import { BellhopError } from "../../src/core/errors.ts";
import type { KillResult, ProcessView, StartedProcess, WaitResult } from "../../src/core/results.ts";
import type { StartOptions } from "../../src/core/contract.ts";
import type { ToolRunOptions } from "../../src/surfaces/tools/tool.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { startedOf } from "../support/fake-answers.ts";
import { until } from "../support/until.ts";
import { expectGolden, FACES, ground, settled, terminalOf } from "./terminal-support.ts";

async function run(bellhop: FakeBellhop, args: object, options?: ToolRunOptions): Promise<unknown> {
  return settled(JSON.parse(await terminalOf(bellhop).run(args, options)), {
    registry: { home: "/fake" },
    directory: "/fake",
  });
}

class Unreachable extends FakeBellhop {
  override wait(): Promise<WaitResult> {
    return Promise.reject(
      new BellhopError(
        "connection_lost",
        "The connection to the daemon ended before the answer. TOKEN=sk-proj-abcdefghijklmnopqrstuvwx0123456789",
      ),
    );
  }
}

test("[TOOLT-3, TOOLT-11] what cannot be waited for any more is named, so that it is not started twice", async () => {
  const answer = await run(new Unreachable(), { command: "make" });
  expectGolden("foreground-out-of-sight", answer);
});

class Unkillable extends FakeBellhop {
  override async kill(id: string): Promise<KillResult> {
    return { status: "error", sessionId: id, survivors: [7], error: "1 process does not end." };
  }
}

test("[TOOLT-8] what could not be ended is an error", async () => {
  const call = new AbortController();
  const bellhop = new Unkillable();
  const answering = run(bellhop, { command: "make" }, { signal: call.signal });
  await until(() => bellhop.asking > 0);
  call.abort();
  expectGolden("foreground-survivors", await answering);
});

test("[TOOLT-8] what ended by itself in the same moment has its own exit code", async () => {
  const call = new AbortController();
  const bellhop = new FakeBellhop();
  const kill = bellhop.kill.bind(bellhop);
  bellhop.kill = async (id, options) => {
    bellhop.print(id, "done\n");
    bellhop.finish(id, 4);
    return kill(id, options);
  };
  const answering = run(bellhop, { command: "make" }, { signal: call.signal });
  await until(() => bellhop.asking > 0);
  call.abort();
  expect(await answering).toEqual({ output: "done\n", exit_code: 4, error: null });
});

class NeverRan extends FakeBellhop {
  override async start(options: StartOptions): Promise<StartedProcess> {
    return { ...startedOf("proc_000000000001", options), status: "exited", pid: null };
  }

  override async get(): Promise<ProcessView | null> {
    return { completionReason: "failed_start" } as ProcessView;
  }
}

test("[TOOLT-3] what was started and never ran is an error", async () => {
  expectGolden("error-never-ran", await run(new NeverRan(), { command: "make", background: true }));
});

test.each(FACES)("[TOOLT-5] an end that nobody has seen is an error, over %s", async (face) => {
  const on = await ground(face);
  const answering = on.run({ command: "echo begun; exec sleep 60" });
  const id = await until(async () => {
    const [entry] = await on.bellhop.list();
    return entry?.outputPreview.includes("begun") && entry.sessionId;
  });
  const { shimPid, pid } = (await on.bellhop.get(id))!;
  process.kill(shimPid!, "SIGKILL");
  process.kill(pid!, "SIGKILL");
  expectGolden("foreground-lost", settled(await answering, on));
});
