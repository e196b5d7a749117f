/** The public API: named exports only, nothing optional behind them. */
export { openRegistry, type OpenOptions } from "./compose.ts";
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
  StartOptions,
  SubscribedEvent,
  ToldEvent,
  WaitManyOptions,
  WaitOptions,
} from "./core/contract.ts";
export { BellhopError, type ErrorCode, isBellhopError } from "./core/errors.ts";
export type { BellhopEvent, CompletionEvent, CompletionReason } from "./core/notify/event.ts";
export type {
  ExitFields,
  FollowChunk,
  KillResult,
  ListEntry,
  LogResult,
  NotFound,
  PollResult,
  ProcessStatus,
  ProcessView,
  RemoveResult,
  StartedProcess,
  WaitManyResult,
  WaitResult,
  WriteResult,
} from "./core/results.ts";
export type { WaitCondition } from "./core/wait-condition.ts";
export type { Clock } from "./ports/clock.ts";
export type { Logger } from "./ports/logger.ts";
export { Registry } from "./registry/registry.ts";
export { connect } from "./surfaces/client/connect.ts";
export { createTools } from "./surfaces/tools/create-tools.ts";
