import { z } from "zod";

import { optionalText } from "../../operations/fields.ts";
import { defineOperation, type Operation } from "../../operations/operation.ts";

/** The daemon as its own operations see it. */
export interface DaemonControl {
  readonly pid: number;
  readonly version: string;
  readonly home: string;
  uptimeSeconds(): number;
  connections(): number;
  /** Where it serves HTTP. */
  readonly httpPort: number | undefined;
  /** Asks the daemon to leave, after the answer was sent. */
  leave(reason: string): void;
}

/** The operations that are about the daemon itself. */
export function daemonOperations(daemon: DaemonControl): readonly Operation[] {
  return [statusOperation(daemon), stopOperation(daemon)];
}

function statusOperation(daemon: DaemonControl): Operation {
  return defineOperation({
    name: "daemon_status",
    kind: "read",
    description: "How the daemon is.",
    input: z.strictObject({}),
    run: async ({ bellhop }) => {
      const processes = await bellhop.list({ includeRetained: false });
      const waiting = await bellhop.pending({ skipPollObserved: false });
      return {
        running: true,
        pid: daemon.pid,
        version: daemon.version,
        home: daemon.home,
        uptimeSeconds: daemon.uptimeSeconds(),
        connections: daemon.connections(),
        runningProcesses: processes.filter((process) => process.status === "running").length,
        pendingEvents: waiting.length,
        ...(daemon.httpPort !== undefined && { httpPort: daemon.httpPort }),
      };
    },
  });
}

function stopOperation(daemon: DaemonControl): Operation {
  return defineOperation({
    name: "daemon_stop",
    kind: "act",
    description: "Ends the daemon. Processes run on, and the next client starts a new daemon, which finds them.",
    input: z.strictObject({ reason: optionalText("Told to every client.") }),
    run: async (_, { reason }) => {
      daemon.leave(reason ?? "A client stopped the daemon.");
      return { status: "stopping", pid: daemon.pid };
    },
  });
}
