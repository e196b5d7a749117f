import { acknowledge, drain, eventHistory, events, pending } from "./events.ts";
import { kill } from "./kill.ts";
import { list, remove, show, tree, usage } from "./list.ts";
import {
  hasActiveForSession,
  isCompletionConsumed,
  isWaiting,
  post,
  takeWatchers,
  unreadCompletions,
  waitForPendingCompletions,
} from "./notices.ts";
import {
  countRunning,
  hasActiveProcesses,
  hasAnyActive,
  killAll,
  killStartedSince,
  runningOwnedBy,
  snapshotRunningIds,
  transferOwnership,
} from "./owners.ts";
import type { Operation } from "./operation.ts";
import { follow, log, poll } from "./output.ts";
import { screen } from "./screen.ts";
import { restart, start } from "./start.ts";
import { closeStdin, submit, write } from "./stdin.ts";
import { paste, resize, sendKeys, sendSecret } from "./terminal.ts";
import { wait, waitMany } from "./wait.ts";

/** Everything that can be asked of Bellhop. Each face (tools, daemon, command line) calls these. */
export const operations: readonly Operation[] = [
  start,
  poll,
  log,
  wait,
  waitMany,
  kill,
  list,
  show,
  usage,
  tree,
  follow,
  screen,
  write,
  submit,
  closeStdin,
  sendKeys,
  paste,
  sendSecret,
  resize,
  restart,
  remove,
  pending,
  drain,
  events,
  acknowledge,
  eventHistory,
  post,
  isWaiting,
  isCompletionConsumed,
  waitForPendingCompletions,
  unreadCompletions,
  hasActiveForSession,
  takeWatchers,
  killAll,
  snapshotRunningIds,
  killStartedSince,
  transferOwnership,
  runningOwnedBy,
  hasActiveProcesses,
  hasAnyActive,
  countRunning,
];
