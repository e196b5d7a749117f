import { fork } from "node:child_process";
import { once } from "node:events";

/**
 * A program of its own, so that what a baseline costs is not in the figures of Bellhop, and the other way round.
 * `ask` calls one of the functions that it serves; `end` lets it end, `kill` ends it with SIGKILL.
 */
export function startHelper(url, args = []) {
  const child = fork(url, args, { execArgv: ["--expose-gc"] });
  const gone = once(child, "exit");
  const end = async (signal) => {
    if (signal) child.kill(signal);
    else if (child.connected) child.disconnect();
    await gone;
  };
  return { ask: (verb, input) => ask(child, verb, input), end: () => end(null), kill: () => end("SIGKILL") };
}

async function ask(child, verb, input) {
  const failed = new AbortController();
  const onExit = (code, signal) => failed.abort(new Error(`A helper program ended (${signal ?? code}).`));
  child.once("exit", onExit);
  try {
    child.send({ verb, input });
    const [{ answer, error }] = await once(child, "message", { signal: failed.signal });
    if (error !== undefined) throw new Error(error);
    return answer;
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    child.off("exit", onExit);
  }
}

/** The side of the helper: `verbs` by name. `onEnd` runs when nobody asks any more. */
export function serve(verbs, onEnd = async () => undefined) {
  const answer = async ({ verb, input }) => {
    try {
      process.send({ answer: (await verbs[verb](input)) ?? null });
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) });
    }
  };
  process.on("message", (message) => void answer(message));
  process.once("disconnect", () => void onEnd().finally(() => process.exit()));
}
