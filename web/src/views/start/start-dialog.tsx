import { useSignal } from "@preact/signals";
import type { VNode } from "preact";

import { post } from "../../api/http.ts";
import { say } from "../../state/announce.ts";
import { go, hrefOf } from "../../state/route.ts";
import { DialogFrame } from "../parts/dialog-frame.tsx";
import { StartField } from "./start-field.tsx";
import { GROUPS, inputOf, type Values } from "./fields.ts";

interface Started {
  readonly session_id: string;
  readonly note?: string;
  readonly already_running?: readonly string[];
}

/** Everything that a start can be told. Only the command is needed. */
export function StartDialog(): VNode {
  const values = useSignal<Values>({ notify_on_complete: true });
  const act = async (): Promise<void> => {
    const { session_id, note, already_running = [] } = await post<Started>("/api/processes", inputOf(values.value));
    const twice = already_running.length > 0 ? " The same command runs already." : "";
    say(`Started.${twice} ${note ?? ""}`.trim());
    go(hrefOf(session_id));
  };
  return (
    <DialogFrame title="Start a command" doIt="Start" isWide act={act}>
      {GROUPS.map(({ title, isOpen = false, fields }) => (
        <details key={title} class="group" open={isOpen}>
          <summary>{title}</summary>
          <div class="fields">
            {fields.map((field) => (
              <StartField
                key={field.name}
                field={field}
                value={values.value[field.name] ?? ""}
                set={(value) => (values.value = { ...values.value, [field.name]: value })}
              />
            ))}
          </div>
        </details>
      ))}
    </DialogFrame>
  );
}
