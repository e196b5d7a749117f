import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { SHIM } from "../launch/shim-ground.ts";
import { shellQuote } from "../../base/shell-quote.ts";

const AGENT: string = fileURLToPath(new URL("agent.sh", import.meta.url));

/** What is put into an environment. */
export interface AgentScripts {
  readonly agent: Buffer;
  readonly shim: Buffer;
  /** In the names of both: a newer Bellhop leaves those of an older one alone. */
  readonly version: string;
}

let known: AgentScripts | null = null;

export function agentScripts(): AgentScripts {
  known ??= read();
  return known;
}

function read(): AgentScripts {
  const [agent, shim] = [readFileSync(AGENT), readFileSync(SHIM)];
  return { agent, shim, version: createHash("sha256").update(agent).update(shim).digest("hex").slice(0, 12) };
}

/**
 * A line that finds or makes our directory there and says what is in it. It must be ours, and no link: in a folder that all may
 * write to somebody else could have made it.
 */
export function installLine(nonce: string): string {
  const { version } = agentScripts();
  return `umask 077; root=
for base in "\${TMPDIR:-/tmp}" /tmp /var/tmp "$HOME"; do
  case $base in /*) ;; *) continue ;; esac
  found=\${base%/}/bellhop-$(id -u)
  mkdir "$found" 2>/dev/null
  if [ -d "$found" ] && [ ! -L "$found" ] && [ -O "$found" ] && [ -w "$found" ]; then
    chmod 700 "$found" && mkdir -p "$found/procs" "$found/staging" && root=$found && break
  fi
done
echo; echo ${shellQuote(nonce)} root "$root"
if [ -f "$root/agent-${version}.sh" ] && [ -f "$root/shim-${version}.sh" ]; then echo ${shellQuote(nonce)} installed; fi
echo ${shellQuote(nonce)} end`;
}
