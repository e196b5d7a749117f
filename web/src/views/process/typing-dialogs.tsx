import { useSignal } from "@preact/signals";
import type { VNode } from "preact";

import { pathOf, post } from "../../api/http.ts";
import { DialogFrame } from "../parts/dialog-frame.tsx";

interface Of {
  readonly id: string;
}

export function PasteDialog({ id }: Of): VNode {
  const text = useSignal("");
  return (
    <DialogFrame
      title="Paste"
      doIt="Paste"
      act={async () => void (await post(pathOf(id, "/paste"), { text: text.value }))}
    >
      <label class="field">
        A text of any number of lines; the program gets it as one piece
        <textarea
          rows={8}
          autofocus
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
    </DialogFrame>
  );
}

export function SecretDialog({ id }: Of): VNode {
  const secret = useSignal("");
  const enter = useSignal(true);
  return (
    <DialogFrame
      title="Type a secret"
      doIt="Type it"
      act={async () => {
        const body = { secret: secret.value, enter: enter.value };
        await post(pathOf(id, "/secret"), body);
        secret.value = "";
      }}
    >
      <p>It is masked wherever the output shows it, and refused while the terminal would show what is typed.</p>
      <label class="field">
        Secret
        <input
          type="password"
          autofocus
          autocomplete="off"
          value={secret.value}
          onInput={({ currentTarget }) => (secret.value = currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={enter.value}
          onChange={({ currentTarget }) => (enter.value = currentTarget.checked)}
        />
        Press Enter behind it
      </label>
    </DialogFrame>
  );
}
