import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { hostname as nameOfHost, networkInterfaces } from "node:os";

import type { ListeningSocket, PageRequest } from "../../ports/sockets.ts";

const LOOPBACK = ["127.0.0.1", "::1"];
const ANY_IPV4 = "0.0.0.0";
const ANY_IPV6 = "::";

/** By name or address, without a look-up: a name server could say anything. */
export function isThisHost(hostname: string): boolean {
  return addressesOf(hostname).length > 0;
}

/**
 * Asks for a page, where nobody but `of` would answer, and gives the status. A certificate is not checked: only the status
 * counts, and that it is our own server that gives it is known already.
 */
export async function fetchStatus(
  listening: readonly ListeningSocket[],
  { url, of, deadlineMs, signal }: PageRequest,
): Promise<number | null> {
  const target = new URL(url);
  const port = portOf(target);
  const own = new Set(of.map(({ inode }) => inode));
  const address = addressesOf(target.hostname).find((one) => {
    const asked = answering(listening, one, port);
    return asked.length > 0 && asked.every(({ inode }) => own.has(inode));
  });
  if (address === undefined) return null;
  return ask(target, address, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
}

/** The sockets that a connection to the address may reach: the kernel prefers the most specific ones. */
export function answering(
  listening: readonly ListeningSocket[],
  address: string,
  port: number,
): readonly ListeningSocket[] {
  const wildcards = isIP(address) === 6 ? [ANY_IPV6] : [ANY_IPV4, ANY_IPV6];
  for (const one of [address, ...wildcards]) {
    const found = listening.filter((socket) => socket.port === port && socket.address === one);
    if (found.length > 0) return found;
  }
  return [];
}

function ask(target: URL, address: string, signal: AbortSignal): Promise<number | null> {
  const isSecure = target.protocol === "https:";
  const name = plain(target.hostname);
  return new Promise((resolve) => {
    const request = (isSecure ? httpsRequest : httpRequest)(
      {
        host: address,
        port: portOf(target),
        path: target.pathname + target.search,
        headers: { host: target.host, connection: "close" },
        agent: false,
        signal,
        ...(isSecure ? { rejectUnauthorized: false, ...(isIP(name) === 0 ? { servername: name } : {}) } : {}),
      },
      (answer: IncomingMessage) => {
        resolve(answer.statusCode ?? null);
        answer.destroy();
      },
    );
    request.on("error", () => resolve(null));
    request.end();
  });
}

function portOf(target: URL): number {
  return Number(target.port) || (target.protocol === "https:" ? 443 : 80);
}

/** The addresses of this host that the name means; none when it is another host. */
function addressesOf(hostname: string): readonly string[] {
  const name = plain(hostname).toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return LOOPBACK;
  if (name === ANY_IPV4) return ["127.0.0.1"];
  if (name === ANY_IPV6) return ["::1"];
  if (isIP(name) === 4 && name.startsWith("127.")) return [name];
  const own = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map((one) => one.address));
  if (name === nameOfHost().toLowerCase()) return [...LOOPBACK, ...own];
  return [...LOOPBACK, ...own].includes(name) ? [name] : [];
}

/** Without the brackets of an IPv6 address. */
function plain(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
