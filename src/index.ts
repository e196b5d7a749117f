/** The public API: named exports only, nothing optional behind them. */
export { openRegistry, type OpenOptions } from "./compose.ts";
export type { AdoptOptions } from "./core/adoption.ts";
export type {
  Bellhop,
  CallerContext,
  DrainOptions,
  EventFilter,
  EventsOptions,
  FollowOptions,
  KillOptions,
  ListFilter,
  LogOptions,
  PendingOptions,
  ScreenOptions,
  StartOptions,
  SubscribedEvent,
  ToldEvent,
  WaitManyOptions,
  WaitOptions,
} from "./core/contract.ts";
export type { EnvironmentPolicy } from "./core/environment-policy.ts";
export { BellhopError, type ErrorCode, isBellhopError } from "./core/errors.ts";
export type {
  AsyncDelegationEvent,
  DelegationResult,
  HandedOffProcess,
  OrphanedProcess,
  UnreadCompletion,
} from "./core/notify/delegation.ts";
export type {
  AwaitingInputEvent,
  BellhopEvent,
  CompletionEvent,
  CompletionReason,
  EventRoute,
  EventsMergedEvent,
  HeartbeatEvent,
  InputClass,
  NotReadyEvent,
  NotReadyReason,
  ReadyEvent,
  WatchDisabledEvent,
  WatchMatchEvent,
  WatchOverflowReleasedEvent,
  WatchOverflowTrippedEvent,
} from "./core/notify/event.ts";
export { formatEvent } from "./core/notify/format.ts";
export type { DelegationSettings, FormatContext, SubagentFacts } from "./core/notify/format-context.ts";
export { groupEvents, groupText, groupTitle } from "./core/notify/group.ts";
export { type DisplayKind, displayKind } from "./core/notify/display.ts";
export { eventTitle } from "./core/notify/title.ts";
export type { KilledBy } from "./core/killed-by.ts";
export type { Leftover } from "./core/leftover.ts";
export type { KillAllOptions, TransferOptions } from "./core/owner.ts";
export type {
  ExitFields,
  FollowChunk,
  KillResult,
  ListEntry,
  LogResult,
  NotFound,
  PendingCompletions,
  PollResult,
  ProcessStatus,
  ProcessView,
  RemoveResult,
  ResizeResult,
  ScreenResult,
  StartedProcess,
  UnreadProcess,
  WatcherRequest,
  WaitManyResult,
  WaitResult,
  WaitStatus,
  WriteResult,
} from "./core/results.ts";
export type { ReadyCondition, ShellMode, StdinMode, TerminalSize } from "./core/record.ts";
export type { WaitCondition } from "./core/wait-condition.ts";
export type { Clock } from "./ports/clock.ts";
export {
  type Ability,
  type Environment,
  EnvironmentError,
  type EnvironmentTrouble,
  type ExecuteOptions,
  type Executed,
  type ExecutedBytes,
} from "./ports/environment.ts";
export type { Logger } from "./ports/logger.ts";
export type { TransformFacts } from "./registry/context.ts";
export { Registry } from "./registry/registry.ts";
export type { CloseSink, CloseTerminalResult, OutputSink, SinkProcess } from "./registry/sink-types.ts";
export { connect } from "./surfaces/client/connect.ts";
export type { ConnectOptions, DaemonIdentity, RemoteBellhop } from "./surfaces/client/contract.ts";
export { createTools } from "./surfaces/tools/create-tools.ts";
export type { Tool, ToolCaller, ToolRunOptions } from "./surfaces/tools/tool.ts";
