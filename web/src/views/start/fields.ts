/** One option of a start. `name` is that of the API. */
export interface FieldOf {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "lines" | "pairs" | "number" | "flag" | "choice" | "command" | "secret";
  readonly hint?: string;
  readonly choices?: readonly string[];
}

export interface Group {
  readonly title: string;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly fields: readonly FieldOf[];
}

const text = (name: string, label: string, hint = ""): FieldOf => ({ name, label, kind: "text", hint });
const number = (name: string, label: string, hint = ""): FieldOf => ({ name, label, kind: "number", hint });
const flag = (name: string, label: string, hint = ""): FieldOf => ({ name, label, kind: "flag", hint });

/** All options, in the order in which people need them. A dot leads into an object. */
export const GROUPS: readonly Group[] = [
  {
    title: "Command",
    isOpen: true,
    fields: [
      { name: "command", label: "Command", kind: "command", hint: "a shell command" },
      text("name", "Name", "unique among those that run"),
      text("cwd", "Directory", "default: your home"),
      flag("pty", "In a terminal", "for programs that draw or ask"),
      flag("notify_on_complete", "Tell its owner when it ends"),
    ],
  },
  {
    title: "Environment and input",
    fields: [
      { name: "env", label: "Variables", kind: "pairs", hint: "NAME=value, one a line" },
      { name: "shell", label: "Shell", kind: "choice", choices: ["login", "cached", "plain"] },
      { name: "stdin", label: "Standard input", kind: "choice", choices: ["null", "pipe"] },
      number("pty.rows", "Rows of the terminal", "30"),
      number("pty.cols", "Columns of the terminal", "120"),
    ],
  },
  {
    title: "Ready and told",
    fields: [
      { name: "ready", label: "Ready when", kind: "choice", choices: ["port", "pattern", "http"] },
      text("ready.value", "Port, text or address"),
      number("ready_timeout_seconds", "Seconds to become ready", "120"),
      { name: "watch_patterns", label: "Watch for", kind: "lines", hint: "texts or /regex/, one a line" },
      number("heartbeat_seconds", "Heartbeat, seconds", "0: never"),
      number("completion_output_chars", "Characters of output told at its end", "2000"),
      text("on_exit", "Command at its end", "gets the event as JSON"),
      text("notify_url", "Post events to", "https://…"),
      { name: "notify_secret", label: "Secret that signs the posts", kind: "secret" },
    ],
  },
  {
    title: "Limits",
    fields: [
      number("timeout_seconds", "Seconds at most", "0: no limit"),
      number("idle_timeout_seconds", "Seconds of silence at most", "0: no limit"),
      number("memory_max_mb", "Memory at most, MiB"),
      number("max_processes", "Processes at most"),
      number("cpu_percent", "CPU, percent of a core"),
      number("nice", "Nice", "0 to 19"),
      number("log_max_bytes", "Bytes of output kept", "64 MiB"),
    ],
  },
  {
    title: "Owner",
    fields: [
      text("task_id", "Task"),
      text("owner_task_id", "Owner", "default: the task"),
      text("session_key", "Conversation"),
      text("parent_session_id", "Parent conversation"),
      flag("persist_on_release", "Spare it when its task is swept"),
      text("watcher.platform", "Chat program"),
      text("watcher.chat_id", "Chat"),
      text("watcher.user_id", "Id of the user"),
      text("watcher.user_name", "Name of the user"),
      text("watcher.thread_id", "Thread"),
      text("watcher.message_id", "Message"),
      number("watcher.interval", "Seconds between two looks", "0: none"),
    ],
  },
];

export type Values = Readonly<Record<string, string | boolean>>;

/** The body of the request; what is empty is left out, so that the daemon's defaults hold. */
export function inputOf(values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of GROUPS.flatMap(({ fields }) => fields)) {
    const value = valueOf(field, values[field.name]);
    const [outer, inner] = field.name.split(".");
    if (value === undefined || outer === undefined) continue;
    if (inner === undefined) input[outer] = value;
    else if (outer !== "ready") input[outer] = { ...(input[outer] as object), [inner]: value };
  }
  const ready = input["ready"];
  if (typeof ready === "string") input["ready"] = { [ready]: readyValueOf(ready, values["ready.value"]) };
  return input;
}

function readyValueOf(kind: string, given: string | boolean | undefined): unknown {
  return kind === "port" ? Number(given) : String(given ?? "");
}

function valueOf({ kind }: FieldOf, given: string | boolean | undefined): unknown {
  if (given === undefined || given === "" || given === false) return undefined;
  const written = String(given);
  switch (kind) {
    case "flag":
      return true;
    case "number":
      return Number(written);
    case "lines":
      return linesOf(written);
    case "pairs":
      return Object.fromEntries(linesOf(written).map(pairOf));
    case "text":
    case "command":
    case "choice":
    case "secret":
      return written;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function pairOf(line: string): readonly [string, string] {
  const at = line.indexOf("=");
  if (at <= 0) throw new Error(`A variable is NAME=value; "${line}" is not.`);
  return [line.slice(0, at).trim(), line.slice(at + 1)];
}
