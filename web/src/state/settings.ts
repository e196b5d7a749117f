import { computed, effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "bellhop.";

/** What this browser remembers; null when it was never set, or the browser remembers nothing. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}

export function saveSetting(name: string, value: string): void {
  try {
    localStorage.setItem(KEY + name, value);
  } catch {
    // It is set for as long as the page lives.
  }
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];
export const theme = signal<Theme>(THEMES.find((one) => one === readSetting("theme")) ?? "system");
/** Whether a screen reader reads the terminal: it costs speed. */
export const isTerminalRead = signal(readSetting("read-terminal") === "on");

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(darkQuery.matches);
darkQuery.addEventListener("change", ({ matches }) => (systemIsDark.value = matches));

export const isDark = computed(() => (theme.value === "system" ? systemIsDark.value : theme.value === "dark"));

const narrowQuery = matchMedia("(max-width: 760px)");
export const isNarrow = signal(narrowQuery.matches);
narrowQuery.addEventListener("change", ({ matches }) => (isNarrow.value = matches));

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
}

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  saveSetting("theme", theme.value);
});
effect(() => saveSetting("read-terminal", isTerminalRead.value ? "on" : "off"));
