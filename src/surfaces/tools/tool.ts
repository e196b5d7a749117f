/** Whose turn it is: what the model's arguments cannot say. */
export interface ToolCaller {
  /** The sandbox key of the task. */
  readonly taskId?: string;
  /** The task itself, when it is another one. */
  readonly ownerTaskId?: string;
  /** The conversation. */
  readonly sessionKey?: string;
}

export interface ToolRunOptions {
  /** Ends a `wait` early; the process is not touched. */
  readonly signal?: AbortSignal;
}

/** A tool as any SDK takes it. */
export interface Tool {
  readonly name: string;
  /** What the model reads. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Never rejects: what went wrong is in the JSON, as `error`, in words for the model. */
  run(args: unknown, options?: ToolRunOptions): Promise<string>;
}
