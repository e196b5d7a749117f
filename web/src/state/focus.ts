/** Leads keys and screen readers to the content of the page: the list, or whatever else is shown. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>("#grid") ?? document.querySelector<HTMLElement>("#main");
  content?.focus({ preventScroll: true });
}

/** When what has the focus goes away, like the button of a process that has ended, the content gets it: keys go on from there. */
export function keepFocus(): void {
  let last: Element | null = null;
  document.addEventListener("focusin", ({ target }) => (last = target instanceof Element ? target : null));
  const look = (): void => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    focusContent();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
