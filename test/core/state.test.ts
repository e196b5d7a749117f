import { describe, expect, test } from "vitest";
import { isFindable, transition } from "../../src/core/state.ts";
import type { Ending, LostReason, Outcome, ProcessEvent, ProcessState } from "../../src/core/state.ts";

const AT = 1_700_000_000_000;
const TERM = { source: "process.kill", signal: "SIGTERM" };
const STARTING: ProcessState = { phase: "starting" };
const RUNNING: ProcessState = { phase: "running" };
const STOPPING: ProcessState = { phase: "stopping", ...TERM };
const ended = (outcome: Outcome): ProcessState => ({ phase: "ended", outcome, endedAtMs: AT });
const ENDED = ended({ kind: "exited", code: 0 });

const started: ProcessEvent = { type: "started" };
const startFailed: ProcessEvent = { type: "startFailed", message: "no shell", atMs: AT };
const stopRequested: ProcessEvent = { type: "stopRequested", ...TERM };
const stopFailed: ProcessEvent = { type: "stopFailed" };
const seen = (ending: Ending): ProcessEvent => ({ type: "endingSeen", ending, atMs: AT });
const contactLost = (why: LostReason): ProcessEvent => ({ type: "contactLost", why, atMs: AT });
const regained: ProcessEvent = { type: "contactRegained" };
const EVENTS = [started, startFailed, stopRequested, stopFailed, seen({ code: 3 }), contactLost("reboot"), regained];

const FAILED = ended({ kind: "failed_start", message: "no shell" });
const EXITED = ended({ kind: "exited", code: 3 });
const LOST = ended({ kind: "lost", why: "reboot" });
const KILLED = ended({ kind: "killed", ...TERM, ending: { code: 3 } });

describe("[STATE-1] the whole table", () => {
  test.each([
    ["starting", STARTING, [RUNNING, FAILED, STARTING, STARTING, EXITED, LOST, STARTING]],
    ["running", RUNNING, [RUNNING, FAILED, STOPPING, RUNNING, EXITED, LOST, RUNNING]],
    ["stopping", STOPPING, [STOPPING, FAILED, STOPPING, RUNNING, KILLED, LOST, STOPPING]],
    ["ended", ENDED, EVENTS.map(() => ENDED)],
  ])("[STATE-1] %s", (_, state, expected) => {
    expect(EVENTS.map((event) => transition(state, event))).toEqual(expected);
  });
});

test("[STATE-1] an ended state is the same object after any event", () => {
  for (const event of EVENTS) expect(transition(ENDED, event)).toBe(ENDED);
});

test("a death by a signal that is not ours", () => {
  expect(transition(RUNNING, seen({ signal: "SIGSEGV" }))).toEqual(ended({ kind: "signaled", signal: "SIGSEGV" }));
});

test("[STATE-2] an escalation keeps the first source and tells the last signal", () => {
  const events: readonly ProcessEvent[] = [
    started,
    stopRequested,
    { type: "stopRequested", source: "kill_all", signal: "SIGKILL" },
    seen({ signal: "SIGKILL" }),
  ];
  expect(events.reduce(transition, STARTING)).toEqual(
    ended({ kind: "killed", source: "process.kill", signal: "SIGKILL", ending: { signal: "SIGKILL" } }),
  );
});

test("[STATE-3] after a failed kill it runs on; an exit by itself is then no kill", () => {
  const events = [started, stopRequested, stopFailed, seen({ code: 0 })];
  expect(events.reduce(transition, STARTING)).toEqual(ENDED);
  expect([started, stopRequested, stopFailed, stopRequested].reduce(transition, STARTING)).toEqual(STOPPING);
});

test("[STATE-4] lost while it was being stopped", () => {
  expect(transition(STOPPING, contactLost("pid_reused"))).toEqual(ended({ kind: "lost", why: "pid_reused" }));
});

const UNREACHABLE: ProcessState = { ...ended({ kind: "lost", why: "environment_unreachable" }) };

describe("[STATE-5] lost with its environment", () => {
  test.each<readonly [LostReason, boolean]>([
    ["environment_unreachable", true],
    ["environment_gone", true],
    ["reboot", false],
    ["pid_reused", false],
    ["shim_killed", false],
    ["record_only", false],
    ["adopter_gone", false],
  ])("%s may be found again: %s", (why, isFound) => {
    const state = transition(RUNNING, contactLost(why));
    expect([isFindable(state), transition(state, regained)]).toEqual([isFound, isFound ? RUNNING : state]);
  });

  test("[STATE-5] says why, and answers nothing else", () => {
    const detail = "It does not answer.";
    const state = transition(RUNNING, { type: "contactLost", why: "environment_gone", detail, atMs: AT });
    expect(state).toEqual(ended({ kind: "lost", why: "environment_gone", detail }));
    const others = EVENTS.filter(({ type }) => type !== "contactRegained" && type !== "stopRequested");
    for (const event of others) expect(transition(state, event)).toBe(state);
  });

  test("[STATE-6] a kill that was at work, or is asked for meanwhile, goes on when it is found", () => {
    const lostWhileStopping = transition(STOPPING, contactLost("environment_unreachable"));
    const asked = { ...TERM };
    expect(lostWhileStopping).toEqual(ended({ kind: "lost", why: "environment_unreachable", asked }));
    expect(transition(UNREACHABLE, stopRequested)).toEqual(lostWhileStopping);
    expect(transition(lostWhileStopping, regained)).toEqual(STOPPING);
    const harder: ProcessEvent = { type: "stopRequested", source: "kill_all", signal: "SIGKILL" };
    expect([harder, regained].reduce(transition, lostWhileStopping)).toEqual({ ...STOPPING, signal: "SIGKILL" });
  });
});
