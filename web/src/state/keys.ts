import { signal } from "@preact/signals";

import { closeDialog, dialog, openDialog } from "./dialogs.ts";
import { processes } from "./processes.ts";
import { go, hrefOf, route } from "./route.ts";
import { moveSelection, selectedId } from "./selection.ts";

/** What keys do at the process that is shown; null when none is. */
export interface ProcessKeys {
  readonly type: () => void;
  readonly follow: () => void;
  readonly find: () => void;
  /** By so many lines; infinities lead to the beginning of the log and to its end. */
  readonly scroll: (lines: number) => void;
}

export const processKeys = signal<ProcessKeys | null>(null);

type Act = () => void;

const ANYWHERE: Readonly<Record<string, Act>> = {
  n: () => openDialog({ kind: "start" }),
  "?": () => openDialog({ kind: "help" }),
  l: () => go("#/"),
  e: () => go("#/events"),
};
const IN_LIST: Readonly<Record<string, Act>> = {
  j: () => moveSelection(1),
  ArrowDown: () => moveSelection(1),
  k: () => moveSelection(-1),
  ArrowUp: () => moveSelection(-1),
  PageDown: () => moveSelection(10),
  PageUp: () => moveSelection(-10),
  g: () => moveSelection(-Infinity),
  Home: () => moveSelection(-Infinity),
  G: () => moveSelection(Infinity),
  End: () => moveSelection(Infinity),
  Enter: () => {
    if (selectedId.value !== "") go(hrefOf(selectedId.value));
  },
  "/": () => filterField()?.focus(),
  x: () => stop(selectedId.value),
};
const PAGE_LINES = 20;
const scroll =
  (lines: number): Act =>
  () =>
    processKeys.value?.scroll(lines);
const AT_PROCESS: Readonly<Record<string, Act>> = {
  j: scroll(1),
  ArrowDown: scroll(1),
  k: scroll(-1),
  ArrowUp: scroll(-1),
  PageDown: scroll(PAGE_LINES),
  PageUp: scroll(-PAGE_LINES),
  g: scroll(-Infinity),
  Home: scroll(-Infinity),
  G: scroll(Infinity),
  End: scroll(Infinity),
  i: () => processKeys.value?.type(),
  f: () => processKeys.value?.follow(),
  "/": () => processKeys.value?.find(),
  d: () => document.querySelector<HTMLElement>("#download")?.click(),
  x: () => stop(shownId()),
  r: () => {
    if (shownId() !== "") openDialog({ kind: "restart", id: shownId() });
  },
  Escape: () => go("#/"),
};

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialog.value !== null) {
      if (event.key !== "Escape") return;
      event.preventDefault(); // The browser would close it a moment later, and the next key would be lost until then.
      closeDialog();
      return;
    }
    if (isField(event.target)) {
      const isLeft = event.key === "Escape" || (event.key === "Enter" && event.target === filterField());
      if (isLeft && event.target instanceof HTMLElement) leaveField(event.target);
      return;
    }
    const act = actOf(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

function actOf({ key, target }: KeyboardEvent): Act | undefined {
  // Enter and the arrows belong to the button, link or tab that has the focus.
  const isOnControl = target instanceof Element && target.closest("a, button, summary") !== null;
  if (isOnControl && (key === "Enter" || key.startsWith("Arrow"))) return undefined;
  const { page } = route.value;
  const here: Readonly<Record<string, Act>> =
    page === "list" ? IN_LIST : page === "process" ? AT_PROCESS : { Escape: () => go("#/") };
  return here[key] ?? ANYWHERE[key];
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The terminal takes keys only while somebody types into the program.
  if (target.closest(".viewport")) return target.closest(".is-typing") !== null;
  return target.matches("input, textarea, select");
}

function leaveField(target: HTMLElement): void {
  if (target.closest(".viewport")) return;
  target.blur();
  document.querySelector<HTMLElement>("#grid")?.focus();
}

function filterField(): HTMLElement | null {
  return document.querySelector<HTMLElement>("#filter");
}

function stop(id: string): void {
  if (processes.value.get(id)?.status === "running") openDialog({ kind: "stop", id, how: "stop" });
}

function shownId(): string {
  return route.value.page === "process" ? route.value.id : "";
}
