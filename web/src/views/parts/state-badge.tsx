import type { VNode } from "preact";

import type { Process } from "../../api/types.ts";
import { stateOf, toneOf } from "../../state/describe.ts";

export function StateBadge({ process }: { readonly process: Process }): VNode {
  return (
    <span class={`badge is-${toneOf(process)}`}>
      <span class="dot" aria-hidden="true" />
      {stateOf(process)}
    </span>
  );
}
