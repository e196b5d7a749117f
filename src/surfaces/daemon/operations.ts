import { z } from "zod";

import { readToken } from "../../base/token-file.ts";
import { BellhopError } from "../../core/errors.ts";
import { optionalCount, optionalFlag, optionalText } from "../../operations/fields.ts";
import { defineOperation, type Operation } from "../../operations/operation.ts";
import type { HttpDoor } from "./http-door.ts";
import { forgetWish } from "./http-wish.ts";

/** The daemon as its own operations see it. */
export interface DaemonControl {
  readonly pid: number;
  readonly version: string;
  readonly home: string;
  uptimeSeconds(): number;
  connections(): number;
  /** Where it serves HTTP, or could. Absent where a program has made a daemon of itself without it. */
  readonly http: HttpDoor | undefined;
  /** Asks the daemon to leave, after the answer was sent. */
  leave(reason: string): void;
}

/** The operations that are about the daemon itself. */
export function daemonOperations(daemon: DaemonControl): readonly Operation[] {
  return [statusOperation(daemon), stopOperation(daemon), webOperation(daemon)];
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
        ...(daemon.http?.port !== undefined && { httpPort: daemon.http.port }),
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

const PORT_MAX = 65_535;

function webOperation({ home, http }: DaemonControl): Operation {
  return defineOperation({
    name: "daemon_web",
    kind: "act",
    description:
      "Serves the page, on 127.0.0.1 alone, and gives the link to it. Whoever has the link can do everything that you can.",
    input: z.strictObject({
      port: optionalCount(0, PORT_MAX, "On which port; 0 or left out: that of the last time, else any free one."),
      stop: optionalFlag("Do not serve it any more when the daemon starts again. Default false."),
    }),
    run: async (_, { port, stop }) => {
      if (http === undefined) throw new BellhopError("invalid_argument", "This daemon serves no page.");
      if (stop === true) {
        forgetWish(home);
        return { status: "forgotten" };
      }
      const open = await http.openForPage(port || undefined);
      return { url: `http://127.0.0.1:${open}/?token=${readToken(home) ?? ""}`, port: open };
    },
  });
}
