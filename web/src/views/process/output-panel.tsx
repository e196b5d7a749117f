import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Process } from "../../api/types.ts";
import { plain } from "../../format/plain.ts";
import { processKeys } from "../../state/keys.ts";
import { FindPanel } from "./find-panel.tsx";
import { InputBar } from "./input-bar.tsx";
import { OutputTools } from "./output-tools.tsx";
import { type Screen, createScreen } from "./screen.ts";
import type { Session } from "./session.ts";

interface OutputPanelProps {
  readonly process: Process;
  readonly session: Session;
}

export function OutputPanel({ process, session }: OutputPanelProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const screen = useSignal<Screen | null>(null);
  const isFinding = useSignal(false);
  const hasTerminal = process.pty !== undefined;
  useEffect(() => {
    if (!host.current) return undefined;
    const made = createScreen({ host: host.current, id: session.id, hasTerminal });
    screen.value = made;
    processKeys.value = {
      type: () => made.startTyping(),
      follow: () => made.toggleFollowing(),
      scroll: (lines) => made.scroll(lines),
      find: () => (isFinding.value = true),
    };
    return () => {
      processKeys.value = null;
      screen.value = null;
      made.dispose();
    };
  }, [session.id, hasTerminal]);
  useEffect(() => screen.value?.show(process), [screen.value, process]);
  useEffect(() => {
    if (session.wantedCursor.value !== null) screen.value?.window.showCursor(session.wantedCursor.value);
  }, [session.wantedCursor.value]);
  const shown = screen.value;
  return (
    <section class="output" aria-label="Output">
      {shown && <OutputTools process={process} screen={shown} isFinding={isFinding} />}
      {shown && isFinding.value && (
        <FindPanel session={session} screen={shown} close={() => (isFinding.value = false)} />
      )}
      {shown && <Earlier screen={shown} />}
      <div
        class={`viewport ${hasTerminal ? "has-size" : ""} ${shown?.isTyping.value === true ? "is-typing" : ""}`}
        ref={host}
      />
      {shown && <Status screen={shown} />}
      {shown && <InputBar process={process} screen={shown} />}
    </section>
  );
}

function Earlier({ screen }: { readonly screen: Screen }): VNode | null {
  const { firstLine, mode } = screen.window;
  if (firstLine.value === 0) return null;
  return (
    <button
      class="earlier"
      type="button"
      aria-disabled={mode.value === "loading"}
      onClick={() => screen.window.showEarlier()}
    >
      Show earlier lines ({firstLine.value.toLocaleString("en")} more)
    </button>
  );
}

/** What the program says of itself, and where a link leads. */
function Status({ screen }: { readonly screen: Screen }): VNode {
  const { title, hovered, problem, isTyping } = screen;
  const text =
    problem.value ||
    hovered.value ||
    (isTyping.value ? "What you type goes to the program. Ctrl+] leaves." : plain(title.value));
  return (
    <p class={`output-status ${problem.value ? "is-bad" : ""}`} aria-live="polite">
      {text}
    </p>
  );
}
