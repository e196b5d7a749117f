/** Bellhop's own log. Messages are sentences; they never hold output, commands or environments. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}
