import { isObject, parseJson } from "../base/json.ts";
import type { Ms, WallMs } from "../base/time.ts";
import { MEASURED_PROCESSES_MAX, USAGE_AGE_MS, USAGE_LOOK_PACE, USAGE_REST_MS, USAGE_SAVE_MS } from "../core/limits.ts";
import type { UsageResult } from "../core/results.ts";
import { type Counted, type Usage, usageBetween, type UsagePoint, withPoint } from "../core/usage.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { timeOf } from "./tell.ts";
import { treesOf } from "./tree.ts";
import { cpuSecondsOf } from "./use.ts";

/** What was seen of a process so far. */
interface Life {
  last: Counted;
  points: readonly UsagePoint[];
  savedMs: WallMs;
}

const FILE = "usage.json";
const lives = new WeakMap<Tracked, Life>();
/** When the next look of each registry is due. */
const nextLooks = new WeakMap<Context, Ms>();

/** Looks at all of them now and then, until the registry lets go. */
export function beginUsage(context: Context): void {
  const stop = context.ports.clock.every(USAGE_REST_MS, () => lookAtUsage(context));
  context.closing.addEventListener("abort", stop);
}

/** Writes down what was seen of a process when it ends, or the registry lets go. */
export function keepUsage(context: Context, tracked: Tracked): void {
  const save = (): void => {
    const life = lives.get(tracked);
    if (hasEnded(tracked)) close(context, tracked);
    else if (life !== undefined) write(context, tracked, life);
  };
  tracked.attending.signal.addEventListener("abort", save, { once: true });
}

/** Somebody looks: one look at all that run, unless the last one is young, or was dear. */
export function lookAtUsage(context: Context): void {
  const { clock } = context.ports;
  const beganMs = clock.now();
  if (beganMs < (nextLooks.get(context) ?? 0)) return;
  const running = [...context.tracked.values()].filter((one) => !hasEnded(one) && one.record.job !== null);
  const trees = treesOf(context, running);
  for (const [place, tracked] of running.entries()) see(context, tracked, trees[place] ?? []);
  const tookMs = clock.now() - beganMs;
  nextLooks.set(context, beganMs + Math.max(USAGE_AGE_MS, tookMs * USAGE_LOOK_PACE));
}

/** What it used at the last look. Absent when nobody has looked, or it has ended. */
export function usageFields(tracked: Tracked): { readonly usage?: Usage } {
  const point = hasEnded(tracked) ? undefined : lives.get(tracked)?.points.at(-1);
  if (point === undefined) return {};
  const { atMs: _, ...usage } = point;
  return { usage };
}

/** Its whole life, with a look at what it does now. */
export function usage(context: Context, tracked: Tracked): UsageResult {
  if (hasEnded(tracked)) close(context, tracked);
  else lookAtUsage(context);
  const points = lifeOf(context, tracked).points.map(({ atMs, ...rest }) => ({ at: timeOf(atMs), ...rest }));
  return { sessionId: tracked.record.id, startedAt: timeOf(tracked.record.startedAtMs), points };
}

function see(context: Context, tracked: Tracked, tree: readonly ProcessEntry[]): void {
  const { clock, table } = context.ports;
  const members = tree.slice(0, MEASURED_PROCESSES_MAX);
  add(context, tracked, {
    atMs: clock.wall(),
    cpuSeconds: cpuSecondsOf(context, tracked, members),
    memoryBytes: members.reduce((sum, { pid }) => sum + (table.usage(pid)?.memoryBytes ?? 0), 0),
    outputBytes: tracked.log.extent().size,
  });
  const life = lifeOf(context, tracked);
  if (clock.wall() - life.savedMs >= USAGE_SAVE_MS) write(context, tracked, life);
}

function add(context: Context, tracked: Tracked, now: Counted): void {
  const life = lifeOf(context, tracked);
  const point = usageBetween(life.last, now);
  if (point === null) return;
  life.points = withPoint(life.points, point, tracked.record.startedAtMs);
  life.last = now;
}

/** The last stretch of one that has ended, from what its receipt says, once. */
function close(context: Context, tracked: Tracked): void {
  const { state } = tracked.record;
  const life = lifeOf(context, tracked);
  if (state.phase !== "ended" || life.last.atMs >= state.endedAtMs) return;
  const { cpuSeconds = life.last.cpuSeconds, peakMemoryBytes = life.last.memoryBytes } = state.usage ?? {};
  const memoryBytes = life.points.length === 0 ? peakMemoryBytes : life.last.memoryBytes;
  add(context, tracked, { atMs: state.endedAtMs, cpuSeconds, memoryBytes, outputBytes: tracked.log.extent().size });
  write(context, tracked, lifeOf(context, tracked));
}

function lifeOf(context: Context, tracked: Tracked): Life {
  const known = lives.get(tracked);
  if (known !== undefined) return known;
  const life = read(context, tracked) ?? newLife(context, tracked);
  lives.set(tracked, life);
  return life;
}

function newLife({ ports: { clock } }: Context, { record }: Tracked): Life {
  const last = { atMs: record.startedAtMs, cpuSeconds: 0, memoryBytes: 0, outputBytes: 0 };
  return { last, points: [], savedMs: clock.wall() };
}

/** A plot is worth no failure: on a full disk it is lost. */
function write({ ports: { clock, logger, store } }: Context, { record }: Tracked, life: Life): void {
  life.savedMs = clock.wall();
  try {
    store.saveText(record.id, FILE, JSON.stringify({ last: life.last, points: life.points }));
  } catch (error) {
    logger.info(`What ${record.id} used could not be written down: ${String(error)}`);
  }
}

function read({ ports: { clock, store } }: Context, { record }: Tracked): Life | null {
  const saved = parseJson(store.text(record.id, FILE));
  if (!isObject(saved) || !isCounted(saved["last"]) || !Array.isArray(saved["points"])) return null;
  return { last: saved["last"], points: saved["points"].filter(isPoint), savedMs: clock.wall() };
}

function isCounted(value: unknown): value is Counted {
  return hasNumbers(value, ["atMs", "cpuSeconds", "memoryBytes", "outputBytes"]);
}

function isPoint(value: unknown): value is UsagePoint {
  return hasNumbers(value, ["atMs", "cpuPercent", "memoryBytes", "outputBytesPerSecond"]);
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === "number");
}
