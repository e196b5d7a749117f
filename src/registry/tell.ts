import { type KilledBy, killedBySource } from "../core/killed-by.ts";
import { READ_MAX_BYTES, TAIL_BYTES_PER_CHAR, TAIL_MAX_BYTES } from "../core/limits.ts";
import { lastChars } from "../core/output/last-chars.ts";
import { withoutLogout } from "../core/output/noise.ts";
import { tailText } from "../core/output/present.ts";
import type { BellhopEvent } from "../core/notify/event.ts";
import { formatEvent } from "../core/notify/format.ts";
import type { SubagentFacts } from "../core/notify/format-context.ts";
import type { ProcessRecord, TerminalSize } from "../core/record.ts";
import { maskTyped } from "../core/redact/typed.ts";
import { redactOutput, redactVault } from "../core/redact/redact.ts";
import type { OutputFacts } from "../core/redact/redact.ts";
import { secretValues } from "../core/redact/secret-name.ts";
import type { ExitFields } from "../core/results.ts";
import type { Ending, Outcome } from "../core/state.ts";
import { signalNumber } from "../core/signals.ts";
import type { Context, Tracked } from "./context.ts";

/** What is known about a text that is told. */
export interface About extends OutputFacts {
  /** The process whose output it is. The host may rewrite outputs, and nothing else. */
  readonly outputOf?: ProcessRecord;
  /** What was typed to this process as a secret. */
  readonly typed?: readonly string[];
  /** What stands right in front of it and was told before, as it was printed: a secret may begin there. @default "" */
  readonly lead?: string;
  /** Redact also where the user has turned it off. @default false */
  readonly force?: boolean;
}

/**
 * The one seam that every text passes on its way out: the host's `transform`, then redaction, so that what the host puts
 * in is masked as well (original #70760). Without facts the text is a command, a pattern or a name.
 */
export function redacted(context: Context, text: string, about: About = {}): string {
  const { outputOf, lead = "", ...facts } = about;
  const told = outputOf === undefined ? text : transformed(context, text, outputOf);
  if (lead === "") return masked(context, told, facts);
  return behind(masked(context, lead, facts), masked(context, lead + told, facts));
}

function masked(
  { settings }: Context,
  text: string,
  { force = false, typed = [], ...facts }: Omit<About, "outputOf" | "lead">,
): string {
  const { vaultValues = [], redactSecrets } = settings;
  const open = maskTyped(redactVault(text, vaultValues, facts.columns), typed, facts.columns);
  return redactSecrets || force ? redactOutput(open, facts) : open;
}

/** The part of `whole` behind `before`. Where a mask reaches over the border, `before` was told with less of it. */
function behind(before: string, whole: string): string {
  if (whole.startsWith(before)) return whole.slice(before.length);
  let same = 0;
  while (before.charCodeAt(same) === whole.charCodeAt(same)) same += 1;
  return whole.slice(same);
}

/** What a text about it is told with: the command as it was run, the secrets that it was given, the width of its terminal. */
export function factsOf(context: Context, tracked: Tracked): About {
  const { pty } = tracked.record;
  return { ...specFacts(context, tracked), typed: tracked.secrets, ...(pty ? { columns: pty.cols } : {}) };
}

function specFacts({ ports }: Context, tracked: Tracked): OutputFacts {
  const known = FACTS.get(tracked);
  if (known !== undefined) return known;
  const spec = ports.store.spec(tracked.record.id);
  if (spec === null) return { command: tracked.record.command };
  const facts = { command: spec.command, values: secretValues(spec.env) };
  FACTS.set(tracked, facts);
  return facts;
}

/** A spec never changes, and outputs are told often. */
const FACTS = new WeakMap<Tracked, OutputFacts>();

/** The same for an output as a whole, which the host may rewrite. */
export function outputFacts(context: Context, tracked: Tracked): About {
  return { ...factsOf(context, tracked), outputOf: tracked.record };
}

function transformed({ settings, ports }: Context, text: string, record: ProcessRecord): string {
  if (settings.transform === undefined) return text;
  const { exitCode = null } = exitFieldsOrNone(record);
  const { id: sessionId, command, ownerTaskId: taskId } = record;
  try {
    return settings.transform(text, { sessionId, command, exitCode, taskId });
  } catch {
    ports.logger.warn(
      `The transform of this program's host threw on output of ${sessionId}. It is told as it was printed.`,
    );
    return text;
  }
}

/** What a model reads of an event. What the host says about a subagent is masked like everything else. */
export function eventText(context: Context, event: BellhopEvent): string {
  const { subagent, ...time } = context.ports.formatContext;
  const nowSeconds = context.ports.clock.wall() / 1000;
  return formatEvent(event, {
    ...time,
    nowSeconds,
    delegation: context.settings.delegation,
    ...(subagent ? { subagent: (id) => maskedFacts(context, subagent(id)) } : {}),
  });
}

function maskedFacts(context: Context, facts: SubagentFacts | undefined): SubagentFacts | undefined {
  return facts?.goal === undefined ? facts : { ...facts, goal: redacted(context, facts.goal) };
}

