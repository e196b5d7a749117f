import { existsSync, watch } from "node:fs";
import { join } from "node:path";

/** Time between two looks where the kernel has no watch left for us (`fs.inotify.max_user_watches`). */
const POLL_MS = 250;

/**
 * Rings once when the shim has renamed `running`, its marker. The watch is on that one file: a watch on the directory
 * would wake us at every write to the log.
 */
export function watchMarker(directory: string, ring: () => void): () => void {
  const marker = join(directory, "running");
  let stop = (): void => undefined;
  const look = (): void => {
    if (existsSync(marker)) return;
    stop();
    ring();
  };
  try {
    const watcher = watch(marker, { persistent: false }, look).on("error", () => undefined);
    stop = () => watcher.close();
  } catch {
    const timer = setInterval(look, POLL_MS).unref();
    stop = () => clearInterval(timer);
  }
  setImmediate(look); // It may have gone before the watch stood.
  return () => stop();
}
