import { isObject } from "../../base/json.ts";
import type { OperationContext } from "../../operations/operation.ts";
import { waitMany } from "../../operations/wait.ts";
import { flag } from "./lenient.ts";
import type { OwnProcesses } from "./own-processes.ts";
import { waitInput, type Arguments } from "./process-manage-arguments.ts";
import { fitAnswer } from "./process-manage-result.ts";

interface Waiting {
  readonly context: OperationContext;
  readonly own: OwnProcesses;
}

/** One wait on several processes. Ids that the caller has no process for are told, and not waited for. */
export async function waitForMany(
  { context, own }: Waiting,
  ids: readonly string[],
  args: Arguments,
): Promise<unknown> {
  const input = { ...waitInput(args), ...(flag("all", args) && { all: true }) };
  const asked = [...new Set(ids)];
  const found = await Promise.all(asked.map((id) => own.find(id)));
  const known = found.filter((id) => id !== null);
  const missing = asked.filter((_, place) => found[place] === null).map(notFound);
  if (known.length === 0) return { status: "not_found", results: missing, running: [], error: sentences(missing) };
  const answer = await waitMany.run(context, { ...input, session_ids: known });
  return fitAnswer(withMissing(answer, missing));
}

interface Missing {
  readonly status: "not_found";
  readonly session_id: string;
  readonly error: string;
}

function notFound(id: string): Missing {
  return { status: "not_found", session_id: id, error: `No process with ID ${id}` };
}

function sentences(missing: readonly Missing[]): string {
  return missing.map(({ error }) => error).join("; ");
}

/** They stand in front, as where the registry itself does not know an id. */
function withMissing(answer: unknown, missing: readonly Missing[]): unknown {
  if (!isObject(answer) || !Array.isArray(answer["results"])) return answer;
  return { ...answer, results: [...missing, ...(answer["results"] as readonly unknown[])] };
}
