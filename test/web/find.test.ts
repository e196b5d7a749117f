import { describe, expect, test } from "vitest";

import { WEB_FIND_BYTES_MAX, WEB_FIND_HITS_MAX } from "../../src/core/limits.ts";
import type { Found } from "../../src/surfaces/web/find.ts";
import { runPlain, testRegistry } from "../support/registry.ts";
import { bearer, send, type Site, webOver } from "./serving.ts";

describe("find", () => {
  test("[PAGE-11] lines with their numbers, in any case unless one asks for capitals", async () => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    const command = "printf '\\033[31mRed\\033[0m one\\nother\\nred two\\nred, no end'";
    await runPlain(registry, command, { name: "paint" });
    const find = (query: string) => foundBy(site, `paint/find?${query}`);
    expect([await find("text=red"), (await find("text=Red")).hits]).toEqual([
      {
        hits: [
          { line: 0, text: "Red one" },
          { line: 2, text: "red two" },
          { line: 3, text: "red, no end" },
        ],
        cursor: expect.any(Number) as number,
        line: 4,
        more: false,
      },
      [{ line: 0, text: "Red one" }],
    ]);
  });

  test("[PAGE-11] part by part over a long log: the numbers are those of the log's own lines", async () => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    await runPlain(registry, "seq 1000000 1700000", { name: "long" });
    const headers = bearer(site);
    const hits: Found["hits"][number][] = [];
    let parts = 0;
    for (let at: Found = { hits: [], cursor: 0, line: 0, more: true }; at.more; parts += 1) {
      at = await foundBy(site, `long/find?text=99999&since=${at.cursor}&line=${at.line}`);
      hits.push(...at.hits);
    }
    expect(parts).toBeGreaterThanOrEqual(Math.floor((700_000 * 8) / (WEB_FIND_BYTES_MAX * 1.1)));
    expect(hits.length).toBeGreaterThan(5);
    expect(hits).toEqual(hits.map(({ text }) => ({ line: Number(text) - 1_000_000, text })));
    const { line, text } = hits.at(-1)!;
    const page = await send(site.port, `/api/processes/long/log?offset=${line}&limit=1`, { headers });
    expect(page.json).toMatchObject({ output: `${text}\n` });
    const many = await foundBy(site, "long/find?text=1");
    expect(many.more).toBe(true);
    expect(many.hits.length).toBeGreaterThanOrEqual(WEB_FIND_HITS_MAX);
  });

  test.each([
    ["long/find", 400],
    ["long/find?text=x&since=-1", 400],
    ["nobody/find?text=x", 404],
  ])("[PAGE-11] %s is refused with %d", async (path, status) => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    await runPlain(registry, "echo x", { name: "long" });
    expect((await send(site.port, `/api/processes/${path}`, { headers: bearer(site) })).status).toBe(status);
  });
});

async function foundBy(site: Site, path: string): Promise<Found> {
  return (await send(site.port, `/api/processes/${path}`, { headers: bearer(site) })).json as unknown as Found;
}
