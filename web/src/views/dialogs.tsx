import type { VNode } from "preact";

import { dialog } from "../state/dialogs.ts";
import { HelpDialog } from "./help-dialog.tsx";
import { PasteDialog, SecretDialog } from "./process/typing-dialogs.tsx";
import { RemoveDialog, RestartDialog } from "./process/again-dialogs.tsx";
import { StopDialog } from "./process/stop-dialog.tsx";
import { StartDialog } from "./start/start-dialog.tsx";

export function Dialogs(): VNode | null {
  const open = dialog.value;
  switch (open?.kind) {
    case "start":
      return <StartDialog />;
    case "help":
      return <HelpDialog />;
    case "stop":
      return <StopDialog id={open.id} how={open.how} />;
    case "restart":
      return <RestartDialog id={open.id} />;
    case "remove":
      return <RemoveDialog id={open.id} />;
    case "paste":
      return <PasteDialog id={open.id} />;
    case "secret":
      return <SecretDialog id={open.id} />;
    case undefined:
      return null;
  }
}
