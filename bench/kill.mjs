import { atMost, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, startMany, withRegistry } from "./support/homes.mjs";
import { until } from "./support/processes.mjs";
import { interleaved, median, quantile } from "./support/statistics.mjs";
import { withBareSupervisor } from "./support/supervisor.mjs";

const SLEEP = `sleep ${LIFETIME_SECONDS}`;
/** They say when they are complete. */
const COMMANDS = {
  "polite process": `echo up; exec ${SLEEP}`,
  "polite tree of 4": `${SLEEP} & ${SLEEP} & ${SLEEP} & echo up; wait`,
  "polite tree of 300": `for i in $(seq 299); do ${SLEEP} & done; echo up; wait`,
};
/** A large tree takes longer to start than to kill: a few of them do. */
const LARGE_ROUNDS = 10;

/** Ending processes that end when they are asked to; alone, and among many others (each is four processes: 500 are a host of 2,000). */
export async function run({ quick, root, say }) {
  const size = quick ? { others: 50, rounds: 5 } : { others: 500, rounds: 50 };
  return withRegistry(root, (registry) =>
    withBareSupervisor(async (bare) => {
      const figures = [];
      for (const others of [0, size.others]) {
        say(`${others} others`);
        await startMany(registry, others, SLEEP);
        for (const [name, command] of Object.entries(COMMANDS)) {
          const rounds = name.endsWith(" 300") ? Math.min(size.rounds, LARGE_ROUNDS) : size.rounds;
          const times = await measure(registry, bare, { command, rounds });
          figures.push(...figuresOf(`kill of a ${name}, ${others} others`, times));
        }
      }
      return figures;
    }),
  );
}

function figuresOf(what, { ours, bare }) {
  const rest = { unit: "ms", against: "kill → 'exit'" };
  const p99 = (times) => quantile(times, 0.99);
  return [
    figure({ what: `${what}, p50`, ours: median(ours), baseline: median(bare), target: atMost(100, "ms"), ...rest }),
    figure({ what: `${what}, p99`, ours: p99(ours), baseline: p99(bare), ...rest }),
  ];
}

function measure(registry, bare, { command, rounds }) {
  return interleaved(
    { ours: () => killMs(registry, command), bare: () => bare.ask("killMs", { command }) },
    { rounds, warmUp: 3 },
  );
}

/** Until the answer says that nothing of it is left. */
async function killMs(registry, command) {
  const { id } = await registry.start({ command, shell: "plain" });
  await until(async () => (await registry.poll(id)).outputPreview === "up\n", "The command's word");
  const start = performance.now();
  const { status, error } = await registry.kill(id);
  const killedMs = performance.now() - start;
  if (status !== "killed") throw new Error(`The kill answered ${status}: ${error}`);
  await registry.remove(id);
  return killedMs;
}
