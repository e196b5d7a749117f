import { setImmediate as nextTurn } from "node:timers/promises";

import { BellhopError } from "../../src/core/errors.ts";
import type { Remote } from "../../src/surfaces/cli/context.ts";
import { ENDED_FIELDS, dataOf, listEntry, logAnswer, pick, write } from "./fake-answers.ts";
import type { FakeProcess, Fields } from "./fake-answers.ts";
import { keyName, resize, screenAnswer, type } from "./fake-terminal.ts";

interface FakeEvent {
  readonly event_id: string;
  readonly event: Fields;
  readonly text: string;
}

export const NOW_MS: number = Date.parse("2026-11-29T12:00:00.000Z");

/** A daemon that is only a memory. Answers are `snake_case`, as on the wire; every input went through JSON. */
export class FakeRemote implements Remote {
  readonly daemon: Remote["daemon"] = { pid: 999_999_999, version: "0.1.0", home: "/home/of/test" };
  readonly calls: [operation: string, input: Fields][] = [];
  readonly processes: FakeProcess[] = [];
  readonly events: FakeEvent[] = [];
  /** Set to answer an operation otherwise. */
  readonly answers = new Map<string, (input: Fields) => unknown>();
  closed = 0;
  /** A muted follower has nothing to show. */
  muted = false;
  /** Bytes that a follower says are missing before its first chunk. */
  missingBytes = 0;
  readonly #changed = new Set<() => void>();

  /** A process that runs since `ageSeconds`. */
  add(id: string, fields: Fields = {}, ageSeconds = 180): FakeProcess {
    const view: Fields = {
      session_id: id,
      name: "",
      command: "npm test",
      status: "running",
      pid: 4242,
      uptime_seconds: ageSeconds,
      output_preview: "",
      cursor: 0,
      cwd: "/work",
      shell: "login",
      stdin: "null",
      task_id: "",
      owner_task_id: "",
      session_key: "",
      parent_session_id: "",
      started_at: new Date(NOW_MS - ageSeconds * 1000).toISOString(),
      notify_on_complete: false,
      persist_on_release: false,
      watch_patterns: [],
      heartbeat_seconds: 0,
      shim_pid: 4240,
      directory: `/home/of/test/procs/${id}`,
      log_head: 0,
      log_max_bytes: 67_108_864,
      lost_bytes: 0,
      pids: [4242],
      ...fields,
    };
    const process = { view, output: "", stdin: "", stdinRoom: 65_536 };
    this.processes.push(process);
    return process;
  }

  print(id: string, text: string): void {
    const process = this.find(id);
    process.output += text;
    process.view["output_preview"] = process.output.slice(-1000);
    process.view["cursor"] = Buffer.byteLength(process.output);
    this.#change();
  }

  end(id: string, fields: Fields = {}, agoSeconds = 0): void {
    Object.assign(this.find(id).view, {
      status: "exited",
      exit_code: 0,
      completion_reason: "exited",
      termination_source: "",
      exited_at: new Date(NOW_MS - agoSeconds * 1000).toISOString(),
      ...fields,
    });
    this.#change();
  }

  queue(event_id: string, text: string, event: Fields = {}): void {
    const completion = {
      type: "completion",
      session_id: "proc_eeee00000001",
      exit_code: 0,
      completion_reason: "exited",
    };
    this.events.push({ event_id, event: { ...completion, session_key: "", owner_task_id: "", ...event }, text });
    this.#change();
  }

  find(id: string): FakeProcess {
    const found = this.processes.find(({ view }) => view["session_id"] === id || view["name"] === id);
    if (!found) throw new Error(`no process ${id}`);
    return found;
  }

  async call(operation: string, input: object, signal?: AbortSignal): Promise<unknown> {
    const fields = JSON.parse(JSON.stringify(input)) as Fields;
    this.calls.push([operation, fields]);
    await nextTurn();
    const other = this.answers.get(operation);
    if (other) return other(fields);
    return this.#operations[operation]?.(fields, signal) ?? null;
  }

  async *stream(operation: string, input: object, signal?: AbortSignal): AsyncGenerator {
    const fields = JSON.parse(JSON.stringify(input)) as Fields;
    this.calls.push([operation, fields]);
    if (operation === "pending") yield* this.#matching(fields);
    else if (operation === "events") yield* this.#eventsAsTheyCome(fields, signal);
    else if (operation === "follow") yield* this.#follow(fields, signal);
    else throw new BellhopError("invalid_argument", `There is no stream ${operation}.`);
  }

  async close(): Promise<void> {
    this.closed += 1;
  }

