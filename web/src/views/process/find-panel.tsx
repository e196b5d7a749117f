import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import type { Hit } from "../../api/types.ts";
import { messageOf } from "../../api/http.ts";
import { countOf } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";
import { findAll } from "../../terminal/log-source.ts";
import { Icon } from "../parts/icon.tsx";
import { momentIn } from "./moment.ts";
import type { Screen } from "./screen.ts";
import type { Session } from "./session.ts";

interface FindPanelProps {
  readonly session: Session;
  readonly screen: Screen;
  readonly close: () => void;
}

/** Hits that are listed; a text that is in every line needs no longer list. */
const HITS_MAX = 1_000;
const PAUSE_MS = 250;
const EXCERPT_CHARS = 240;

/**
 * Searches the whole log, shown or not, and leads to a line. `:120` leads to that line at once, `@14:05` and `@-5m` to what was
 * printed then.
 */
export function FindPanel({ session, screen, close }: FindPanelProps): VNode {
  const text = useSignal("");
  const { hits, state } = useFind(session.id, text.value);
  const show = (line: number): void => void showHit(screen, line, isPlace(text.value) ? "" : text.value);
  const submit = (): void => {
    const moment = momentIn(text.value, Date.now());
    const line = lineIn(text.value) ?? hits[0]?.line;
    if (moment !== undefined) session.showMoment(moment);
    else if (line !== undefined) show(line);
  };
  return (
    <div class="find" role="search" aria-label="The whole log">
      <FindForm text={text} state={state} submit={submit} close={close} />
      {hits.length > 0 && (
        <ol class="hits" aria-label="Lines found">
          {hits.map((hit) => (
            <li key={hit.line}>
              <button type="button" onClick={() => show(hit.line)}>
                <span class="hit-line">{hit.line + 1}</span>
                <Excerpt line={hit.text} text={text.value} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface FindFormProps {
  readonly text: Signal<string>;
  readonly state: string;
  readonly submit: () => void;
  readonly close: () => void;
}

function FindForm({ text, state, submit, close }: FindFormProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="find-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="search">
        <Icon name="search" />
        <span class="unseen">Text to search for; or a colon and the number of a line; or an at sign and a time</span>
        <input
          id="find"
          type="search"
          ref={field}
          placeholder="Text in the whole log, :line, @14:05, @-5m"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === "Escape") close();
          }}
        />
      </label>
      <span class="quiet" role="status">
        {state}
      </span>
      <button class="button is-icon is-small" type="button" onClick={close}>
        <Icon name="close" />
        <span class="unseen">Close the search</span>
      </button>
    </form>
  );
}

interface Finding {
  readonly hits: readonly Hit[];
  /** How far it is, in words. */
  readonly state: string;
}

const NOTHING: Finding = { hits: [], state: "" };

/** Searches once nobody has typed for a moment. */
function useFind(id: string, text: string): Finding {
  const finding = useSignal(NOTHING);
  useEffect(() => {
    const stopped = new AbortController();
    const timer = setTimeout(
      () => void search(id, text, { tell: (found) => (finding.value = found), signal: stopped.signal }),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [id, text]);
  return finding.value;
}

interface Teller {
  readonly tell: (finding: Finding) => void;
  readonly signal: AbortSignal;
}

async function search(id: string, text: string, { tell, signal }: Teller): Promise<void> {
  let hits: readonly Hit[] = [];
  tell(NOTHING);
  if (text === "" || isPlace(text)) return;
  try {
    for await (const found of findAll(id, text, signal)) {
      hits = [...hits, ...found.hits].slice(0, HITS_MAX);
      const sofar = found.more ? ` so far, ${countOf(found.line, "line")} looked through` : "";
      tell({ hits, state: `${countOf(hits.length, "line")}${sofar}` });
      if (hits.length >= HITS_MAX) return;
    }
  } catch (error) {
    if (!signal.aborted) tell({ hits, state: messageOf(error) });
  }
}

function Excerpt({ line, text }: { readonly line: string; readonly text: string }): VNode {
  const at = Math.max(0, line.toLowerCase().indexOf(text.toLowerCase()));
  const from = Math.max(0, at - EXCERPT_CHARS / 4);
  return (
    <code>
      {from > 0 && "…"}
      {plain(line.slice(from, at))}
      <mark>{plain(line.slice(at, at + text.length))}</mark>
      {plain(line.slice(at + text.length, from + EXCERPT_CHARS))}
    </code>
  );
}

function isPlace(text: string): boolean {
  return lineIn(text) !== undefined || momentIn(text, 0) !== undefined;
}

/** `:120` is the line that people call 120. */
function lineIn(text: string): number | undefined {
  const [, digits] = /^:(\d{1,12})$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Math.max(0, Number(digits) - 1);
}

const MARKS = {
  matchBackground: "#7a5c00",
  matchOverviewRuler: "#e3c27a",
  activeMatchBackground: "#b45309",
  activeMatchColorOverviewRuler: "#f59e0b",
};

async function showHit({ window, emulator, isFollowing }: Screen, line: number, text: string): Promise<void> {
  const row = await window.showLine(line);
  if (row === undefined) return;
  isFollowing.value = false;
  emulator.terminal.select(0, row, 1);
  if (text !== "") emulator.search.findNext(text, { incremental: true, decorations: MARKS });
}
