import { expect, test } from "vitest";

import { realHome } from "../daemon/real-home.ts";
import { until } from "../support/until.ts";
import { bellhop, startBellhop } from "./real-cli.ts";

/** Listens on a free port, says which, and stays. */
const SERVER = `exec ${process.execPath} -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>console.log("port",s.address().port))'`;
const PLAIN = ["--shell", "plain"] as const;

test("[CLI-32, CLI-33, CLI-35] a server until it is ready, and what else is waited for", async () => {
  const home = realHome();
  const served = await bellhop(home, "run", ...PLAIN, "--ready-pattern", "/port [0-9]+/", "--wait-ready", "--", SERVER);
  const id = served.out.trim();
  expect([served.code, served.err]).toEqual([0, ""]);
  const port = /port (\d+)/.exec((await bellhop(home, "logs", id)).out)?.[1] ?? "";
  expect(await bellhop(home, "wait", id, "--for", `port:${port},idle:60`)).toEqual({
    code: 0,
    out: `${id} listens: 127.0.0.1 port ${port}\n`,
    err: "",
  });
  expect((await bellhop(home, "ps")).out).toMatch(new RegExp(`PORTS.*\\n${id} .* ${port} `));
  expect((await bellhop(home, "wait", id, "--for", "pattern:never", "--timeout", "0.2")).code).toBe(124);
  const quick = (await bellhop(home, "run", ...PLAIN, "--", "sleep 0.2; exit 5")).out.trim();
  expect(await bellhop(home, "wait", id, quick, "--any")).toMatchObject({
    code: 5,
    out: expect.stringMatching(`^${quick} exited 5 after`) as string,
  });
  await bellhop(home, "kill", id);
});

test("[CLI-33, CLI-31] one that will not be ready says why, and its events are lines", async () => {
  const home = realHome();
  const failed = await bellhop(home, "run", ...PLAIN, "--ready-port", "9", "--wait-ready", "--", "echo boom; exit 7");
  const id = failed.out.trim();
  expect(failed).toMatchObject({
    code: 1,
    err: `bellhop: ${id} ended with code 7 before it was ready (port 9).\nboom\n`,
  });
  const events = startBellhop(home, "events", "--follow");
  const job = (await bellhop(home, "run", ...PLAIN, "--notify", "--", "echo one; echo two; exit 4")).out.trim();
  await until(() => events.seen.out.includes("\n"));
  expect(events.seen.out).toBe(`${job} exited 4\n`);
  await until(async () => (await bellhop(home, "drain")).out === "");
  events.child.kill("SIGINT");
  expect((await events.ended).code).toBe(130);
});
