import { computed, signal } from "@preact/signals";

import type { Process } from "../api/types.ts";
import { msOf } from "../format/time.ts";
import { nameOf } from "./describe.ts";
import { processes } from "./processes.ts";

export const STATES = ["all", "running", "ended", "failed"] as const;
export const ORDERS = ["newest", "name", "processor", "memory", "output"] as const;
export type StateFilter = (typeof STATES)[number];
export type Order = (typeof ORDERS)[number];

export const filter = {
  text: signal(""),
  state: signal<StateFilter>("all"),
  /** Empty: any. */
  owner: signal(""),
  conversation: signal(""),
};
export const order = signal<Order>("newest");

export const owners = computed(() => distinct(({ owner_task_id }) => owner_task_id));
export const conversations = computed(() => distinct(({ session_key }) => session_key));

export const counts = computed(() => {
  const all = [...processes.value.values()];
  return {
    all: all.length,
    running: all.filter(isOfState("running")).length,
    ended: all.filter(isOfState("ended")).length,
    failed: all.filter(isOfState("failed")).length,
  };
});

/** What the list shows, in its order: what runs stands first. */
export const shown = computed(() => {
  const text = filter.text.value.trim().toLowerCase();
  const [owner, conversation] = [filter.owner.value, filter.conversation.value];
  const inState = isOfState(filter.state.value);
  return [...processes.value.values()]
    .filter(
      (one) =>
        inState(one) &&
        (owner === "" || one.owner_task_id === owner) &&
        (conversation === "" || one.session_key === conversation) &&
        (text === "" || wordsOf(one).includes(text)),
    )
    .toSorted((one, other) => rank(one) - rank(other) || COMPARE[order.value](one, other));
});

export const isFiltered = computed(
  () =>
    filter.text.value !== "" ||
    filter.state.value !== "all" ||
    filter.owner.value !== "" ||
    filter.conversation.value !== "",
);

export function clearFilter(): void {
  filter.text.value = "";
  filter.state.value = "all";
  filter.owner.value = "";
  filter.conversation.value = "";
}

const COMPARE: Readonly<Record<Order, (one: Process, other: Process) => number>> = {
  newest: (one, other) => momentOf(other) - momentOf(one),
  name: (one, other) => nameOf(one).localeCompare(nameOf(other)),
  processor: (one, other) => (other.usage?.cpu_percent ?? 0) - (one.usage?.cpu_percent ?? 0),
  memory: (one, other) => (other.usage?.memory_bytes ?? 0) - (one.usage?.memory_bytes ?? 0),
  output: (one, other) => (other.usage?.output_bytes_per_second ?? 0) - (one.usage?.output_bytes_per_second ?? 0),
};

function rank({ status }: Process): number {
  return status === "running" ? 0 : 1;
}

function momentOf({ exited_at, started_at }: Process): number {
  return msOf(exited_at ?? started_at);
}

function isOfState(state: StateFilter): (process: Process) => boolean {
  return ({ status, exit_code, completion_reason }) => {
    if (state === "all") return true;
    if (state === "running") return status === "running";
    return status === "exited" && (state === "ended" || (exit_code !== 0 && completion_reason !== "killed"));
  };
}

function wordsOf({ session_id, name = "", command, output_preview, ports = [] }: Process): string {
  return `${session_id}\n${name}\n${command}\n${ports.join(" ")}\n${output_preview}`.toLowerCase();
}

function distinct(of: (process: Process) => string): readonly string[] {
  return [...new Set([...processes.value.values()].map(of))].filter((value) => value !== "").toSorted();
}
