import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { atMost, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, startMany, withRegistry } from "./support/homes.mjs";
import { median, quantile, timed } from "./support/statistics.mjs";

/** Questions about 1,000 processes, in process. */
export async function run({ quick, root, say }) {
  const size = quick ? { count: 100, polls: 200, lists: 3 } : { count: 1000, polls: 2000, lists: 20 };
  return withRegistry(root, async (registry) => {
    say(`${size.count} processes`);
    const ids = await startMany(registry, size.count, `echo It is up.; exec sleep ${LIFETIME_SECONDS}`);
    say("poll and list");
    return figuresOf(size.count, await measure(registry, ids, size));
  });
}

function figuresOf(count, { polls, plainPolls, lists, plainLists }) {
  const among = `${count.toLocaleString("en-US")} processes`;
  const rest = { unit: "ms", against: "reading the same files" };
  const p99 = (times) => quantile(times, 0.99);
  return [
    figure({ what: `poll among ${among}, p50`, ours: median(polls), baseline: median(plainPolls), ...rest }),
    figure({
      what: `poll among ${among}, p99`,
      ours: p99(polls),
      baseline: p99(plainPolls),
      target: atMost(1, "ms"),
      ...rest,
    }),
    figure({ what: `list of ${among}`, ours: median(lists), baseline: median(plainLists), ...rest }),
  ];
}

async function measure(registry, ids, size) {
  const pids = new Map((await registry.list()).map(({ sessionId, pid }) => [sessionId, pid]));
  const read = (id) => readPlainly(join(registry.home, "procs", id), pids.get(id));
  const results = { polls: [], plainPolls: [], lists: [], plainLists: [] };
  for (let turn = -size.polls / 10; turn < size.polls; turn += 1) {
    // A prime number of steps: every process gets its turn, and never the one that was just asked.
    const id = ids.at((turn * 389) % ids.length);
    const ours = await timed(() => registry.poll(id));
    const plain = await timed(() => read(id));
    if (turn < 0) continue;
    results.polls.push(ours);
    results.plainPolls.push(plain);
  }
  for (let turn = 0; turn < size.lists; turn += 1) {
    results.lists.push(await timed(() => registry.list()));
    results.plainLists.push(await timed(() => ids.forEach(read)));
  }
  return results;
}

/** The least that tells whether a process is alive, and what it printed last. */
function readPlainly(directory, pid) {
  const log = readdirSync(directory)
    .filter((name) => name.startsWith("log."))
    .toSorted()
    .at(-1);
  const { size } = statSync(join(directory, log));
  return [readFileSync(`/proc/${pid}/stat`, "latin1"), readFileSync(join(directory, log), "utf8"), size];
}
