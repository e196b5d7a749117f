/** What a linger before exit has found. Ids in each list. */
export interface PendingCompletions {
  readonly waited: readonly string[];
  readonly completed: readonly string[];
  readonly timedOut: readonly string[];
}

/** An ended process whose completion nobody has read. */
export interface UnreadProcess {
  readonly sessionId: string;
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: string;
}

/** A watcher that a gateway arms. Keys as in the original. */
export interface WatcherRequest {
  readonly sessionId: string;
  readonly checkInterval: number;
  readonly sessionKey: string;
  readonly platform: string;
  readonly chatId: string;
  readonly userId: string;
  readonly userName: string;
  readonly threadId: string;
  readonly messageId: string;
  readonly notifyOnComplete: boolean;
  readonly parentSessionId: string;
}
