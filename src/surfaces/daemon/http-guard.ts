import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Who is let in: a program that has sent the token, or the page, whose browser has a cookie. */
export type Visitor = "program" | "page";

export interface Guarded {
  readonly token: string;
  readonly port: number;
}

export interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Names that lead to this machine and to no other. */
const OWN_NAMES = ["127.0.0.1", "localhost", "[::1]"];
/** What a page must say when it changes something. A form cannot, and another origin may not (it would have to ask before). */
const PAGE_HEADER = "x-bellhop-request";

/**
 * Why a request is not answered; otherwise who it is from. A web page that makes its name lead to this machine (DNS rebinding)
 * is known by `Host`, every other page by `Origin` and `Sec-Fetch-Site`; programs send none. Then the token decides, or for the
 * page its cookie, which alone may only look.
 */
export function admit(asked: Asked, guarded: Guarded): Visitor | Refusal {
  const stranger = strangerRefusal(asked.headers, guarded.port);
  if (stranger) return stranger;
  const given = /^Bearer +(\S+)$/i.exec(asked.headers.authorization ?? "")?.[1];
  if (given !== undefined && isSame(given, guarded.token)) return "program";
  if (!hasCookie(asked.headers, guarded))
    return {
      status: 401,
      message:
        "Send the token of the home: Authorization: Bearer … (the file `token` in it). In a browser, open the link that `bellhop web` prints.",
    };
  return pageRefusal(asked) ?? "page";
}

/** Why whoever sends such a request is not even asked for a token. */
export function strangerRefusal(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  const hosts = OWN_NAMES.map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host?.toLowerCase() ?? ""))
    return { status: 403, message: `The Host of a request must be ${hosts[0]}.` };
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin.toLowerCase() === `http://${host}`))
    return { status: 403, message: "Pages of other origins are not answered." };
  return undefined;
}

/** Other sites can make a browser send requests, and other ports of this machine are the same site: both say so. */
function pageRefusal({ method, headers }: Asked): Refusal | undefined {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return { status: 403, message: "Requests that another site has made are not answered." };
  if (method === "GET" || method === "HEAD" || headers[PAGE_HEADER] === "1") return undefined;
  return { status: 403, message: `A page that changes something must send ${PAGE_HEADER}: 1.` };
}

/** Cookies do not know ports: each daemon has its own. */
function cookieName(port: number): string {
  return `bellhop-${port}`;
}

/** What the browser keeps. It follows from the token, and does not tell it; scripts cannot read it, and no other site can have it sent. */
export function cookieFor({ token, port }: Guarded): string {
  return `${cookieName(port)}=${cookieValue(token, port)}; Path=/; HttpOnly; SameSite=Strict`;
}

function cookieValue(token: string, port: number): string {
  return createHmac("sha256", token).update(`cookie of port ${port}`).digest("base64url");
}

function hasCookie({ cookie = "" }: IncomingHttpHeaders, { token, port }: Guarded): boolean {
  const wanted = cookieValue(token, port);
  return cookie
    .split(/; */)
    .map((pair) => pair.split("=", 2))
    .some(([name, value = ""]) => name === cookieName(port) && isSame(value, wanted));
}

/** In the same time, however much of it is right. */
export function isSame(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
