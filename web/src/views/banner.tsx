import type { VNode } from "preact";

import { connection } from "../state/connection.ts";

/** Says that what is shown is not what is. */
export function Banner(): VNode | null {
  if (connection.value === "lost")
    return (
      <div class="banner" role="alert">
        The daemon does not answer; this is how things were. Your processes run on. Trying again…
      </div>
    );
  if (connection.value === "signed_out")
    return (
      <div class="banner" role="alert">
        This browser is not let in (any more). Run <code>bellhop web</code> and open the link that it prints.
      </div>
    );
  return null;
}
