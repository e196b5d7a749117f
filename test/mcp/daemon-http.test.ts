import { onTestFinished, expect, test } from "vitest";

import { readToken } from "../../src/base/token-file.ts";
import { bellhop, startBellhop } from "../cli/real-cli.ts";
import { realHome } from "../daemon/real-home.ts";
import { until } from "../support/until.ts";
import { call, overHttp } from "./clients.ts";

test("[MCP-17, MCP-15] a daemon serves HTTP when it is asked to, says where, and stays", async () => {
  const home = realHome();
  expect(await bellhop(home, "mcp", "--http")).toMatchObject({ code: 4 });
  await bellhop(home, "daemon", "stop");
  const daemon = startBellhop(home, "daemon", "run", "--http", "0");
  onTestFinished(() => void daemon.child.kill());
  // Every other command would start a daemon of its own.
  await until(async () => (await bellhop(home, "daemon", "status")).code === 0, {
    what: "the daemon",
  });
  const told = await until(
    async () => {
      const { code, out } = await bellhop(home, "mcp", "--http", "--json", "--session", "talk");
      return code === 0 ? (JSON.parse(out) as { readonly url: string }) : undefined;
    },
    { what: "the address" },
  );
  const url = new URL(told.url);
  const client = await overHttp({ port: Number(url.port), token: readToken(home) ?? "" }, "modern", url.search);
  expect(await call(client, "process_manage", { action: "list" })).toMatchObject({ processes: [] });
  const taken = startBellhop(realHome(), "daemon", "run", "--http", url.port);
  expect(await taken.ended).toMatchObject({
    code: 1,
    err: expect.stringContaining(`127.0.0.1:${url.port}`) as unknown,
  });
  expect(await bellhop(home, "daemon", "run", "--http", "99999")).toMatchObject({ code: 2 });
});
