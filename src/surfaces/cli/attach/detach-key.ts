import { keyText } from "../../../core/terminal/keys.ts";

/** Looks for the key that leaves in what is typed. */
export interface DetachKey {
  readonly name: string;
  /** Bytes in front of the key; null when it was not pressed. */
  find(bytes: Uint8Array): number | null;
}

/** By its name, as `send --key` takes it. Throws `invalid_argument` for a name that is none. */
export function detachKey(name: string): DetachKey {
  const forms = formsOf(keyText(name)).map((form) => Buffer.from(form));
  return {
    name,
    find: (bytes) => {
      const places = forms.map((form) => Buffer.from(bytes).indexOf(form)).filter((place) => place >= 0);
      return places.length === 0 ? null : Math.min(...places);
    },
  };
}

/** Terminals write a control key otherwise once a program has asked for it: kitty's keyboard protocol, xterm's modifyOtherKeys. */
function formsOf(text: string): readonly string[] {
  if (text.length !== 1 || text >= " ") return [text];
  const code = String.fromCharCode(text.charCodeAt(0) | 0x40)
    .toLowerCase()
    .charCodeAt(0);
  return [text, `\u001b[${code};5u`, `\u001b[27;5;${code}~`];
}
