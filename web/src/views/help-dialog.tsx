import type { VNode } from "preact";

import { isTerminalRead, theme, type Theme } from "../state/settings.ts";
import { DialogFrame } from "./parts/dialog-frame.tsx";

const KEYS: readonly (readonly [where: string, keys: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    "Everywhere",
    [
      ["n", "start a command"],
      ["l", "list of processes"],
      ["e", "events"],
      ["?", "this help"],
      ["esc", "close, or back to the list"],
    ],
  ],
  [
    "In the list",
    [
      ["j k ↓ ↑", "next, previous"],
      ["g G", "first, last"],
      ["enter", "open"],
      ["/", "filter"],
      ["x", "stop the selected one"],
    ],
  ],
  [
    "At a process",
    [
      ["i", "type into its terminal"],
      ["ctrl-]", "leave its terminal"],
      ["j k pgdn pgup", "scroll"],
      ["g G", "beginning, end"],
      ["f", "follow the output, or not"],
      ["/", "search the whole log"],
      ["d", "download the log"],
      ["x", "stop it"],
      ["r", "restart it"],
    ],
  ],
];

export function HelpDialog(): VNode {
  return (
    <DialogFrame title="Keys and settings">
      <div class="help">
        {KEYS.map(([where, keys]) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    {key.split(" ").map((one) => (
                      <kbd key={one}>{one}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Settings</h3>
          <label class="field is-inline">
            Colours
            <select value={theme.value} onChange={({ currentTarget }) => (theme.value = currentTarget.value as Theme)}>
              <option value="system">as the system</option>
              <option value="light">light</option>
              <option value="dark">dark</option>
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={isTerminalRead.value}
              onChange={({ currentTarget }) => (isTerminalRead.value = currentTarget.checked)}
            />
            Let a screen reader read the terminal (slower)
          </label>
        </section>
      </div>
      <p class="quiet">Closing this page, or leaving a process, ends nothing: processes belong to the daemon.</p>
    </DialogFrame>
  );
}
