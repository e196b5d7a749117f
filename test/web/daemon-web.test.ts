import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { bellhop } from "../cli/real-cli.ts";
import { realHome } from "../daemon/real-home.ts";
import { systemCode } from "../../src/core/errors.ts";
import { until } from "../support/until.ts";
import { send } from "./serving.ts";

interface Link {
  readonly url: string;
  readonly port: number;
}

async function linkOf(home: string, ...more: readonly string[]): Promise<Link> {
  const { code, out } = await bellhop(home, "web", "--json", ...more);
  expect(code).toBe(0);
  return JSON.parse(out) as Link;
}

test("[WEB-1] nothing listens until the page is asked for; the next daemon serves it again, until it is told to stop", async () => {
  const home = realHome();
  await bellhop(home, "daemon", "start");
  expect(JSON.parse((await bellhop(home, "daemon", "status", "--json")).out)).not.toHaveProperty("http_port");
  const link = await linkOf(home);
  expect(link.url).toBe(`http://127.0.0.1:${link.port}/?token=${new URL(link.url).searchParams.get("token")}`);
  expect(await linkOf(home)).toEqual(link);
  expect((await bellhop(home, "web")).out).toBe(`${link.url}\n`);
  expect([readFileSync(join(home, "web"), "utf8"), statSync(join(home, "web")).mode & 0o777]).toEqual([
    `${link.port}\n`,
    0o600,
  ]);
  const status = JSON.parse((await bellhop(home, "daemon", "status", "--json")).out) as { readonly pid: number };
  expect(status).toMatchObject({ http_port: link.port });
  process.kill(status.pid, "SIGKILL");
  const cookie = async (): Promise<unknown> =>
    (await send(link.port, new URL(link.url).pathname + new URL(link.url).search).catch(() => null))?.status === 303;
  await bellhop(home, "ps");
  await until(cookie, { what: "the page at its old place" });
  expect(await bellhop(home, "web", "--stop")).toMatchObject({ code: 0, out: "" });
  await bellhop(home, "daemon", "stop");
  await bellhop(home, "daemon", "start");
  expect(await send(link.port, "/").catch(systemCode)).toBe("ECONNREFUSED");
});

test("[WEB-1] a port that somebody has is said, and another one can be asked for", async () => {
  const [home, other] = [realHome(), realHome()];
  const { port } = await linkOf(home);
  const refused = await bellhop(other, "web", "--port", `${port}`);
  expect(refused).toMatchObject({ out: "" });
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain(`127.0.0.1:${port}`);
  expect((await linkOf(other)).port).not.toBe(port);
});
