import type { Bellhop } from "../../core/contract.ts";
import { messageOf } from "../../core/errors.ts";
import { unpacked } from "./lenient.ts";
import { startInBackground } from "./terminal-background.ts";
import { terminalCall, type TerminalCall } from "./terminal-call.ts";
import { redactedError } from "./terminal-errors.ts";
import { runInForeground } from "./terminal-foreground.ts";
import type { TerminalMeans } from "./terminal-means.ts";
import { TERMINAL_DESCRIPTION, TERMINAL_INPUT_SCHEMA } from "./terminal-schema.ts";
import type { Tool, ToolCaller, ToolRunOptions } from "./tool.ts";

/** The tool `terminal`: a command in the foreground, which the caller waits for, or in the background. */
export function terminal(bellhop: Bellhop, caller: ToolCaller): Tool {
  return {
    name: "terminal",
    description: TERMINAL_DESCRIPTION,
    inputSchema: TERMINAL_INPUT_SCHEMA,
    run: async (args, options = {}) => {
      try {
        return JSON.stringify(await run({ bellhop, caller }, terminalCall(unpacked(args)), options));
      } catch (error) {
        return JSON.stringify({ error: redactedError(messageOf(error), caller) });
      }
    },
  };
}

async function run(means: TerminalMeans, call: TerminalCall, options: ToolRunOptions): Promise<object> {
  if (call.background) return startInBackground(means, call);
  return runInForeground(means, call, options);
}
