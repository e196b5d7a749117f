import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { announcement, toast } from "../state/announce.ts";
import { counts } from "../state/filter.ts";
import { focusContent } from "../state/focus.ts";
import { route } from "../state/route.ts";
import { Banner } from "./banner.tsx";
import { Dialogs } from "./dialogs.tsx";
import { EventsPage } from "./events/events-page.tsx";
import { ListPage } from "./list/list-page.tsx";
import { Lazy } from "./parts/lazy.tsx";
import { TopBar } from "./top-bar.tsx";

export function App(): VNode {
  useEffect(() => {
    document.title = counts.value.running > 0 ? `(${counts.value.running}) Bellhop` : "Bellhop";
  }, [counts.value.running]);
  useFocusOnPage();
  return (
    <>
      <a class="skip" href="#main" onClick={toMain}>
        Skip to the content
      </a>
      <TopBar />
      <Banner />
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      <Dialogs />
      <div class="unseen" role="status" aria-live="polite">
        {announcement.value}
      </div>
      {toast.value && (
        <div class={`toast ${toast.value.isBad ? "is-bad" : ""}`} aria-hidden="true">
          {toast.value.text}
        </div>
      )}
    </>
  );
}

/** Another page begins at its content, for keys and for a screen reader; the first one leaves the focus where it is. */
function useFocusOnPage(): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) focusContent();
    isFirst.current = false;
  }, [route.value]);
}

function Page(): VNode {
  const here = route.value;
  if (here.page === "events") return <EventsPage />;
  if (here.page === "list") return <ListPage />;
  return <Lazy key={here.id} load={loadProcessPage} props={{ id: here.id }} />;
}

/** The terminal and the plots are most of the page's size: they come when they are needed. */
function loadProcessPage() {
  return import("./process/process-page.tsx").then(({ ProcessPage }) => ProcessPage);
}

/** The address has a meaning of its own here. */
function toMain(event: MouseEvent): void {
  event.preventDefault();
  focusContent();
}
