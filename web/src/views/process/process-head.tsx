import type { VNode } from "preact";

import type { Process } from "../../api/types.ts";
import { plain } from "../../format/plain.ts";
import { durationOf } from "../../format/time.ts";
import { now } from "../../state/clock.ts";
import { ageOf, nameOf } from "../../state/describe.ts";
import { openDialog } from "../../state/dialogs.ts";
import { Icon } from "../parts/icon.tsx";
import { StateBadge } from "../parts/state-badge.tsx";

export function ProcessHead({ process }: { readonly process: Process }): VNode {
  const { session_id: id, name, command, status, leftover_pids = [] } = process;
  return (
    <header class="process-head">
      <a class="button is-icon" href="#/" title="Back to the list (esc). Leaving ends nothing.">
        <Icon name="back" />
        <span class="unseen">Back to the list; this ends nothing</span>
      </a>
      <div class="process-title">
        <h1>{nameOf(process)}</h1>
        <p class="process-sub">
          <StateBadge process={process} />
          <span>{durationOf(ageOf(process, now.value))}</span>
          {name ? <code title={plain(command)}>{plain(command)}</code> : null}
          {status === "exited" && leftover_pids.length > 0 && (
            <span class="badge is-stopped">{leftover_pids.length} of its processes run on</span>
          )}
        </p>
      </div>
      <div class="process-actions" role="group" aria-label="What can be done">
        {status === "running" && (
          <>
            <Action
              text="Interrupt"
              title="SIGINT, or ctrl-c in a terminal"
              act={() => openDialog({ kind: "stop", id, how: "interrupt" })}
            />
            <Action text="Stop" title="SIGTERM (x)" act={() => openDialog({ kind: "stop", id, how: "stop" })} />
            <Action text="Kill" title="SIGKILL" isGrave act={() => openDialog({ kind: "stop", id, how: "kill" })} />
          </>
        )}
        <Action text="Restart" title="The same command again" act={() => openDialog({ kind: "restart", id })} />
        {status === "exited" && (
          <Action text="Remove" title="Forget it, log and all" isGrave act={() => openDialog({ kind: "remove", id })} />
        )}
      </div>
    </header>
  );
}

interface ActionProps {
  readonly text: string;
  readonly title: string;
  readonly act: () => void;
  readonly isGrave?: boolean;
}

function Action({ text, title, act, isGrave = false }: ActionProps): VNode {
  return (
    <button class={`button ${isGrave ? "is-grave" : ""}`} type="button" title={title} onClick={act}>
      {text}
    </button>
  );
}
