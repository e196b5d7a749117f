import type { VNode } from "preact";

import { connection } from "../state/connection.ts";
import { openDialog } from "../state/dialogs.ts";
import { pendingCount } from "../state/events.ts";
import { counts } from "../state/filter.ts";
import { isNotifying, toggleNotifying } from "../state/notify.ts";
import { route } from "../state/route.ts";
import { nextTheme, theme } from "../state/settings.ts";
import { Icon } from "./parts/icon.tsx";

export function TopBar(): VNode {
  const { page } = route.value;
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="Bellhop, the list of processes">
        <span class={`pulse is-${connection.value}`} aria-hidden="true" />
        Bellhop
      </a>
      <nav class="tabs" aria-label="Pages">
        <a href="#/" aria-current={page === "list" ? "page" : undefined}>
          Processes <span class="count">{counts.value.running}</span>
        </a>
        <a href="#/events" aria-current={page === "events" ? "page" : undefined}>
          Events {pendingCount.value > 0 && <span class="count is-waiting">{pendingCount.value}</span>}
        </a>
      </nav>
      <div class="top-actions">
        <button class="button is-main" type="button" onClick={() => openDialog({ kind: "start" })}>
          <Icon name="plus" />
          <span class="wide-only">Start</span>
          <span class="unseen narrow-text">Start a command</span>
        </button>
        <button
          class="button is-icon"
          type="button"
          aria-pressed={isNotifying.value}
          title={isNotifying.value ? "Notifications are on" : "Tell me when a job ends"}
          onClick={() => void toggleNotifying()}
        >
          <Icon name={isNotifying.value ? "bell-on" : "bell"} />
          <span class="unseen">Tell me when a job ends</span>
        </button>
        <button class="button is-icon" type="button" title={`Colours: ${theme.value}`} onClick={nextTheme}>
          <Icon name="theme" />
          <span class="unseen">Colours: {theme.value}</span>
        </button>
        <button
          class="button is-icon"
          type="button"
          title="Keys and settings (?)"
          onClick={() => openDialog({ kind: "help" })}
        >
          <Icon name="help" />
          <span class="unseen">Keys and settings</span>
        </button>
      </div>
    </header>
  );
}
