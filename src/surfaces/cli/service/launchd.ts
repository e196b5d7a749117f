import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { BellhopError } from "../../../core/errors.ts";
import { agentServes, LAUNCHD_LABEL, launchdAgent } from "../../../core/service/launchd-agent.ts";
import { untilAnswering } from "./answering.ts";
import { sealed } from "./file.ts";
import type { ServiceHost, ServiceManager } from "./manager.ts";

/** The launchd of the user's login session (launchctl(1)). Never run on a real Mac; what it would run is tested. */
export function launchdManager(host: ServiceHost): ServiceManager {
  const path = join(host.env["HOME"] || homedir(), "Library", "LaunchAgents", `${LAUNCHD_LABEL}.plist`);
  const domain = `gui/${host.uid}`;
  const bootOut = (): Promise<unknown> => host.run("launchctl", "bootout", `${domain}/${LAUNCHD_LABEL}`);
  return {
    path,
    text: sealed(launchdAgent(host.spec), ["<!-- ", " -->"]),
    isForHome: (text) => agentServes(text, host.spec.home),
    startLine: "bellhop daemon install --now",
    activate: async () => {
      await bootOut(); // An agent that is there already cannot be taken in again.
      const remote = await host.daemon();
      if (remote) await host.stepDown(remote);
      const { code, err } = await host.run("launchctl", "bootstrap", domain, path);
      if (code !== 0)
        throw new BellhopError("service_unavailable", `launchctl bootstrap ${domain} ${path} failed: ${err.trim()}`);
      return untilAnswering(
        host,
        async () => true,
        async () => null,
      );
    },
    deactivate: async () => {
      await bootOut();
      rmSync(path, { force: true });
    },
    notes: async () => [],
  };
}
