import type { VNode } from "preact";

const PATHS = {
  plus: "M8 3v10M3 8h10",
  bell: "M4 11.5h8M5 11.5V8a3 3 0 0 1 6 0v3.5M8 3.2v1.6M7 13.5h2",
  "bell-on": "M4 11.5h8M5 11.5V8a3 3 0 0 1 6 0v3.5M8 3.2v1.6M7 13.5h2M2.5 5.5 4 4M13.5 5.5 12 4",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  help: "M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8M8 12.2v.3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4 13.5 13.5",
  back: "M9.5 3.5 5 8l4.5 4.5",
  download: "M8 2.5v7.5M5 7l3 3 3-3M3 13h10",
  follow: "M8 2.5v9M4.5 8 8 11.5 11.5 8M4 13.5h8",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof PATHS;

/** Beside a text, or in a button that has one: alone it says nothing. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
