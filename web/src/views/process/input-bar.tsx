import { useSignal } from "@preact/signals";
import type { VNode } from "preact";

import { messageOf, pathOf, post } from "../../api/http.ts";
import type { Process, ProcessView } from "../../api/types.ts";
import { openDialog } from "../../state/dialogs.ts";
import { useEffect } from "preact/hooks";
import { viewOf } from "../../terminal/log-source.ts";
import type { Screen } from "./screen.ts";

interface InputBarProps {
  readonly process: Process;
  readonly screen: Screen;
}

const KEYS = [
  ["ctrl-c", "Ctrl+C"],
  ["ctrl-d", "Ctrl+D"],
  ["escape", "Esc"],
  ["tab", "Tab"],
  ["up", "↑"],
  ["down", "↓"],
  ["left", "←"],
  ["right", "→"],
  ["enter", "Enter"],
] as const;
const SPOKEN: Readonly<Record<string, string>> = { up: "Up", down: "Down", left: "Left", right: "Right" };

/** What goes into a process that runs: keys for a terminal, lines for a pipe. */
export function InputBar({ process, screen }: InputBarProps): VNode | null {
  if (process.status !== "running") return null;
  return process.pty ? <Keys id={process.session_id} screen={screen} /> : <Line process={process} screen={screen} />;
}

function Keys({ id, screen }: { readonly id: string; readonly screen: Screen }): VNode {
  const press = (key: string): void =>
    void post(pathOf(id, "/keys"), { keys: [key] }).catch(
      (error: unknown) => (screen.problem.value = messageOf(error)),
    );
  return (
    <div class="keys" role="toolbar" aria-label="Keys for the program">
      {KEYS.map(([key, label]) => (
        <button key={key} class="key" type="button" aria-label={SPOKEN[key]} onClick={() => press(key)}>
          {label}
        </button>
      ))}
      <button class="key" type="button" onClick={() => openDialog({ kind: "paste", id })}>
        Paste…
      </button>
      <button class="key" type="button" onClick={() => openDialog({ kind: "secret", id })}>
        Secret…
      </button>
    </div>
  );
}

function Line({ process: { session_id: id }, screen }: InputBarProps): VNode | null {
  const line = useSignal("");
  const view = useSignal<ProcessView | null>(null);
  useEffect(() => {
    viewOf(id).then(
      (found) => (view.value = found),
      () => undefined,
    );
  }, [id]);
  if (view.value?.stdin !== "pipe") return null;
  const send = (path: string, body: object): void =>
    void post(pathOf(id, path), body).then(
      () => (line.value = ""),
      (error: unknown) => (screen.problem.value = messageOf(error)),
    );
  return (
    <form
      class="keys"
      onSubmit={(event) => {
        event.preventDefault();
        send("/submit", { data: line.value });
      }}
    >
      <label class="search is-wide">
        <span class="unseen">A line for its standard input</span>
        <input
          type="text"
          autocomplete="off"
          placeholder="A line for its standard input"
          value={line.value}
          onInput={({ currentTarget }) => (line.value = currentTarget.value)}
        />
      </label>
      <button class="key" type="submit">
        Send
      </button>
      <button class="key" type="button" onClick={() => openDialog({ kind: "secret", id })}>
        Secret…
      </button>
      <button class="key" type="button" title="It reads the end of file" onClick={() => send("/close-stdin", {})}>
        End of input
      </button>
    </form>
  );
}
