import { signal } from "@preact/signals";

export type Route =
  | { readonly page: "list" }
  | { readonly page: "events" }
  | { readonly page: "process"; readonly id: string };

export const route = signal<Route>(routeOf(location.hash));

addEventListener("hashchange", () => (route.value = routeOf(location.hash)));

function routeOf(hash: string): Route {
  const [, id] = /^#\/p\/(.+)$/.exec(hash) ?? [];
  if (id !== undefined) return { page: "process", id: decoded(id) };
  return hash === "#/events" ? { page: "events" } : { page: "list" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hrefOf(id: string): string {
  return `#/p/${encodeURIComponent(id)}`;
}

export function go(hash: string): void {
  location.hash = hash;
}
