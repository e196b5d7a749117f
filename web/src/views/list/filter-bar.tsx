import type { Signal } from "@preact/signals";
import type { VNode } from "preact";

import { countOf } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";
import { type Order, conversations, counts, filter, order, ORDERS, owners, shown, STATES } from "../../state/filter.ts";
import { Icon } from "../parts/icon.tsx";

export function FilterBar(): VNode {
  return (
    <div class="filters" role="search" aria-label="Which processes">
      <label class="search">
        <Icon name="search" />
        <span class="unseen">Name, command, id, port or output</span>
        <input
          id="filter"
          type="search"
          placeholder="Filter  /"
          value={filter.text.value}
          onInput={({ currentTarget }) => (filter.text.value = currentTarget.value)}
        />
      </label>
      <div class="segments" role="radiogroup" aria-label="State">
        {STATES.map((state) => (
          <label key={state}>
            <input
              type="radio"
              name="state"
              checked={filter.state.value === state}
              onChange={() => (filter.state.value = state)}
            />
            <span>
              {state} <small>{counts.value[state]}</small>
            </span>
          </label>
        ))}
      </div>
      <Choice label="Owner" any="Any owner" of={filter.owner} values={owners.value} />
      <Choice label="Conversation" any="Any conversation" of={filter.conversation} values={conversations.value} />
      <label class="choice">
        <span class="unseen">Order</span>
        <select value={order.value} onChange={({ currentTarget }) => (order.value = currentTarget.value as Order)}>
          {ORDERS.map((one) => (
            <option key={one} value={one}>
              {one === "newest" ? "Newest first" : `By ${one}`}
            </option>
          ))}
        </select>
      </label>
      <span class="quiet shown-count" aria-live="off">
        {countOf(shown.value.length, "process", "processes")}
      </span>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly of: Signal<string>;
  readonly values: readonly string[];
}

function Choice({ label, any, of, values }: ChoiceProps): VNode | null {
  if (values.length === 0 && of.value === "") return null;
  return (
    <label class="choice">
      <span class="unseen">{label}</span>
      <select value={of.value} onChange={({ currentTarget }) => (of.value = currentTarget.value)}>
        <option value="">{any}</option>
        {[...new Set([...values, ...(of.value === "" ? [] : [of.value])])].map((value) => (
          <option key={value} value={value}>
            {plain(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
