import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { KILL_BEGINS, type KillRequest, type KillStep, nextStep, type Victim } from "../../../src/core/kill/plan.ts";
import { FREEZE_ROUNDS_MAX, KILL_IGNORING_MS, KILL_SETTLE_MS } from "../../../src/core/limits.ts";

const POLITE: KillRequest = { signal: "SIGTERM", graceMs: 2_000 };
const victim = (pid: number, isRoot = false, ignoresSignal = false): Victim => ({ pid, isRoot, ignoresSignal });
const [root, one, two] = [victim(1, true), victim(2), victim(3)];
const deafRoot = victim(1, true, true);

/** A step in short: what is done to whom, and who is waited for, how long at most. */
function brief(step: KillStep<Victim>): unknown[] {
  const pids = (victims: readonly Victim[]): number[] => victims.map(({ pid }) => pid);
  if (step.kind === "done") return ["done", pids(step.survivors)];
  if (step.kind !== "ask") return [step.kind, pids(step.targets)];
  const held = step.held.length > 0 ? ["hold", pids(step.held)] : [];
  return ["ask", pids(step.targets), ...held, ...step.waits.map(({ until, atMostMs }) => [pids(until), atMostMs])];
}

/** The steps when the looks find `trees`, one after the other. */
function steps(request: KillRequest, ...trees: readonly (readonly Victim[])[]): unknown[][] {
  let progress = KILL_BEGINS;
  return trees.map((tree) => {
    const next = nextStep(progress, { tree, request, isTimeUp: false });
    progress = next.progress;
    return brief(next.step);
  });
}

test("[KILL-2] the parent is asked alone and gets the grace; then who is left is asked, and both are waited for", () => {
  expect(steps(POLITE, [root, one, two], [root, two], [two], [two], [])).toEqual([
    ["ask", [1], [[1], 2_000], [[1], KILL_IGNORING_MS]],
    ["ask", [3], [[1, 3], 2_000], [[1, 3], KILL_IGNORING_MS]],
    ["freeze", [3]],
    ["kill", [3]],
    ["done", []],
  ]);
});

describe("[KILL-3] all are asked at once", () => {
  test("when the parent ignores the signal; the grace is that of the others", () => {
    expect(steps(POLITE, [deafRoot, one, two], [deafRoot])).toEqual([
      ["ask", [2, 3], "hold", [1], [[2, 3], 2_000], [[1, 2, 3], KILL_IGNORING_MS]],
      ["freeze", [1]],
    ]);
  });

  test("when there is no parent any more", () => {
    expect(steps(POLITE, [one, two], [one])).toEqual([
      ["ask", [2, 3], [[2, 3], 2_000], [[2, 3], KILL_IGNORING_MS]],
      ["freeze", [2]],
    ]);
  });
});

test("[KILL-14] whoever ignores the signal is held, unless nobody may be forced", () => {
  const ask = (graceMs: number) => steps({ signal: "SIGTERM", graceMs }, [deafRoot, one])[0]?.slice(0, 4);
  expect(ask(2_000)).toEqual(["ask", [2], "hold", [1]]);
  expect(ask(0)?.slice(0, 2)).toEqual(["ask", [1, 2]]);
});

test("[KILL-4] with grace 0 nobody is stopped or killed by force: who is left is a survivor", () => {
  expect(steps({ signal: "SIGTERM", graceMs: 0 }, [root, one], [root, one], [root, one])).toEqual([
    ["ask", [1], [[1], KILL_SETTLE_MS], [[1], KILL_IGNORING_MS]],
    ["ask", [2], [[1, 2], KILL_SETTLE_MS], [[1, 2], KILL_IGNORING_MS]],
    ["done", [1, 2]],
  ]);
});

test("[KILL-7] SIGKILL asks nobody, with whatever grace", () => {
  for (const graceMs of [0, 2_000]) {
    expect(steps({ signal: "SIGKILL", graceMs }, [root, one], [root, one], [])).toEqual([
      ["freeze", [1, 2]],
      ["kill", [1, 2]],
      ["done", []],
    ]);
  }
});

