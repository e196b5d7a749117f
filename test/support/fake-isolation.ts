import type { ResourceLimits } from "../../src/core/isolation/limits.ts";
import type { Confinement, Isolation, Outcome, Prepared } from "../../src/ports/isolation.ts";

const FREE: Prepared = {
  confinement: { kind: "none", unit: null, cgroup: null },
  wrapShim: [],
  wrapJob: [],
  notes: [],
};

/** An isolation that keeps nothing apart, writes down how it is called, and counts what the test says. */
export class FakeIsolation implements Isolation {
  readonly calls: string[] = [];
  counted: Outcome | null = null;
  /** What stands before the command, the first start first; afterwards nothing does. */
  readonly wraps: (readonly string[])[] = [];
  managerIsLost = false;
  canStop = true;

  prepare(id: string, limits: ResourceLimits): Promise<Prepared> {
    if (Object.keys(limits).length === 0) return Promise.resolve(FREE);
    this.calls.push(`prepare ${JSON.stringify(limits)}`);
    const confinement: Confinement = { kind: "systemd", unit: `${id}.scope`, cgroup: null };
    return Promise.resolve({ ...FREE, confinement, wrapShim: this.wraps.shift() ?? ["env"], notes: ["Weaker here."] });
  }

  locate(confinement: Confinement): Confinement {
    this.calls.push("locate");
    return { ...confinement, cgroup: "/nowhere/cgroup" };
  }

  lostManager(): boolean {
    this.calls.push("lostManager");
    return this.managerIsLost;
  }

  stop(): Promise<boolean> {
    this.calls.push("stop");
    return Promise.resolve(this.canStop);
  }

  observe({ cgroup }: Confinement): () => void {
    this.calls.push(`observe ${cgroup}`);
    return () => void this.calls.push("unobserve");
  }

  outcome(): Outcome | null {
    return this.counted;
  }

  cleanUp(): void {
    this.calls.push("cleanUp");
  }
}
