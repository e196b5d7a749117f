import { startHelper } from "./helper.mjs";

/** Runs `action` with the baseline: a supervisor as simple as it gets, in a program of its own. */
export async function withBareSupervisor(action) {
  const bare = startHelper(new URL("../programs/bare-supervisor.mjs", import.meta.url));
  try {
    return await action(bare);
  } finally {
    await bare.end();
  }
}
