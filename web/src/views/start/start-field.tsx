import type { VNode } from "preact";

import type { FieldOf } from "./fields.ts";

interface StartFieldProps {
  readonly field: FieldOf;
  readonly value: string | boolean;
  readonly set: (value: string | boolean) => void;
}

export function StartField({ field, value, set }: StartFieldProps): VNode {
  const { kind, label, hint, name } = field;
  if (kind === "flag")
    return (
      <label class="check">
        <input
          type="checkbox"
          name={name}
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
        <span>
          {label} {hint && <small class="quiet">{hint}</small>}
        </span>
      </label>
    );
  return (
    <label class={`field is-${kind}`}>
      {label}
      <Control field={field} value={String(value)} set={set} />
    </label>
  );
}

function Control({ field, value, set }: StartFieldProps & { readonly value: string }): VNode {
  const { kind, hint = "", choices = [], name } = field;
  const change = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    set(currentTarget.value);
  switch (kind) {
    case "command":
      return (
        <textarea
          {...{ name, value, rows: 2, spellcheck: false, placeholder: hint }}
          required
          autofocus
          onInput={change}
          onKeyDown={submitOnEnter}
        />
      );
    case "lines":
    case "pairs":
      return <textarea {...{ name, value, rows: 3, spellcheck: false, placeholder: hint }} onInput={change} />;
    case "choice":
      return (
        <select {...{ name, value }} onChange={change}>
          <option value="">default</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      );
    case "number":
      return <input {...{ name, value, type: "number", step: "any", min: 0, placeholder: hint }} onInput={change} />;
    case "secret":
      return <input {...{ name, value, type: "password" }} autocomplete="off" onInput={change} />;
    case "text":
    case "flag":
      return (
        <input
          {...{ name, value, type: "text", placeholder: hint }}
          autocomplete="off"
          spellcheck={false}
          onInput={change}
        />
      );
  }
}

/** Enter starts, as in a shell; shift-enter begins a line. */
function submitOnEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}
