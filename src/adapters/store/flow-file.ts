import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parseJson } from "../../base/json.ts";
import { messageOf } from "../../core/errors.ts";
import type { Logger } from "../../ports/logger.ts";
import { replaceFile } from "./atomic-file.ts";
import { isDiskTrouble } from "./disk-trouble.ts";
import type { Home } from "./layout.ts";

export interface FlowFile {
  read(): unknown;
  save(flow: unknown): void;
  /** Writes what could not be written before. */
  flush(): void;
}

/** `flow.json`: how many events were told lately. It holds nothing that cannot be counted again. */
export function openFlowFile(home: Home, logger: Logger): FlowFile {
  const path = join(home.path, "flow.json");
  let unwritten: { readonly flow: unknown } | null = null;

  const save = (flow: unknown): void => {
    try {
      replaceFile(path, `${JSON.stringify(flow)}\n`);
      unwritten = null;
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      if (unwritten === null) logger.warn(`The file ${path} waits in memory only: ${messageOf(error)}.`);
      unwritten = { flow };
    }
  };

  return {
    read: () => (unwritten === null ? readFlow(path) : unwritten.flow),
    save,
    flush: () => {
      if (unwritten !== null) save(unwritten.flow);
    },
  };
}

function readFlow(path: string): unknown {
  try {
    return parseJson(readFileSync(path, "utf8")) ?? null;
  } catch {
    return null;
  }
}
