import { ATTRIBUTED_GOAL_CHARS } from "../limits.ts";
import { type FormatContext, subagentFacts } from "./format-context.ts";
import { type Loose, textOf } from "./loose.ts";
import { isSubagentId } from "./owns.ts";
import { shorten } from "./shorten.ts";

type LooseOwner = Loose<{ ownerTaskId: string; taskId: string; handoffNote: string }>;

/**
 * Whose process it is, where that is not plain: a subagent started it, or handed it over. Empty otherwise. Without this line
 * the model takes the notice for one about its own work (original #88934).
 */
export function attribution(owner: LooseOwner, context: FormatContext = {}): string {
  const note = textOf(owner.handoffNote);
  if (note !== "") return `Handed off to you by a subagent before it finished. Purpose: ${note}`;
  const id = subagentOf(owner);
  return id === "" ? "" : startedBy(id, context);
}

/** The subagent that owns the process; empty when its owner is none. */
function subagentOf(owner: LooseOwner): string {
  const id = textOf(owner.ownerTaskId) || textOf(owner.taskId);
  return isSubagentId(id) ? id : "";
}

function startedBy(id: string, context: FormatContext): string {
  const facts = subagentFacts(context, id);
  if (facts === null) return `Started by subagent ${id} (delegate_task).`;
  const delegation = textOf(facts.delegation);
  const goal = shorten(textOf(facts.goal), ATTRIBUTED_GOAL_CHARS);
  const of = delegation === "" ? "" : ` of delegation ${delegation}`;
  return `Started by subagent ${id}${of}.${goal === "" ? "" : ` Task: "${goal}"`}`;
}
