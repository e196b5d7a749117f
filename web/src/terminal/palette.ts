import type { ITheme } from "@xterm/xterm";

const DARK: ITheme = {
  background: "#0c0f13",
  foreground: "#d5dce5",
  cursor: "#5eead4",
  cursorAccent: "#0c0f13",
  selectionBackground: "#2b4a63",
  black: "#1c232b",
  red: "#f38b94",
  green: "#8fce9b",
  yellow: "#e3c27a",
  blue: "#86b6f5",
  magenta: "#c9a4ec",
  cyan: "#74cfd1",
  white: "#d5dce5",
  brightBlack: "#7b8794",
  brightRed: "#ffa8af",
  brightGreen: "#ace4b5",
  brightYellow: "#f4d99c",
  brightBlue: "#a9cdff",
  brightMagenta: "#dfc2fb",
  brightCyan: "#98e4e5",
  brightWhite: "#ffffff",
};

const LIGHT: ITheme = {
  background: "#fcfcfa",
  foreground: "#22282f",
  cursor: "#0f766e",
  cursorAccent: "#fcfcfa",
  selectionBackground: "#c5dcf0",
  black: "#22282f",
  red: "#b4232f",
  green: "#1f7a37",
  yellow: "#8a6100",
  blue: "#1d5fb8",
  magenta: "#8035b0",
  cyan: "#0a7377",
  white: "#6a737d",
  brightBlack: "#5d6771",
  brightRed: "#cb2431",
  brightGreen: "#22863a",
  brightYellow: "#946800",
  brightBlue: "#2470d0",
  brightMagenta: "#9141c4",
  brightCyan: "#0b7f83",
  brightWhite: "#4b545d",
};

export function paletteOf(isDark: boolean): ITheme {
  return isDark ? DARK : LIGHT;
}
