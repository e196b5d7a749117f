import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";

import { ApiError, get, messageOf, pathOf, post } from "../../api/http.ts";
import type { Process, Tree } from "../../api/types.ts";
import { countOf } from "../../format/amount.ts";
import { say } from "../../state/announce.ts";
import { nameOf } from "../../state/describe.ts";
import type { StopKind } from "../../state/dialogs.ts";
import { processes } from "../../state/processes.ts";
import { DialogFrame } from "../parts/dialog-frame.tsx";
import { TreeList } from "../parts/tree-list.tsx";

const WORDS: Readonly<Record<StopKind, { readonly title: string; readonly doIt: string; readonly what: string }>> = {
  interrupt: {
    title: "Interrupt",
    doIt: "Interrupt",
    what: "It is asked to break off, as by ctrl-c. A program may go on all the same; nothing is done by force.",
  },
  stop: {
    title: "Stop",
    doIt: "Stop",
    what: "All of these are asked to end (SIGTERM). What is left after the time below is ended by force.",
  },
  kill: { title: "Kill", doIt: "Kill", what: "All of these are ended at once (SIGKILL). None can tidy up." },
};
const GRACE_SECONDS = 2;

/** Asks before something ends, and says what will. */
export function StopDialog({ id, how }: { readonly id: string; readonly how: StopKind }): VNode {
  const tree = useSignal<Tree | string | null>(null);
  const graceSeconds = useSignal(GRACE_SECONDS);
  const process = processes.value.get(id);
  useEffect(() => {
    get<Tree>(pathOf(id, "/tree")).then(
      (found) => (tree.value = found),
      (error: unknown) => (tree.value = messageOf(error)),
    );
  }, [id]);
  const { title, doIt, what } = WORDS[how];
  const name = process ? nameOf(process) : id;
  return (
    <DialogFrame
      title={`${title} ${name}?`}
      doIt={doIt}
      isGrave
      act={async () => {
        const left = await stop(id, how, { process, graceSeconds: graceSeconds.value }).then(() => 0, survivorsOf);
        const done = `${name} was ${how === "interrupt" ? "interrupted" : "told to end"}.`;
        say(left > 0 ? `${done} ${countOf(left, "process goes", "processes go")} on.` : done);
      }}
    >
      <p>{what}</p>
      <Hit tree={tree.value} />
      {how === "stop" && (
        <label class="field is-inline">
          Seconds until force (0: never)
          <input
            type="number"
            min={0}
            max={3600}
            value={graceSeconds.value}
            onInput={({ currentTarget }) => (graceSeconds.value = currentTarget.valueAsNumber || 0)}
          />
        </label>
      )}
    </DialogFrame>
  );
}

/** Without force, going on is a program's right: no failure of ours. */
function survivorsOf(error: unknown): number {
  const { survivors } = (error instanceof ApiError ? (error.answer ?? {}) : {}) as {
    readonly survivors?: readonly number[];
  };
  if (survivors === undefined) throw error;
  return survivors.length;
}

function Hit({ tree }: { readonly tree: Tree | string | null }): VNode {
  if (tree === null) return <p class="quiet">Looking what belongs to it…</p>;
  if (typeof tree === "string") return <p class="problem">{tree}</p>;
  const count = tree.processes.length + (tree.omitted ?? 0);
  return (
    <div class="hit-tree">
      <p>
        This hits <b>{countOf(count, "process", "processes")}</b>:
      </p>
      <TreeList tree={tree} />
    </div>
  );
}

interface Wish {
  readonly process: Process | undefined;
  readonly graceSeconds: number;
}

function stop(id: string, how: StopKind, { process, graceSeconds }: Wish): Promise<unknown> {
  switch (how) {
    case "interrupt":
      return process?.pty
        ? post(pathOf(id, "/keys"), { keys: ["ctrl-c"] })
        : post(pathOf(id, "/kill"), { signal: "SIGINT", grace_ms: 0 });
    case "stop":
      return post(pathOf(id, "/kill"), { signal: "SIGTERM", grace_ms: Math.round(graceSeconds * 1_000) });
    case "kill":
      return post(pathOf(id, "/kill"), { signal: "SIGKILL" });
  }
}
