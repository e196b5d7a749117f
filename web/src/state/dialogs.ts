import { signal } from "@preact/signals";

export type StopKind = "interrupt" | "stop" | "kill";

export type Dialog =
  | { readonly kind: "start" }
  | { readonly kind: "help" }
  | { readonly kind: "stop"; readonly id: string; readonly how: StopKind }
  | { readonly kind: "restart"; readonly id: string }
  | { readonly kind: "remove"; readonly id: string }
  | { readonly kind: "paste"; readonly id: string }
  | { readonly kind: "secret"; readonly id: string };

export const dialog = signal<Dialog | null>(null);

export function openDialog(next: Dialog): void {
  dialog.value = next;
}

export function closeDialog(): void {
  dialog.value = null;
}