/** How it ended, in the original's words; empty while it runs. */
export function exitFieldsOrNone(record: ProcessRecord): Partial<ExitFields> {
  return record.state.phase === "ended" ? exitFields(record) : {};
}

export function exitFields(record: ProcessRecord): ExitFields {
  const { state } = record;
  if (state.phase !== "ended") throw new TypeError(`${record.id} has not ended`);
  const killedBy = killedByOf(state.outcome);
  return {
    ...outcomeFields(state.outcome),
    exitedAt: new Date(state.endedAtMs).toISOString(),
    ...(killedBy === undefined ? {} : { killedBy }),
    ...state.usage,
  };
}

/** A record of an older version does not say who has asked; then it was the owner, or somebody unknown. */
function killedByOf(outcome: Outcome): KilledBy | undefined {
  if (outcome.kind === "exited" || outcome.kind === "signaled") return outcome.by;
  return outcome.kind === "killed" ? (outcome.by ?? killedBySource(outcome.source, true)) : undefined;
}

function outcomeFields(outcome: Outcome): Omit<ExitFields, "exitedAt" | "killedBy"> {
  switch (outcome.kind) {
    case "exited":
      return { exitCode: outcome.code, completionReason: "exited", terminationSource: "" };
    case "signaled":
      return { ...endingFields(outcome), completionReason: "exited", terminationSource: "" };
    case "killed":
      return {
        ...(outcome.ending === null ? { exitCode: null } : endingFields(outcome.ending)),
        completionReason: "killed",
        terminationSource: outcome.source,
      };
    case "lost":
      return {
        exitCode: null,
        completionReason: "lost",
        terminationSource: outcome.why,
        ...(outcome.detail ? { lostDetail: outcome.detail } : {}),
      };
    case "failed_start":
      return { exitCode: null, completionReason: "failed_start", terminationSource: "failed_start" };
  }
}

/** A death by signal N has the code -N, as in the original, and the signal's name beside it. */
function endingFields(ending: Ending): { readonly exitCode: number; readonly signal?: string } {
  return "code" in ending
    ? { exitCode: ending.code }
    : { exitCode: -signalNumber(ending.signal), signal: ending.signal };
}

/** The last `chars` characters of the output, clean and redacted, and how many bytes came before them. */
export function outputTail(
  context: Context,
  tracked: Tracked,
  chars: number,
): { readonly output: string; readonly outputCut?: number } {
  const { log } = tracked;
  const { head, size, drained } = log.extent();
  const from = Math.max(head, size - Math.min(TAIL_MAX_BYTES, chars * TAIL_BYTES_PER_CHAR));
  const bytes = Buffer.concat([...readAll(log, from, size)].map((slice) => slice.bytes));
  const columns = tracked.record.pty?.cols;
  const clean = tailText(bytes, { maxChars: chars, atHead: from === 0, atEnd: drained, columns });
  const text = drained && saysLogout(tracked.record) ? withoutLogout(clean) : clean;
  const tail = redacted(context, text, outputFacts(context, tracked));
  const { text: output, cutChars } = lastChars(tail, chars);
  return from > 0 || cutChars > 0 ? { output, outputCut: size - Buffer.byteLength(output) } : { output };
}

/** Whether its shell may have had the last word: it is a login shell that was left by `exit`. */
export function saysLogout({ shell, pty, command, state }: ProcessRecord): boolean {
  const isLeft = state.phase === "ended" && state.outcome.kind === "exited";
  return isLeft && shell === "login" && pty === null && /\bexit\b/.test(command);
}

/** Consecutive slices from `from` to `to`; a gap is between two of them. */
export function* readAll(
  log: Tracked["log"],
  from: number,
  to: number,
): Generator<{ readonly from: number; readonly bytes: Buffer }> {
  for (let at = from; at < to;) {
    const slice = log.read(at, Math.min(READ_MAX_BYTES, to - at));
    if (slice.bytes.length === 0) return;
    yield slice;
    at = slice.from + slice.bytes.length;
  }
}

/** The size of its terminal, as a field; absent when it has none. A record from before there were terminals does not say. */
export function terminalFields({ pty }: ProcessRecord): { readonly pty?: TerminalSize } {
  return pty ? { pty } : {};
}

export function terminalNotes({ terminalMissing }: ProcessRecord): readonly string[] {
  return terminalMissing
    ? [
        "It has no terminal, because this host has no `script` of util-linux to hold one, and the optional package @lydell/node-pty makes none here either: it reads from a pipe. Install util-linux, and start it again.",
      ]
    : [];
}

export function statusOf(record: ProcessRecord): "running" | "exited" {
  return record.state.phase === "ended" ? "exited" : "running";
}

/** Seconds from the start to the end, or to now. */
export function uptimeSeconds(context: Context, record: ProcessRecord): number {
  const until = record.state.phase === "ended" ? record.state.endedAtMs : context.ports.clock.wall();
  return Math.max(0, Math.floor((until - record.startedAtMs) / 1000));
}

export function timeOf(wallMs: number): string {
  return new Date(wallMs).toISOString();
}
