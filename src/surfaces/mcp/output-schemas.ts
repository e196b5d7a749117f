/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema of the object that a tool answers with: the union of all its answers, each of which has the fields that fit it.
 * No field has a list of types: some clients know schemas with one type only.
 */
export function outputSchemaOf(name: string): Schema {
  return objectOf({ ...COMMON, ...OWN[name] });
}

const text: Schema = { type: "string" };
const count: Schema = { type: "integer" };
const flag: Schema = { type: "boolean" };
const list = (items: Schema): Schema => ({ type: "array", items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const about = (schema: Schema, description: string): Schema => ({ ...schema, description });

function objectOf(properties: Schema): Schema {
  return { type: "object", properties, additionalProperties: true };
}

const EVENT = objectOf({ event_id: text, type: text, session_id: text, text });

const COMMON: Schema = {
  error: about(orNull(text), "What went wrong, and what to do."),
  status: text,
  session_id: text,
  name: text,
  command: text,
  pid: orNull(count),
  output: text,
  exit_code: about(
    orNull(count),
    "Minus the number of the signal after a death by signal; null when unknown, or while it runs.",
  ),
  note: text,
  pending_events: about(list(EVENT), "What happened meanwhile; told once."),
};

const OWN: Readonly<Record<string, Schema>> = {
  terminal: {
    notify_on_complete: flag,
    notify_unsupported: text,
    watch_patterns: list(text),
    heartbeat_seconds: count,
    ready: about(text, "pending: you are told when it is ready, or that it will not be."),
    promoted_from_foreground: about(text, "Why it was started in the background."),
    hint: text,
  },
  process_manage: {
    processes: list(objectOf({ session_id: text, command: text, status: text, output_preview: text })),
    results: about(
      list(objectOf({ session_id: text, status: text })),
      "wait for several: the answer of each that has one.",
    ),
    running: about(list(text), "wait for several: the others."),
    output_preview: text,
    cursor: about(
      { anyOf: [count, objectOf({ row: count, column: count })] },
      "Bytes ever written; log with since gives what came behind it. screen: where the cursor stands.",
    ),
    total_lines: count,
    left_out: about(count, "list: processes that are not shown."),
    rows: about(list(text), "screen: its lines."),
    scrollback: about(list(text), "screen: the lines above it."),
    uptime_seconds: { type: "number" },
    completion_reason: text,
    killed_pids: list(count),
    survivors: list(count),
  },
};
