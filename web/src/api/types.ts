/** What the API answers, in its words. Only what the page shows. */

export interface Usage {
  readonly cpu_percent: number;
  readonly memory_bytes: number;
  readonly output_bytes_per_second: number;
}

export interface TerminalSize {
  readonly rows: number;
  readonly cols: number;
}

interface Ending {
  readonly exit_code?: number | null;
  readonly signal?: string;
  readonly completion_reason?: string;
  readonly termination_source?: string;
  readonly exited_at?: string;
  readonly killed_by?: unknown;
  readonly cpu_seconds?: number;
  readonly peak_memory_bytes?: number;
}

/** A line of the list. */
export interface Process extends Ending {
  readonly session_id: string;
  readonly name?: string;
  readonly command: string;
  readonly cwd: string;
  readonly pid: number | null;
  readonly owner_task_id: string;
  readonly session_key: string;
  readonly started_at: string;
  readonly status: "running" | "exited";
  readonly output_preview: string;
  readonly pty?: TerminalSize;
  readonly ready?: string;
  readonly ports?: readonly number[];
  readonly usage?: Usage;
  readonly leftover_pids?: readonly number[];
}

/** Everything known about one. */
export interface ProcessView extends Process {
  readonly shell: string;
  readonly stdin: string;
  readonly task_id: string;
  readonly parent_session_id: string;
  readonly notify_on_complete: boolean;
  readonly persist_on_release: boolean;
  readonly watch_patterns: readonly string[];
  readonly heartbeat_seconds: number;
  readonly timeout_seconds?: number;
  readonly idle_timeout_seconds?: number;
  readonly memory_max_mb?: number;
  readonly max_processes?: number;
  readonly cpu_percent?: number;
  readonly nice?: number;
  readonly confinement?: string;
  readonly environment_names: readonly string[];
  readonly directory: string;
  /** Offset behind the last byte ever written. */
  readonly cursor: number;
  /** Offset of the first byte that is kept. */
  readonly log_head: number;
  readonly log_max_bytes: number;
  readonly lost_bytes: number;
}

export interface TreeMember {
  readonly pid: number;
  readonly parent_pid: number;
  readonly name: string;
  readonly state: string;
  readonly cpu_seconds: number;
  readonly memory_bytes: number;
  readonly ports?: readonly number[];
}

export interface Tree {
  readonly processes: readonly TreeMember[];
  readonly omitted?: number;
}

export interface UsageMoment extends Usage {
  readonly at: string;
}

export interface Life {
  readonly started_at: string;
  readonly points: readonly UsageMoment[];
}

export interface LogPage {
  readonly output: string;
  readonly cursor: number;
  readonly total_lines?: number;
  readonly dropped_bytes?: number;
  readonly more?: boolean;
}

export interface Found {
  readonly hits: readonly Hit[];
  readonly cursor: number;
  readonly line: number;
  readonly more: boolean;
}

export interface Hit {
  /** From 0. */
  readonly line: number;
  readonly text: string;
}

export interface PastEvent {
  readonly event_id: string;
  readonly text: string;
  readonly queued_at: string;
  /** Absent while it waits. */
  readonly taken_at?: string;
  readonly event: {
    readonly type: string;
    readonly session_id?: string;
    readonly session_key?: string;
    readonly owner_task_id?: string;
    readonly command?: string;
    readonly exit_code?: number | null;
  };
}

export interface Change<Item> {
  readonly changed: readonly Item[];
  readonly gone: readonly string[];
}

export interface OutputChunk {
  readonly id: string;
  readonly text: string;
  readonly cursor: number;
  readonly missing_bytes?: number;
}
