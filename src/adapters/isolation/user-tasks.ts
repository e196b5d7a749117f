import { readdirSync, statSync } from "node:fs";

import { readOrNull } from "./files.ts";

/** Field 20 of proc_pid_stat(5), counted from the third, which follows the last `)`. */
const THREADS_FIELD = 17;

/** Processes and threads of a user now, as RLIMIT_NPROC counts them. */
export function userTasks(uid: number): number {
  let tasks = 0;
  for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) tasks += tasksOf(`/proc/${name}`, uid);
  return tasks;
}

function tasksOf(directory: string, uid: number): number {
  if (statSync(directory, { throwIfNoEntry: false })?.uid !== uid) return 0;
  const stat = readOrNull(`${directory}/stat`) ?? "";
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[THREADS_FIELD] ?? 0) || 0;
}
