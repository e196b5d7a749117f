import { isObject } from "../../base/json.ts";
import type { LooseResult } from "./delegation-outcome.ts";
import type { DelegationSettings } from "./format-context.ts";
import { textOf } from "./loose.ts";

/** How providers say that there is no such model (original). */
const PHRASES: readonly string[] = [
  "is not a valid model",
  "invalid model",
  "model not found",
  "model_not_found",
  "does not exist",
  "no such model",
  "unknown model",
  "unsupported model",
];

/**
 * Lines that say, once for all subagents, that the configured model does not exist: otherwise each looks as if it had failed
 * by itself, and the agent tries again (original #97654). Empty when that is not why, or when nothing is configured.
 */
export function modelRejectedLines(
  results: readonly LooseResult[],
  settings: DelegationSettings = {},
): readonly string[] {
  const model = textOf(settings.model).trim();
  if (model === "") return [];
  const rejected = results.filter((result) => isRejection(result, model)).length;
  return rejected === 0 ? [] : ["", headline(model, settings), extent(rejected, results.length), ...advice(settings)];
}

function isRejection({ error, summary }: LooseResult, model: string): boolean {
  const text = `${textOf(error)}\n${textOf(summary)}`.toLowerCase();
  return text.includes(model.toLowerCase()) && PHRASES.some((phrase) => text.includes(phrase));
}

function headline(model: string, settings: DelegationSettings): string {
  const provider = textOf(settings.provider).trim();
  const by = provider === "" ? "the configured provider" : `"${provider}"`;
  return `⚠ SUBAGENT MODEL REJECTED: "${model}" was refused by ${by} (HTTP 400: not a valid model ID).`;
}

/** The original says "every task" also where some have succeeded. */
function extent(rejected: number, all: number): string {
  if (all === 1) return "The task failed for this reason.";
  return rejected === all
    ? `Every task of this batch (${all}) failed for this reason.`
    : `${rejected} of the ${all} tasks of this batch failed for this reason.`;
}

function advice(settings: DelegationSettings): readonly string[] {
  const correct =
    "Trying again gives the same: first set delegation.model in the configuration to a model that the provider has.";
  return hasFallback(settings)
    ? [correct]
    : [correct, "No fallback chain is configured (delegation.fallback_providers), so no other model was tried."];
}

/** Both keys together are the chain: each holds one entry or a list of them. */
function hasFallback({ fallbackProviders, fallbackModel }: DelegationSettings): boolean {
  return [fallbackProviders, fallbackModel]
    .flat()
    .some((entry) => (isObject(entry) ? Object.keys(entry).length > 0 : textOf(entry).trim() !== ""));
}
