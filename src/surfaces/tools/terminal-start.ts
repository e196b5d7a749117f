import type { StartOptions } from "../../core/contract.ts";
import { WATCHER_SECONDS } from "../../core/limits.ts";
import type { EventRoute } from "../../core/notify/event.ts";
import { terminalRefusal } from "../../core/shell/hints.ts";
import type { TerminalCall } from "./terminal-call.ts";
import type { NoticePromise } from "./terminal-promise.ts";
import type { ToolCaller } from "./tool.ts";

/** A start, and why it gets no terminal though one was asked for (empty: it gets what was asked for). */
export interface PlannedStart {
  readonly options: StartOptions;
  readonly ptyNote: string;
}

/** What is started for a call. */
export function plannedStart(call: TerminalCall, caller: ToolCaller, promise: NoticePromise): PlannedStart {
  const { command, workdir, name, persistOnRelease, ready } = call;
  const ptyNote = call.pty ? terminalRefusal(command) : "";
  const options: StartOptions = {
    command,
    ...(workdir !== undefined && { cwd: workdir }),
    ...(name !== undefined && { name }),
    ...(call.pty && ptyNote === "" && { pty: true }),
    ...((call.stdin || ptyNote !== "") && { stdin: "pipe" }),
    ...(persistOnRelease && { persistOnRelease }),
    ...(ready !== undefined && { ready }),
    ...(promise.notifyOnComplete && { notifyOnComplete: true }),
    ...(promise.watchPatterns.length > 0 && { watchPatterns: promise.watchPatterns }),
    ...(promise.heartbeatSeconds > 0 && { heartbeatSeconds: promise.heartbeatSeconds }),
    ...ownerOf(caller),
    ...routeOf(caller, promise.notifyOnComplete),
    ...(caller.caller && { caller: caller.caller }),
    ...(caller.environment && { environment: caller.environment }),
  };
  return { options, ptyNote };
}

function ownerOf({ taskId, ownerTaskId, sessionKey }: ToolCaller): Partial<StartOptions> {
  return {
    ...(taskId && { taskId }),
    ...(ownerTaskId && { ownerTaskId }),
    ...(sessionKey && { sessionKey }),
  };
}

/** A gateway is to look after the process only when it has a chat to show its end in (behaviour 10.4). */
function routeOf(caller: ToolCaller, isTold: boolean): Pick<StartOptions, "watcher" | "parentSessionId"> {
  const variables = sessionVariables(caller);
  const route = present(caller.watcher ?? variables.route);
  const parentSessionId = caller.parentSessionId ?? variables.parentSessionId;
  const hasPlatform = Boolean(route.platform);
  return {
    ...(parentSessionId && { parentSessionId }),
    ...(hasPlatform && { watcher: { ...route, ...(isTold && { interval: WATCHER_SECONDS }) } }),
  };
}

/** What the environment of a caller says about its conversation; only when the host has given one. */
function sessionVariables({ caller }: ToolCaller): {
  readonly route: Partial<EventRoute>;
  readonly parentSessionId: string;
} {
  const read = (name: string): string => caller?.env[`BELLHOP_SESSION_${name}`] ?? "";
  const platform = read("PLATFORM");
  if (platform === "") return { route: {}, parentSessionId: "" };
  return {
    route: {
      platform,
      chatId: read("CHAT_ID"),
      userId: read("USER_ID"),
      userName: read("USER_NAME"),
      threadId: read("THREAD_ID"),
      messageId: read("MESSAGE_ID"),
    },
    parentSessionId: read("ID"),
  };
}

function present(route: Partial<EventRoute>): Partial<EventRoute> {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== ""));
}
