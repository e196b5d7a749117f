import { atMostTimes, figure } from "./support/figures.mjs";
import { withDaemon, withRegistry } from "./support/homes.mjs";
import { interleaved, median } from "./support/statistics.mjs";
import { withBareSupervisor } from "./support/supervisor.mjs";

const COMMAND = "true";
const TARGET = atMostTimes(2, 5, "ms");

/** How long a start takes, one after the other and many at the same time, and a whole short process. */
export async function run({ quick, root, say }) {
  const rounds = quick ? { one: 20, many: 2 } : { one: 200, many: 10 };
  return withRegistry(root, (registry) =>
    withDaemon(root, (daemon) =>
      withBareSupervisor(async (bare) => {
        say("one after the other");
        const one = await interleaved(
          {
            registry: () => startToEnd(registry),
            daemon: () => startToEnd(daemon),
            bare: () => bare.ask("start", { command: COMMAND }),
          },
          { rounds: rounds.one, warmUp: 5 },
        );
        say("50 at the same time");
        const many = await interleaved(
          {
            registry: () => startTogether(registry),
            daemon: () => startTogether(daemon),
            bare: () => bare.ask("startTogether", { count: TOGETHER, command: COMMAND }),
          },
          { rounds: rounds.many },
        );
        return [...figuresOfOne(one), ...figuresOfMany(many)];
      }),
    ),
  );
}

const TOGETHER = 50;

function figuresOfOne({ registry, daemon, bare }) {
  const started = (times) => median(times.map((time) => time.startedMs));
  const ended = (times) => median(times.map((time) => time.endedMs));
  const start = { unit: "ms", baseline: started(bare), against: "spawn → 'spawn'", target: TARGET };
  const whole = { unit: "ms", baseline: ended(bare), against: "spawn → 'exit'" };
  return [
    figure({ what: "start() until it resolves", ours: started(registry), ...start }),
    figure({ what: "start() until it resolves, daemon", ours: started(daemon), ...start }),
    figure({ what: "start to end of `true`", ours: ended(registry), ...whole }),
    figure({ what: "start to end of `true`, daemon", ours: ended(daemon), ...whole }),
  ];
}

function figuresOfMany({ registry, daemon, bare }) {
  const rest = { unit: "ms", baseline: median(bare), against: "50 × 'spawn'" };
  return [
    figure({ what: "50 starts at the same time", ours: median(registry), ...rest }),
    figure({ what: "50 starts at the same time, daemon", ours: median(daemon), ...rest }),
  ];
}

async function startToEnd(bellhop) {
  const start = performance.now();
  const { id } = await bellhop.start({ command: COMMAND, shell: "plain" });
  const startedMs = performance.now() - start;
  await bellhop.wait(id);
  const endedMs = performance.now() - start;
  await bellhop.remove(id);
  return { startedMs, endedMs };
}

/** Milliseconds until all have started. */
async function startTogether(bellhop) {
  const start = performance.now();
  const starts = Array.from({ length: TOGETHER }, () => bellhop.start({ command: COMMAND, shell: "plain" }));
  const started = await Promise.all(starts);
  const startedMs = performance.now() - start;
  for (const { id } of started) {
    await bellhop.wait(id);
    await bellhop.remove(id);
  }
  return startedMs;
}
