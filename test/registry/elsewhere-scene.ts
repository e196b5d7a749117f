import type { StartOptions } from "../../src/core/contract.ts";
import { ENVIRONMENT_LOST_AFTER_MS } from "../../src/core/limits.ts";
import type { EnvironmentTrouble } from "../../src/ports/environment.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { FakeElsewhere } from "../support/fake-elsewhere.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { testRegistry } from "../support/registry.ts";

export const PLACE: string = "docker:box";
export const REASON: string = "docker:box does not answer: connection refused.";

export interface Scene {
  readonly registry: Registry;
  readonly there: FakeElsewhere;
  readonly clock: JumpingClock;
  readonly id: string;
}

export async function somewhere(options: Partial<StartOptions> = {}): Promise<Scene> {
  const there = new FakeElsewhere();
  const clock = new JumpingClock();
  const registry = await testRegistry({ elsewhere: there, clock });
  const { id } = await registry.start({ command: "make", environment: PLACE, notifyOnComplete: true, ...options });
  return { registry, there, clock, id };
}

/** One more look of the mirror has failed. */
export function fail({ there, id }: Scene, trouble: EnvironmentTrouble = "unreachable", forMs = 0): void {
  there.tell(id, { kind: "lost", trouble, reason: REASON, forMs });
}

/** It was told as lost. */
export async function lost(options: Partial<StartOptions> = {}): Promise<Scene> {
  const scene = await somewhere(options);
  fail(scene, "unreachable", ENVIRONMENT_LOST_AFTER_MS);
  return scene;
}

export const LOST: Readonly<Record<string, unknown>> = {
  completionReason: "lost",
  terminationSource: "environment_unreachable",
  lostDetail: REASON,
  exitCode: null,
};
