import { signal } from "@preact/signals";

import type { Process } from "../api/types.ts";
import { say } from "./announce.ts";
import { endingOf, nameOf } from "./describe.ts";
import { readSetting, saveSetting } from "./settings.ts";

const isPossible = "Notification" in globalThis;

/** Whether the browser tells endings while the page is not looked at. */
export const isNotifying = signal(
  isPossible && Notification.permission === "granted" && readSetting("notify") === "on",
);

/** Asks for the permission when there is none: only a person's click may do that. */
export async function toggleNotifying(): Promise<void> {
  if (!isPossible) return say("This browser shows no notifications.", true);
  if (isNotifying.value) isNotifying.value = false;
  else isNotifying.value = (await Notification.requestPermission()) === "granted";
  saveSetting("notify", isNotifying.value ? "on" : "off");
  say(
    isNotifying.value
      ? "You will be told when a job ends, also while this page is in the background."
      : "You will not be told when a job ends.",
  );
}

export function notifyEnded(process: Process): void {
  if (!isNotifying.value || !document.hidden) return;
  const note = new Notification(`${nameOf(process)}: ${endingOf(process)}`, {
    body: process.output_preview.trimEnd().split("\n").slice(-3).join("\n"),
    tag: process.session_id,
    icon: "/icon.svg",
  });
  note.addEventListener("click", () => {
    window.focus();
    location.hash = `#/p/${process.session_id}`;
    note.close();
  });
}
