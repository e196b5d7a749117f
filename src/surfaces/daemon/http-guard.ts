import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface Guarded {
  readonly token: string;
  readonly port: number;
}

/** Names that lead to this machine and to no other. */
const OWN_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Why a request is not answered; undefined when it may be. A web page that makes its name lead to this machine (DNS rebinding)
 * is known by `Host`, every other page by `Origin`; programs send none. Then the token decides.
 */
export function refusalOf(headers: IncomingHttpHeaders, { token, port }: Guarded): Refusal | undefined {
  const hosts = OWN_NAMES.map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host?.toLowerCase() ?? ""))
    return { status: 403, message: `The Host of a request must be ${hosts[0]}.` };
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin.toLowerCase() === `http://${host}`))
    return { status: 403, message: "Pages of other origins are not answered." };
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (given === undefined || !isSame(given, token))
    return { status: 401, message: "Send the token of the home: Authorization: Bearer … (the file `token` in it)." };
  return undefined;
}

/** In the same time, however much of it is right. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
