import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";

import { begin, HttpError } from "./answer.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
/** What the builder puts into names: the same name is always the same file. */
const HASHED = /-[\w-]{8,}\.\w+$/;
const YEAR_SECONDS = 31_536_000;
/** Made by the build, the smallest first. */
const PACKED = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * The files of the page. Only names that were found there are served, so no path leads anywhere else. An update beneath a
 * running daemon brings other names: they are looked for again when one is not known.
 */
export class Files {
  readonly #directory: string;
  #names: ReadonlySet<string>;

  constructor(directory: string) {
    this.#directory = directory;
    this.#names = new Set(namesBelow(directory));
  }

  has(pathname: string): boolean {
    const name = nameOf(pathname);
    if (!this.#names.has(name) && HASHED.test(name)) this.#names = new Set(namesBelow(this.#directory));
    return this.#names.has(name);
  }

  serve({ method, headers }: IncomingMessage, response: ServerResponse, pathname: string): void {
    const name = nameOf(pathname);
    if (method !== "GET" && method !== "HEAD") throw new HttpError(405, "Files can only be read.");
    if (!this.#names.has(name))
      throw new HttpError(503, "This Bellhop was built without its page; run its build again.");
    const accepted = headers["accept-encoding"] ?? "";
    const packed = PACKED.find(([encoding, suffix]) => accepted.includes(encoding) && this.#names.has(name + suffix));
    const bytes = readFileSync(join(this.#directory, name + (packed?.[1] ?? "")));
    begin(response, 200, {
      "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
      "Content-Length": bytes.length,
      "Cache-Control": HASHED.test(name) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
      Vary: "Accept-Encoding",
      ...(packed && { "Content-Encoding": packed[0] }),
    });
    response.end(method === "HEAD" ? undefined : bytes);
  }
}

function nameOf(pathname: string): string {
  return pathname === "/" ? "index.html" : pathname.slice(1);
}

function namesBelow(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  } catch {
    return []; // Not built: the API works all the same.
  }
}
