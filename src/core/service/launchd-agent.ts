import { type ServiceSpec, serviceWords } from "./spec.ts";

/** The label of the agent, and its file without `.plist`. */
export const LAUNCHD_LABEL = "bellhop.daemon";

/** 0077. A property list has no octal numbers. */
const UMASK = 63;

/**
 * The launch agent of the user for the daemon (launchd.plist(5)). `AbandonProcessGroup` is what `KillMode=process` is for
 * systemd. It was never run on a Mac.
 */
export function launchdAgent(spec: ServiceSpec): string {
  const variables = Object.entries(spec.env).map(([name, value]) => `    ${key(name)}\n    ${text(value)}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  ${key("Label")}
  ${text(LAUNCHD_LABEL)}
  ${key("ProgramArguments")}
  <array>
${serviceWords(spec)
  .map((word) => `    ${text(word)}\n`)
  .join("")}  </array>
  ${key("EnvironmentVariables")}
  <dict>
${variables.join("")}  </dict>
  ${key("RunAtLoad")}
  <true/>
  ${key("KeepAlive")}
  <dict>
    ${key("SuccessfulExit")}
    <false/>
  </dict>
  ${key("AbandonProcessGroup")}
  <true/>
  ${key("ExitTimeOut")}
  <integer>15</integer>
  ${key("Umask")}
  <integer>${UMASK}</integer>
</dict>
</plist>
`;
}

/** Whether an agent is for this home. */
export function agentServes(agent: string, home: string): boolean {
  return agent.includes(`${text("--home")}\n    ${text(home)}\n`);
}

function key(name: string): string {
  return `<key>${escaped(name)}</key>`;
}

function text(value: string): string {
  return `<string>${escaped(value)}</string>`;
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
