import { atMost, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, startMany, withDaemon, withRegistry } from "./support/homes.mjs";
import { interleaved, median, quantile } from "./support/statistics.mjs";
import { withBareSupervisor } from "./support/supervisor.mjs";
import { wallClock } from "./support/wall-clock.mjs";

/** Says as its last act what time it is, when its start is long over. */
const COMMAND = "sleep 0.1; echo $EPOCHREALTIME";
const OTHER = `sleep ${LIFETIME_SECONDS}`;

/** From the end of a command until its completion event is in hand, while others run. */
export async function run({ quick, root, say }) {
  const size = quick ? { others: 50, rounds: 20 } : { others: 500, rounds: 200 };
  return withBareSupervisor(async (bare) => {
    say(`${size.others} others of the baseline`);
    await bare.ask("startMany", { count: size.others, command: OTHER });
    const measure = (bellhop) => measureBeside(bellhop, bare, size);
    say("in process");
    const inProcess = await withRegistry(root, measure);
    say("through the daemon");
    const throughDaemon = await withDaemon(root, measure);
    const what = `end → event in hand, ${size.others} others`;
    return [...figuresOf(what, inProcess), ...figuresOf(`${what}, daemon`, throughDaemon)];
  });
}

function figuresOf(what, { ours, bare }) {
  const rest = { unit: "ms", against: "end → 'exit'" };
  const p99 = (times) => quantile(times, 0.99);
  return [
    figure({ what: `${what}, p50`, ours: median(ours), baseline: median(bare), target: atMost(10, "ms"), ...rest }),
    figure({ what: `${what}, p99`, ours: p99(ours), baseline: p99(bare), target: atMost(50, "ms"), ...rest }),
  ];
}

async function measureBeside(bellhop, bare, { others, rounds }) {
  await startMany(bellhop, others, OTHER);
  const events = bellhop.events()[Symbol.asyncIterator]();
  const variants = { ours: () => endingMs(bellhop, events), bare: () => bare.ask("endingMs", { command: COMMAND }) };
  try {
    return await interleaved(variants, { rounds, warmUp: 5 });
  } finally {
    await events.return();
  }
}

async function endingMs(bellhop, events) {
  const wallMs = wallClock();
  const next = events.next();
  const { id } = await bellhop.start({ command: COMMAND, shell: "plain", notifyOnComplete: true });
  const told = (await next).value;
  const seenMs = wallMs();
  if (told.event.sessionId !== id) throw new Error(`The event is about ${told.event.sessionId}, not ${id}.`);
  await told.acknowledge();
  await bellhop.remove(id);
  return seenMs - Number(told.event.output.replace(",", ".")) * 1000;
}
