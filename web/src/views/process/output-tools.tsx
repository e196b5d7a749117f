import type { Signal } from "@preact/signals";
import type { VNode } from "preact";

import { pathOf } from "../../api/http.ts";
import type { Process } from "../../api/types.ts";
import { Icon } from "../parts/icon.tsx";
import type { Screen } from "./screen.ts";

interface OutputToolsProps {
  readonly process: Process;
  readonly screen: Screen;
  readonly isFinding: Signal<boolean>;
}

export function OutputTools({ process, screen, isFinding }: OutputToolsProps): VNode {
  const { session_id: id, pty, status } = process;
  const canType = pty !== undefined && status === "running";
  return (
    <div class="tools" role="toolbar" aria-label="Output">
      <button
        class="button is-small"
        type="button"
        aria-pressed={screen.isFollowing.value}
        title="Stay at the newest line (f)"
        onClick={() => screen.toggleFollowing()}
      >
        <Icon name="follow" />
        Follow
      </button>
      <button
        class="button is-small"
        type="button"
        aria-expanded={isFinding.value}
        title="Search the whole log (/)"
        onClick={() => (isFinding.value = !isFinding.value)}
      >
        <Icon name="search" />
        Search
      </button>
      <a
        class="button is-small"
        href={pathOf(id, "/download")}
        download
        title="The whole log as a file (d)"
        id="download"
      >
        <Icon name="download" />
        Download
      </a>
      <span class="mode quiet">{modeOf(screen)}</span>
      {canType && (
        <>
          <button
            class="button is-small"
            type="button"
            aria-pressed={screen.isTyping.value}
            title="Type into it (i)"
            onClick={() => screen.startTyping()}
          >
            Type
          </button>
          <button
            class="button is-small"
            type="button"
            title={`Its terminal has ${pty.cols} columns and ${pty.rows} rows; give it the size of this view`}
            onClick={() => void screen.fitProgram()}
          >
            Fit <span class="quiet">{`${pty.cols}×${pty.rows}`}</span>
          </button>
        </>
      )}
    </div>
  );
}

function modeOf({ window: { mode } }: Screen): string {
  if (mode.value === "loading") return "Loading…";
  return mode.value === "apart" ? "An earlier part" : "";
}
