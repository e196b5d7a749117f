import { isObject } from "../../base/json.ts";
import type { Tool } from "../tools/tool.ts";

type Schema = Readonly<Record<string, unknown>>;

/** What MCP wants to know of a tool besides what a model reads. */
export interface ToolFacts {
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Schema of the JSON object that it answers with. */
  readonly outputSchema: Schema;
}

/** A tool that is not known here may do anything. */
export function factsOf(name: string): ToolFacts {
  const { title, properties } = KNOWN[name] ?? { title: name, properties: {} };
  return {
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    outputSchema: objectOf({ ...COMMON, ...properties }),
  };
}

/** The tool without what changes anything, or null when nothing is left. */
export function readOnly(tool: Tool): (Tool & { readonly facts: ToolFacts }) | null {
  const actions = READ_ONLY_ACTIONS[tool.name];
  if (actions === undefined) return null;
  const facts = factsOf(tool.name);
  return {
    ...tool,
    inputSchema: narrowed(tool.inputSchema, actions),
    facts: {
      ...facts,
      annotations: { ...facts.annotations, readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    },
    run: async (args, options) => {
      const action = isObject(args) ? args["action"] : undefined;
      if (typeof action === "string" && actions.includes(action)) return tool.run(args, options);
      return JSON.stringify({
        error: `This server only looks: ${tool.name} takes the actions ${actions.join(", ")}. It was started with --read-only.`,
      });
    },
  };
}

const READ_ONLY_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  process_manage: ["list", "poll", "log", "wait"],
};

function narrowed(schema: Schema, actions: readonly string[]): Schema {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const { data: _, ...rest } = properties;
  return { ...schema, properties: { ...rest, action: { type: "string", enum: actions } } };
}

const text: Schema = { type: "string" };
const count: Schema = { type: "integer" };
const maybeCount: Schema = { type: ["integer", "null"] };
const list = (items: Schema): Schema => ({ type: "array", items });

function objectOf(properties: Schema): Schema {
  return { type: "object", properties, additionalProperties: true };
}

const EVENT = objectOf({ event_id: text, type: text, session_id: text, text });

/** Fields that more than one answer has. An answer has those that fit. */
const COMMON: Schema = {
  error: { type: ["string", "null"], description: "What went wrong, and what to do." },
  status: text,
  session_id: text,
  name: text,
  command: text,
  pid: maybeCount,
  output: text,
  exit_code: {
    ...maybeCount,
    description: "Minus the number of the signal after a death by signal; null when unknown.",
  },
  note: text,
  pending_events: { ...list(EVENT), description: "What happened meanwhile; told once." },
};

const KNOWN: Readonly<Record<string, { readonly title: string; readonly properties: Schema }>> = {
  terminal: {
    title: "Start a command",
    properties: { notify_on_complete: { type: "boolean" }, watch_patterns: list(text), hint: text },
  },
  process_manage: {
    title: "Look after commands in the background",
    properties: {
      processes: list(objectOf({ session_id: text, command: text, status: text, output_preview: text })),
      output_preview: text,
      cursor: { ...count, description: "Bytes ever written; log with since gives what came behind it." },
      total_lines: count,
      uptime_seconds: { type: "number" },
      completion_reason: text,
      killed_pids: list(count),
      survivors: list(count),
    },
  },
};
