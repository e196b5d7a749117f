import { type ServiceSpec, serviceTail, serviceWords } from "./spec.ts";

/** The name of the unit. */
export const SYSTEMD_UNIT = "bellhop.service";

/** Reads as one word for systemd, without quotes around it. */
const PLAIN = /^[\w@+:,./=-]+$/;
/** Cannot be in the path of what systemd runs. */
// oxlint-disable-next-line no-control-regex -- These are what it refuses.
const UNSAFE = /["'\\\x00-\x1f\x7f]/;
const ENV = "/usr/bin/env";

/**
 * The unit of the user's manager for the daemon (systemd.service(5)). Its jobs are its children and live in its cgroup, so
 * every setting that reaches further than its main process is set to spare them.
 */
export function systemdUnit(spec: ServiceSpec): string {
  const variables = Object.entries(spec.env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`);
  return `# Written by: bellhop daemon install. For settings of your own: systemctl --user edit bellhop

[Unit]
Description=Bellhop, which looks after the background commands of agents
StartLimitIntervalSec=120
StartLimitBurst=10

[Service]
Type=exec
ExecStart=${commandLine(spec)}
${variables.join("")}# Of a job that somebody handed his variables from: the daemon is no part of it.
UnsetEnvironment=NODE_OPTIONS BELLHOP_PROC_ID BELLHOP_SESSION_ID
UMask=0077

# A stop, a restart and a crash end the daemon alone. Its jobs run on, and the next daemon finds them.
KillMode=process
TimeoutStopSec=15
Restart=on-failure
RestartSec=1
# 75: another Bellhop serves this home, which is well. 2: a setting is wrong, and is so the next time.
SuccessExitStatus=75
RestartPreventExitStatus=2

# Its jobs share its cgroup: one that the kernel ends for want of memory is no reason to stop, and together they may be many.
OOMPolicy=continue
TasksMax=infinity

[Install]
WantedBy=default.target
`;
}

/** Whether a unit, as it was written or as somebody has changed it, is for this home, and runs this program when one is given. */
export function unitServes(text: string, home: string, program?: string): boolean {
  const words = serviceTail(program ?? "", home).slice(program === undefined ? 1 : 0, 3);
  const wanted = ` ${words.map(argument).join(" ")} `;
  return text.split("\n").some((line) => line.startsWith("ExecStart=") && `${line} `.includes(wanted));
}

/**
 * systemd substitutes variables in the arguments, but not in the path of the program; and it refuses a path with quotes,
 * backslashes or control characters, however they are written. As an argument of env(1) that is no matter.
 */
function commandLine(spec: ServiceSpec): string {
  const words = serviceWords(spec);
  const [program = "", ...rest] = UNSAFE.test(spec.node) ? [ENV, ...words] : words;
  return [quoted(program), ...rest.map(argument)].join(" ");
}

function argument(word: string): string {
  return quoted(word).replaceAll("$", "$$$$");
}

/** One word of a line (systemd.syntax(7)); `%` begins a specifier everywhere. */
function quoted(word: string): string {
  if (PLAIN.test(word)) return word;
  const escaped = word
    .replace(/[\\"]/g, String.raw`\$&`)
    .replaceAll("%", "%%")
    // oxlint-disable-next-line no-control-regex -- These are what must be escaped.
    .replace(/[\x00-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `"${escaped}"`;
}