  readonly #operations: Record<string, (input: Fields, signal?: AbortSignal) => unknown> = {
    start: (input) => {
      const id = `proc_${String(this.processes.length).padStart(12, "0")}`;
      this.add(id, { command: input["command"], name: input["name"] ?? "", ...pick(input, ["pty"]) }, 0);
      return pick(this.find(id).view, [
        "status",
        "session_id",
        "name",
        "command",
        "cwd",
        "pid",
        "notify_on_complete",
        "started_at",
      ]);
    },
    restart: (input) => this.#existing(input, () => this.#operations["start"]?.({ command: "npm test" })),
    list: () => ({ processes: this.processes.map(({ view }) => listEntry(view)) }),
    show: (input) => this.#existing(input, ({ view }) => view),
    log: (input) => this.#existing(input, (process) => logAnswer(process, input)),
    wait: (input, signal) => this.#existing(input, ({ view }) => this.#wait(view, input, signal)),
    wait_many: (input, signal) => this.#waitMany(input, signal),
    kill: (input) => this.#existing(input, ({ view }) => this.#kill(view, input)),
    remove: (input) => this.#existing(input, (process) => this.#remove(process)),
    write: (input) => this.#existing(input, (process) => write(process, dataOf(input))),
    submit: (input) => this.#existing(input, (process) => write(process, `${dataOf(input)}\n`)),
    send_keys: (input) => this.#existing(input, (process) => type(process, (input["keys"] as string[]).map(keyName))),
    paste: (input) => this.#existing(input, (process) => type(process, [`[${String(input["text"])}]`])),
    send_secret: (input) =>
      this.#existing(input, (process) => type(process, [`secret of ${String(input["secret"]).length}`])),
    resize: (input) => this.#existing(input, (process) => resize(process, input)),
    screen: (input) => this.#existing(input, (process) => screenAnswer(process)),
    close_stdin: (input) => this.#existing(input, () => ({ status: "ok" })),
    drain: (input) => ({ events: this.#take(this.#matching(input)) }),
    acknowledge: (input) => {
      const ids = input["event_ids"] as string[];
      return {
        acknowledged: this.#take(this.events.filter((event) => ids.includes(event.event_id))).length,
        event_ids: ids,
      };
    },
    tool: (input) => ({ tool: input["name"], arguments: input["arguments"] }),
    daemon_status: () => ({
      running: true,
      ...this.daemon,
      uptime_seconds: 90,
      connections: 1,
      running_processes: 1,
      pending_events: 0,
    }),
    daemon_stop: () => ({ status: "stopping", pid: this.daemon.pid }),
  };

  #existing(input: Fields, body: (process: FakeProcess) => unknown): unknown {
    const id = String(input["session_id"]);
    const found = this.processes.filter(({ view }) => String(view["session_id"]).startsWith(id) || view["name"] === id);
    const [only] = found;
    if (found.length > 1) throw new BellhopError("ambiguous_id", `${id} may be several processes; use more of the id.`);
    return only ? body(only) : { status: "not_found", error: `No process with ID ${id}` };
  }

  async #wait(view: Fields, input: Fields, signal?: AbortSignal): Promise<Fields> {
    const deadline = performance.now() + Number(input["timeout_seconds"]) * 1000;
    while (view["status"] === "running") {
      if (signal?.aborted) return { status: "interrupted", session_id: view["session_id"] };
      if (performance.now() > deadline)
        return { status: "timeout", session_id: view["session_id"], process_running: true };
      await this.#next();
    }
    return { status: "exited", ...pick(view, ["session_id", ...ENDED_FIELDS, "cursor"]) };
  }

  async #waitMany(input: Fields, signal?: AbortSignal): Promise<Fields> {
    const ids = input["session_ids"] as readonly string[];
    const enough = new AbortController();
    const both = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
    const waits = ids.map(async (id) => {
      const one = await this.#wait(this.find(id).view, input, both);
      if (one["status"] === "exited") enough.abort();
      return one;
    });
    const ended = (await Promise.all(waits)).filter((one) => one["status"] === "exited");
    const running = ids.filter((id) => this.find(id).view["status"] === "running");
    const [first] = ended;
    return { status: first ? "exited" : "timeout", session_id: first?.["session_id"], results: ended, running };
  }

  #kill(view: Fields, input: Fields): Fields {
    if (view["status"] !== "running") return { ...listEntry(view), status: "already_exited" };
    const source = input["source"];
    this.end(String(view["session_id"]), {
      exit_code: -15,
      signal: "SIGTERM",
      completion_reason: "killed",
      termination_source: source,
    });
    return {
      status: "killed",
      session_id: view["session_id"],
      exit_code: -15,
      killed_pids: view["pids"],
      survivors: [],
    };
  }

  #remove(process: FakeProcess): Fields {
    const { session_id, status } = process.view;
    if (status === "running")
      return { status: "error", session_id, error: `${String(session_id)} still runs; kill it first.` };
    this.processes.splice(this.processes.indexOf(process), 1);
    return { status: "removed", session_id };
  }

  #matching(filter: Fields): FakeEvent[] {
    const keys = ["session_key", "owner_task_id", "type"].filter((key) => key in filter);
    return this.events.filter(({ event }) => keys.every((key) => event[key] === filter[key]));
  }

  #take(events: readonly FakeEvent[]): readonly FakeEvent[] {
    for (const event of events) this.events.splice(this.events.indexOf(event), 1);
    return events;
  }

  async *#eventsAsTheyCome(filter: Fields, signal?: AbortSignal): AsyncGenerator<FakeEvent> {
    const sent = new Set<string>();
    while (!signal?.aborted) {
      const next = this.#matching(filter).find((event) => !sent.has(event.event_id));
      if (next) yield (sent.add(next.event_id), next);
      else await this.#next();
    }
  }

  async *#follow(input: Fields, signal?: AbortSignal): AsyncGenerator<Fields> {
    const process = this.find(String(input["session_id"]));
    let cursor = Number(input["from"] ?? 0);
    while (!signal?.aborted) {
      const bytes = Buffer.from(process.output);
      if (bytes.length > cursor && !this.muted) {
        const text = bytes.subarray(cursor).toString();
        cursor = bytes.length;
        yield { text, cursor, ...(this.missingBytes > 0 && { missing_bytes: this.missingBytes }) };
      } else if (process.view["status"] === "exited" && process.view["leftover_pids"] === undefined) return;
      else await this.#next();
    }
  }

  /** Resolves at the next change, or soon. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#changed.delete(done);
        resolve();
      };
      const timer = setTimeout(done, 5);
      this.#changed.add(done);
    });
  }

  #change(): void {
    for (const done of this.#changed) done();
  }
}
