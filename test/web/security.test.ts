import { connect } from "node:net";
import { describe, expect, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { HTTP_CONNECTIONS_MAX, WEB_REQUESTS_BURST_MAX, WEB_REQUESTS_PER_SECOND_MAX } from "../../src/core/limits.ts";
import { startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { bearer, cookieOf, send, webOver, type Wish } from "./serving.ts";

describe("the link", () => {
  test("[WEB-2] its token becomes a cookie, once, and is in no address after that", async () => {
    const site = await webOver(await testRegistry());
    const { status, headers } = await send(site.port, `/?token=${site.token}`);
    expect([status, headers.location, headers["referrer-policy"], headers["cache-control"]]).toEqual([
      303,
      "/",
      "no-referrer",
      "no-store",
    ]);
    const [cookie = ""] = headers["set-cookie"] ?? [];
    expect(cookie).toMatch(new RegExp(`^bellhop-${site.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(cookie).not.toContain(site.token);
  });

  test("[WEB-2] a link on another page leads there as well: the way on is our own page's", async () => {
    const site = await webOver(await testRegistry());
    const headers = { "Sec-Fetch-Site": "cross-site" };
    const reply = await send(site.port, `/?token=${site.token}`, { headers });
    expect([reply.status, reply.headers["set-cookie"]?.length, reply.headers["content-security-policy"]]).toEqual([
      200,
      1,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
    expect(reply.text).toContain('http-equiv="refresh" content="0;url=/"');
    expect(reply.text).not.toContain(site.token);
  });

  test.each<[string, (token: string, cookie: string) => readonly [string, Wish?]]>([
    ["no token", () => ["/api/processes"]],
    ["no token for the page itself", () => ["/"]],
    ["the token in the address of the API", (token) => [`/api/processes?token=${token}`]],
    ["the token in the address of a file", (token) => [`/index.html?token=${token}`]],
    ["the token as a cookie", (token) => ["/api/processes", { headers: { Cookie: `token=${token}` } }]],
    [
      "the cookie of another port",
      (_, cookie) => ["/api/processes", { headers: { Cookie: cookie.replace(/-\d+/, "-1") } }],
    ],
    [
      "the cookie as a token",
      (_, cookie) => ["/api/processes", { headers: { Authorization: `Bearer ${cookie.split("=")[1]}` } }],
    ],
    ["a wrong token in the link", (token) => [`/?token=${token.slice(1)}x`]],
    ["the token posted to the page", (token) => [`/?token=${token}`, { method: "POST", body: {} }]],
    ["a cookie that is cut", (_, cookie) => ["/api/processes", { headers: { Cookie: cookie.slice(0, -1) } }]],
    ["Basic", (token) => ["/metrics", { headers: { Authorization: `Basic ${btoa(`bellhop:${token}`)}` } }]],
  ])("[WEB-2] %s is 401, and tells nothing", async (_, make) => {
    const registry = await testRegistry();
    await startPlain(registry, "echo private-thing; sleep 1000");
    const site = await webOver(registry);
    const [path, wish] = make(site.token, await cookieOf(site));
    const reply = await send(site.port, path, wish);
    expect(reply.status).toBe(401);
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(reply.text).not.toMatch(/private-thing|<script/);
  });
});

describe("other sites", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["another Origin", { Origin: "http://evil.example" }],
    ["an Origin that looks like ours", { Origin: "http://127.0.0.1.evil.example" }],
    ["our name with another port", { Origin: "http://127.0.0.1:1" }],
    ["a sandboxed frame", { Origin: "null" }],
    ["a forged Host (DNS rebinding)", { Host: "evil.example" }],
    ["a forged Host with our port", { Host: "evil.example:PORT" }],
    ["an image of another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a page on another port of this machine", { "Sec-Fetch-Site": "same-site" }],
  ])("[WEB-3] %s is 403 with the cookie, for the list, the stream and a start", async (_, headers) => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", `${site.port}`)]),
    );
    const all = { ...sent, Cookie: await cookieOf(site), "X-Bellhop-Request": "1" };
    const replies = [
      await send(site.port, "/api/processes", { headers: all }),
      await send(site.port, "/api/stream?processes=1", { headers: all }),
      await send(site.port, "/api/processes", { headers: all, body: { command: "touch /tmp/evil" } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(replies.map((reply) => reply.headers["access-control-allow-origin"])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await registry.list()).toEqual([]);
  });

  test("[WEB-3] a form of another site, which can send a cookie at most, starts nothing", async () => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    const Cookie = await cookieOf(site);
    const body = JSON.stringify({ command: "true" });
    const statuses = [
      await send(site.port, "/api/processes", { body, headers: { Cookie } }),
      await send(site.port, "/api/processes", { body, headers: { Cookie, "Content-Type": "text/plain" } }),
      await send(site.port, "/api/processes", {
        body: "command=true",
        headers: { Cookie, "Content-Type": "application/x-www-form-urlencoded" },
      }),
      await send(site.port, "/api/processes", {
        body,
        headers: { Cookie, "Content-Type": "text/plain", "X-Bellhop-Request": "1" },
      }),
      await send(site.port, "/api/processes", {
        method: "OPTIONS",
        headers: { Cookie, "Access-Control-Request-Method": "POST" },
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 415, 403]);
    expect(await registry.list()).toEqual([]);
  });

  test("[WEB-3] what the page itself sends is answered", async () => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    const headers = {
      Cookie: await cookieOf(site),
      Origin: `http://127.0.0.1:${site.port}`,
      "Sec-Fetch-Site": "same-origin",
      "X-Bellhop-Request": "1",
    };
    const started = await send(site.port, "/api/processes", {
      headers,
      body: { command: "sleep 1000", shell: "plain" },
    });
    expect(started).toMatchObject({ status: 200, json: { status: "running" } });
    const path = `/api/processes/${started.json.session_id}`;
    expect((await send(site.port, `${path}/kill`, { headers, body: {} })).json).toMatchObject({ status: "killed" });
    expect((await send(site.port, path, { headers, method: "DELETE" })).json).toMatchObject({ status: "removed" });
  });

  test("[WEB-3] an upgrade to a WebSocket is not made, whoever asks", async () => {
    const site = await webOver(await testRegistry());
    const headers = {
      ...bearer(site),
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "x",
      "Sec-WebSocket-Version": "13",
    };
    expect((await send(site.port, "/api/stream", { headers })).status).not.toBe(101);
  });
});

describe("paths and answers", () => {
  test.each([
    "/../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "/assets/../../surfaces/daemon/main.js",
    "//etc/passwd",
    "/index.html%00.js",
    "/\\..\\package.json",
    "/.env",
  ])("[WEB-4] %s leads nowhere", async (path) => {
    const site = await webOver(await testRegistry());
    const reply = await send(site.port, path, { headers: bearer(site) });
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('"name"');
  });

  test("[WEB-4] every answer says what may be done with it", async () => {
    const site = await webOver(await testRegistry());
    for (const path of ["/api/processes", "/metrics", "/api/openapi.json", "/api/nothing"]) {
      const { headers } = await send(site.port, path, { headers: bearer(site) });
      const policy = String(headers["content-security-policy"]);
      expect([
        path,
        headers["x-content-type-options"],
        headers["cross-origin-resource-policy"],
        headers["cache-control"],
      ]).toEqual([path, "nosniff", "same-origin", "no-store"]);
      expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    }
  });
});

describe("bounds", () => {
  test("[WEB-8] a torrent of requests is told to wait, and later ones are answered again", async () => {
    let nowMs = 0;
    const site = await webOver(await testRegistry(), { ...systemClock, now: () => nowMs });
    const ask = async (): Promise<number> => (await send(site.port, "/api/events", { headers: bearer(site) })).status;
    for (let left = WEB_REQUESTS_BURST_MAX; left > 0; left -= 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    nowMs += 1_000 / WEB_REQUESTS_PER_SECOND_MAX;
    expect([await ask(), await ask()]).toEqual([200, 429]);
  });

  test("[WEB-8] a body without an end is cut off", async () => {
    const site = await webOver(await testRegistry());
    const body = JSON.stringify({ command: "x".repeat(5 * 1024 * 1024) });
    const reply = await send(site.port, "/api/processes", { headers: bearer(site), body }).catch(() => ({
      status: 413,
    }));
    expect(reply.status).toBe(413);
  });

  test("[WEB-8] a thousand connections that say nothing leave room for those that do, once they have gone", async () => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    const sockets = Array.from({ length: 1_000 }, () => connect(site.port, "127.0.0.1").on("error", () => undefined));
    await until(() => site.connections() >= HTTP_CONNECTIONS_MAX - 1);
    expect(site.connections()).toBeLessThanOrEqual(HTTP_CONNECTIONS_MAX);
    const started = await startPlain(registry, "echo still here");
    expect((await registry.wait(started.id)).output).toContain("still here");
    for (const socket of sockets) socket.destroy();
    const isServed = async (): Promise<boolean> =>
      (await send(site.port, "/api/processes", { headers: bearer(site) }).catch(() => null))?.status === 200;
    await until(isServed);
  });
});
