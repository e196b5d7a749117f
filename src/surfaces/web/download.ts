import { once } from "node:events";
import type { ServerResponse } from "node:http";

import type { Bellhop } from "../../core/contract.ts";
import { READ_MAX_BYTES } from "../../core/limits.ts";
import { begin, HttpError } from "./answer.ts";

/** The whole log that is kept, as it is now, redacted, as a file. Read as fast as it is taken. */
export async function download(bellhop: Bellhop, id: string, response: ServerResponse): Promise<void> {
  const view = await bellhop.get(id);
  if (view === null) throw new HttpError(404, `No process with ID ${id}`);
  begin(response, 200, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Disposition": `attachment; filename="${view.sessionId}.log"`,
  });
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  for (let since = 0; since < view.cursor && !gone.signal.aborted;) {
    const page = await bellhop.log(view.sessionId, { since, limit: READ_MAX_BYTES, consumeOutput: false });
    if (page.status === "not_found" || page.cursor <= since) break;
    since = page.cursor;
    if (!response.write(page.output)) await once(response, "drain", { signal: gone.signal }).catch(() => undefined);
  }
  response.end();
}
