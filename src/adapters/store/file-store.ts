import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { messageOf } from "../../core/errors.ts";
import { isProcessId } from "../../core/ids.ts";
import { LOG_MAX_BYTES } from "../../core/limits.ts";
import type { ProcessRecord, ProcessSpec } from "../../core/record.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Damage, Loaded, Store } from "../../ports/store.ts";
import { replaceFile } from "./atomic-file.ts";
import { isDiskTrouble } from "./disk-trouble.ts";
import { openFlowFile } from "./flow-file.ts";
import type { Home } from "./layout.ts";
import { isTold, openQueue } from "./queue.ts";
import { noNotices, parseRecord, parseSpec } from "./record-file.ts";
import { setAside } from "./set-aside.ts";

/** The file system as the database (`procs/ID/record.json`, `queue/EVENT.json`): `ls`, `cat` and `jq` are its debugger. */
export function fileStore(home: Home, logger: Logger, onRemove: (id: string) => void): Store {
  const queue = openQueue(home, logger);
  const flow = openFlowFile(home, logger);
  const unwritten = new Map<string, ProcessRecord>();
  /** Those whose turn comes when the program has nothing else to do. */
  const soon = new Map<string, ProcessRecord>();
  const directory = (id: string): string => join(home.processes, id);

  const saveRecord = (record: ProcessRecord): void => {
    soon.delete(record.id);
    try {
      replaceFile(join(directory(record.id), "record.json"), `${JSON.stringify(record)}\n`);
      unwritten.delete(record.id);
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      if (!unwritten.has(record.id))
        logger.warn(`The record of ${record.id} waits in memory only: ${messageOf(error)}.`);
      unwritten.set(record.id, record);
    }
  };

  const saveWaiting = (): void => {
    for (const record of soon.values()) saveRecord(record);
  };

  return {
    directory,
    create: (record, spec) => create(directory(record.id), record, spec),
    saveRecord,
    saveRecordSoon: (record) => {
      if (soon.size === 0) setImmediate(saveWaiting);
      soon.set(record.id, record);
    },
    flush: () => {
      queue.flush(); // Before the records, which say that these events are queued.
      for (const record of unwritten.values()) saveRecord(record);
      flow.flush();
    },
    spec: (id) => parseSpec(readText(join(directory(id), "spec.json"))),
    text: (id, name) => readText(join(directory(id), name)),
    saveText: (id, name, text) => writeFileSync(join(directory(id), name), text, { mode: 0o600 }),
    remove: (id) => {
      unwritten.delete(id);
      soon.delete(id);
      rmSync(directory(id), { recursive: true, force: true });
      onRemove(id);
    },
    load: () => load(home, queue.load),
    enqueue: queue.add,
    replaceQueued: queue.replace,
    queued: queue.all,
    isQueued: queue.has,
    dequeue: queue.remove,
    flow: flow.read,
    saveFlow: flow.save,
    wasTold: (id) => isTold(directory(id)),
    close: saveWaiting,
  };
}

/**
 * All or nothing: a directory that could not be filled is removed again. The record stands in the spec until it changes for
 * the first time: making files is most of what a start costs.
 */
function create(directory: string, record: ProcessRecord, spec: ProcessSpec): void {
  mkdirSync(directory, { mode: 0o700 });
  try {
    const text = `${JSON.stringify({ ...spec, record })}\n`;
    writeFileSync(join(directory, "spec.json"), text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

function load(home: Home, loadQueue: (onDamage: (what: string, aside: string) => void) => readonly string[]): Loaded {
  const damage: Damage[] = [];
  const onDamage = (what: string, aside: string): void => void damage.push({ what, setAside: aside });
  const lostCompletions = loadQueue(onDamage);
  const records: ProcessRecord[] = [];
  for (const id of readdirSync(home.processes)) {
    const path = join(home.processes, id);
    const record = isProcessId(id) ? (readRecord(id, path) ?? rebuild(home, { id, path }, onDamage)) : null;
    if (record !== null) records.push(record);
    else if (isUnborn(path)) rmSync(path, { recursive: true, force: true });
    else onDamage(`process directory ${id}`, setAside(home, path));
  }
  return { records, damage, lostCompletions };
}

/** A start that was interrupted before anything ran or was written. */
function isUnborn(path: string): boolean {
  const known: readonly string[] = ["spec.json", "record.json", "event.json", "pipe"];
  return (
    statSync(path).isDirectory() && readdirSync(path).every((name) => known.includes(name) || name.startsWith("."))
  );
}

function readRecord(id: string, path: string): ProcessRecord | null {
  const record = parseRecord(readText(join(path, "record.json")));
  return record?.id === id ? record : null;
}

/**
 * The record as it was at the start, from the spec; what happened since is in the marker files, and recovery reads them.
 * Without a spec, but with a shim or a receipt, the output and the code are still worth a record. Null: nothing is left.
 */
function rebuild(
  home: Home,
  { id, path }: { readonly id: string; readonly path: string },
  onDamage: (what: string, aside: string) => void,
): ProcessRecord | null {
  const first = parseRecord(JSON.stringify(specRecord(path)));
  const record = first?.id === id ? first : hasRun(path) ? bareRecord(id, path) : null;
  const file = join(path, "record.json");
  if (record !== null && existsSync(file)) onDamage(`record of ${id}`, setAside(home, file));
  return record;
}

/** Whether a shim was here. */
function hasRun(path: string): boolean {
  return readdirSync(path).some((name) => /^(?:running$|failed$|gone$|ended\.|told\.|job$|log\.)/.test(name));
}

function specRecord(path: string): unknown {
  try {
    return (JSON.parse(readText(join(path, "spec.json"))) as { record?: unknown }).record;
  } catch {
    return null;
  }
}

function bareRecord(id: string, path: string): ProcessRecord {
  return {
    version: 1,
    id,
    name: "",
    command: "unknown",
    cwd: "/",
    shell: "login",
    stdin: "null",
    startedAtMs: Math.round(statSync(path).birthtimeMs),
    state: { phase: "starting" },
    shim: null,
    job: null,
    taskId: "",
    ownerTaskId: "",
    sessionKey: "",
    parentSessionId: "",
    notifyOnComplete: false,
    completionOutputChars: 0,
    persistOnRelease: false,
    logMaxBytes: LOG_MAX_BYTES,
    ...noNotices(),
    pollObserved: false,
    consumed: false,
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
