import { spawn } from "node:child_process";

import type { Context, Invocation } from "../context.ts";
import { ask, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { jsonLine } from "../text/sanitize.ts";

interface Served {
  readonly url?: string;
  readonly status?: string;
}

/** What shows an address to a person, by the platform. */
const OPENERS: Readonly<Record<string, string>> = { linux: "xdg-open", darwin: "open" };

/** `bellhop web`: has the daemon serve the page, and prints the link to it. */
export async function web(context: Context, invocation: Invocation): Promise<number> {
  const { options, json } = invocation;
  const { terminal } = context;
  return withRemote(context, invocation, async (remote) => {
    const stop = options.flag("stop");
    const input = { ...(stop && { stop }), port: options.number("port") };
    const { wire, value } = await ask<Served>(remote, "daemon_web", input);
    if (json) await terminal.out(jsonLine(wire));
    else if (value.url === undefined)
      note(terminal, "The page is not served any more once the daemon has ended: bellhop daemon stop.");
    else await show(context, value.url, options.flag("open"));
    return EXIT.ok;
  });
}

async function show({ terminal }: Context, url: string, isOpened: boolean): Promise<void> {
  await terminal.out(`${url}\n`);
  if (terminal.errIsTTY) note(terminal, "Whoever has this link can do everything that you can; it is for you alone.");
  if (isOpened) await open(url);
}

/** A machine without a desktop has no such program: the link is printed anyhow. */
function open(url: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(OPENERS[process.platform] ?? "xdg-open", [url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve()).once("spawn", () => resolve());
    child.unref();
  });
}