test("[KILL-13] who is found only after all were asked is stopped with the others; SIGKILL comes when nobody new is found", () => {
  const [late, later] = [victim(8), victim(9)];
  expect(
    steps(POLITE, [deafRoot], [deafRoot, late], [deafRoot, late, later], [deafRoot, late, later], [later], []),
  ).toEqual([
    ["ask", [], "hold", [1], [[], 2_000], [[1], KILL_IGNORING_MS]],
    ["freeze", [1, 8]],
    ["freeze", [9]],
    ["kill", [1, 8, 9]],
    ["kill", [9]],
    ["done", []],
  ]);
});

test("[KILL-13] a tree in which each look finds somebody new is killed all the same", () => {
  const trees = Array.from({ length: FREEZE_ROUNDS_MAX + 1 }, (_, index) => [victim(100 + index)]);
  const kinds = steps({ ...POLITE, signal: "SIGKILL" }, ...trees).map(([kind]) => kind);
  expect(kinds).toEqual([...Array.from({ length: FREEZE_ROUNDS_MAX }, () => "freeze"), "kill"]);
});

/** What a process does about the signals that it gets. */
interface Actor {
  readonly dies: "when asked" | "with its parent" | "by force only";
  readonly isDeaf: boolean;
  /** Children that it still forks, one before each look, while it lives and is not stopped. */
  forks: number;
}
interface Life extends Actor {
  readonly pid: number;
  readonly parentPid: number;
  isStopped: boolean;
}

const actor = fc.record<Actor>({
  dies: fc.constantFrom("when asked", "with its parent", "by force only"),
  isDeaf: fc.boolean(),
  forks: fc.nat(3),
});

test("[KILL-10] whatever a tree does, the plan ends, nobody is killed who was not stopped, and without survivors nobody lives", () => {
  fc.assert(
    fc.property(fc.array(actor, { minLength: 1, maxLength: 6 }), fc.constantFrom(0, 500), (actors, graceMs) => {
      const lives = new Map<number, Life>(
        actors.map((one, index) => [
          index + 1,
          { ...one, pid: index + 1, parentPid: Math.ceil(index / 2), isStopped: false },
        ]),
      );
      const request = { signal: "SIGTERM", graceMs };
      let progress = KILL_BEGINS;
      for (let round = 0; round < 200; round++) {
        fork(lives);
        const tree = [...lives.values()].map(({ pid, isDeaf }) => victim(pid, pid === 1, isDeaf));
        const next = nextStep(progress, { tree, request, isTimeUp: false });
        progress = next.progress;
        if (next.step.kind === "done") {
          expect(next.step.survivors.map(({ pid }) => pid)).toEqual([...lives.keys()]);
          expect(graceMs === 0 || lives.size === 0).toBe(true);
          return;
        }
        expect(graceMs === 0 && next.step.kind !== "ask").toBe(false);
        act(lives, next.step);
      }
      throw new Error("The plan did not end.");
    }),
  );
});

function fork(lives: Map<number, Life>): void {
  for (const life of lives.values()) {
    if (life.forks === 0 || life.isStopped) continue;
    life.forks--;
    const pid = 100 + lives.size + life.pid * 1_000 + life.forks * 7;
    lives.set(pid, { ...life, pid, parentPid: life.pid, forks: 0 });
  }
}

function act(lives: Map<number, Life>, step: Exclude<KillStep<Victim>, { kind: "done" }>): void {
  for (const { pid } of step.targets) {
    const life = lives.get(pid);
    if (life === undefined) continue;
    if (step.kind === "freeze") life.isStopped = true;
    else if (step.kind === "kill") {
      expect(life.isStopped).toBe(true);
      lives.delete(pid);
    } else if (life.dies === "when asked" && !life.isDeaf) lives.delete(pid);
  }
  for (const life of lives.values())
    if (life.dies === "with its parent" && !life.isStopped && !lives.has(life.parentPid)) lives.delete(life.pid);
}
