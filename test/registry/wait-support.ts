import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { WaitOptions } from "../../src/core/contract.ts";
import type { WaitResult } from "../../src/core/results.ts";
import { parseCondition } from "../../src/core/wait-condition.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";

/** What a wait for `texts` says. */
export function waitFor(
  registry: Registry,
  id: string,
  texts: readonly string[],
  options: WaitOptions = {},
): Promise<WaitResult> {
  return registry.wait(id, { for: texts.map(parseCondition), timeoutSeconds: 20, ...options });
}

/** The fields that say why. */
export function why({ status, condition, detail }: WaitResult): Partial<WaitResult> {
  return { status, ...(condition === undefined ? {} : { condition }), ...(detail === undefined ? {} : { detail }) };
}

/** A file that a command waits for. */
export function gate(): { readonly open: () => void; readonly wait: string } {
  const path = join(temporaryDirectory(), "gate");
  return { open: () => writeFileSync(path, ""), wait: `until [ -e ${path} ]; do sleep 0.02; done` };
}
