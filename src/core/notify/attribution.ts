/** What tasks of subagents begin with (original). */
const SUBAGENT_PREFIX = "sa-";

/** Who started the process, where that is a subagent; empty otherwise. The model would take the notice for its own (original #88934). */
export function attribution(owner: { readonly ownerTaskId?: string; readonly taskId?: string }): string {
  const id = owner.ownerTaskId || owner.taskId || "";
  return id.startsWith(SUBAGENT_PREFIX) ? `Started by subagent ${id} (delegate_task).` : "";
}
