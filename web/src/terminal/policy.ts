import type { Terminal } from "@xterm/xterm";

/**
 * Opens a terminal under a policy that forbids inline styles. xterm.js writes its colours and sizes into `style` elements, and
 * colours of 24 bits into `style` attributes; both would be ignored. Instead of each element it gets a stand-in whose text
 * becomes a constructed style sheet, and the attribute is set through the object model: the policy allows both, since only a
 * script can do that, never markup. Answers what takes the sheets away again.
 */
export function openUnderPolicy(terminal: Terminal, host: HTMLElement): () => void {
  allowStyledSpans();
  const sheets: CSSStyleSheet[] = [];
  // oxlint-disable-next-line typescript/no-deprecated -- One of its signatures is; the function is not.
  const create = document.createElement.bind(document);
  // oxlint-disable-next-line typescript/no-deprecated -- The same.
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement =>
    name === "style" ? standIn(create("span"), sheets) : create(name, options);
  try {
    terminal.open(host); // It makes all its style elements here, and changes their text later.
  } finally {
    Reflect.deleteProperty(document, "createElement");
  }
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

function standIn(element: HTMLElement, sheets: CSSStyleSheet[]): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheets.push(sheet);
  document.adoptedStyleSheets.push(sheet);
  element.hidden = true;
  Object.defineProperty(element, "textContent", {
    set(text: string) {
      sheet.replaceSync(text);
    },
  });
  return element;
}

/** What xterm.js calls for each cell with a colour of its own. */
function allowStyledSpans(): void {
  HTMLSpanElement.prototype.setAttribute = function setAttribute(name: string, value: string): void {
    if (name === "style") this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}
