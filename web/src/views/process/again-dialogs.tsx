import type { VNode } from "preact";

import { pathOf, post, remove } from "../../api/http.ts";
import { say } from "../../state/announce.ts";
import { nameOf } from "../../state/describe.ts";
import { processes } from "../../state/processes.ts";
import { go, hrefOf } from "../../state/route.ts";
import { DialogFrame } from "../parts/dialog-frame.tsx";

interface Of {
  readonly id: string;
}

export function RestartDialog({ id }: Of): VNode {
  const process = processes.value.get(id);
  const name = process ? nameOf(process) : id;
  const act = async (): Promise<void> => {
    const { session_id } = await post<{ readonly session_id: string }>(pathOf(id, "/restart"));
    say(`${name} was started again.`);
    go(hrefOf(session_id));
  };
  return (
    <DialogFrame title={`Restart ${name}?`} doIt="Restart" act={act}>
      <p>
        {process?.status === "running" ? "It is ended with everything that it started. Then the" : "The"} same command
        begins in the same directory and environment, with a new id. The old output stays.
      </p>
    </DialogFrame>
  );
}

export function RemoveDialog({ id }: Of): VNode {
  const process = processes.value.get(id);
  const name = process ? nameOf(process) : id;
  const act = async (): Promise<void> => {
    await remove(pathOf(id));
    say(`${name} was removed.`);
    go("#/");
  };
  return (
    <DialogFrame title={`Remove ${name}?`} doIt="Remove" isGrave act={act}>
      <p>It has ended. Its output and everything else that is known of it are deleted; nothing brings them back.</p>
    </DialogFrame>
  );
}
