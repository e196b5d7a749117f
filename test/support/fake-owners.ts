import type { KillOptions } from "../../src/core/contract.ts";
import type { KillAllOptions, TransferOptions } from "../../src/core/owner.ts";
import type { PastEvent } from "../../src/core/contract.ts";
import type { KillResult, ListEntry, NotFound, TreeResult, UsageResult } from "../../src/core/results.ts";
import { entryOf, notFound, type FakeProcess } from "./fake-answers.ts";

/** The part of a fake registry that is about whose processes they are, and what nobody uses in memory. */
export abstract class FakeOwners {
  readonly processes = new Map<string, FakeProcess>();

  async usage(id: string): Promise<UsageResult | NotFound> {
    if (!this.processes.has(id)) return notFound(id);
    return { sessionId: id, startedAt: "2026-01-01T00:00:00.000Z", points: [] };
  }

  async tree(id: string): Promise<TreeResult | NotFound> {
    return this.processes.has(id) ? { sessionId: id, processes: [] } : notFound(id);
  }

  async eventHistory(): Promise<readonly PastEvent[]> {
    return [];
  }

  abstract kill(id: string, options?: KillOptions): Promise<KillResult>;

  async killAll({ taskId, source = "kill_all" }: KillAllOptions = {}): Promise<number> {
    const targets = this.#running(taskId);
    for (const { id } of targets) await this.kill(id, { source });
    return targets.length;
  }

  async snapshotRunningIds(taskId: string): Promise<readonly string[]> {
    return this.#running(taskId).map(({ id }) => id);
  }

  async killStartedSince(taskId: string, baseline: readonly string[]): Promise<number> {
    const targets = this.#running(taskId).filter(({ id }) => !baseline.includes(id));
    for (const { id } of targets) await this.kill(id);
    return targets.length;
  }

  async transferOwnership(id: string, { fromOwner, toOwner }: TransferOptions): Promise<boolean> {
    const process = this.#running(fromOwner).find((one) => one.id === id);
    if (process === undefined) return false;
    this.processes.set(id, { ...process, options: { ...process.options, ownerTaskId: toOwner } });
    return true;
  }

  async runningOwnedBy(ownerTaskId: string): Promise<readonly ListEntry[]> {
    return this.#running(ownerTaskId).map(entryOf);
  }

  async hasActiveProcesses(ownerTaskId: string): Promise<boolean> {
    return this.#running(ownerTaskId).length > 0;
  }

  async hasActiveForSession(sessionKey: string): Promise<boolean> {
    return [...this.processes.values()].some(
      ({ exitCode, options }) => exitCode === null && options.sessionKey === sessionKey,
    );
  }

  async hasAnyActive(): Promise<boolean> {
    return this.#running().length > 0;
  }

  async countRunning(): Promise<number> {
    return this.#running().length;
  }

  #running(owner?: string): readonly FakeProcess[] {
    return [...this.processes.values()].filter(
      (process) => process.exitCode === null && (owner === undefined || entryOf(process).ownerTaskId === owner),
    );
  }
}
