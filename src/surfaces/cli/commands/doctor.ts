import { homePath } from "../../../base/home-paths.ts";
import { packageVersion } from "../../../base/version.ts";
import { isBellhopError, messageOf } from "../../../core/errors.ts";
import type { Context, Invocation } from "../context.ts";
import { fail, off, ok, warn } from "../doctor/check.ts";
import type { Check } from "../doctor/check.ts";
import { homeChecks } from "../doctor/home.ts";
import { isolationCheck } from "../doctor/isolation.ts";
import { findUserManager, serviceChecks } from "../doctor/service.ts";
import { systemChecks } from "../doctor/system.ts";
import { homeOf } from "../remote.ts";
import { jsonLine, oneLine } from "../text/sanitize.ts";
import { paint, padToWidth } from "../text/table.ts";
import type { Colour } from "../text/table.ts";
import { EXIT } from "../report.ts";

const COLOURS: Readonly<Record<Check["status"], Colour>> = { ok: "green", warn: "yellow", fail: "red", off: "dim" };
const STATUS_WIDTH = 4;

/** `bellhop doctor`: looks at everything that Bellhop needs of this machine. Exit code 1 when something fails. */
export async function doctor(context: Context, invocation: Invocation): Promise<number> {
  const { env } = context.caller();
  const patient = { home: homePath(invocation.home, env), env };
  const manager = await findUserManager(patient);
  const checks = [
    ...(await systemChecks(patient)),
    ...(await homeChecks(patient)),
    ...(process.platform === "linux" ? await serviceChecks(patient, manager) : []),
    await isolationCheck(manager),
    await daemonCheck(context, invocation),
    ...(await environmentChecks(context)),
  ];
  const failed = checks.some((check) => check.status === "fail");
  await context.terminal.out(
    invocation.json ? jsonLine({ ok: !failed, checks }) : lines(checks, context.terminal.colour),
  );
  return failed ? EXIT.failure : EXIT.ok;
}

function lines(checks: readonly Check[], colour: boolean): string {
  const nameWidth = Math.max(...checks.map((check) => check.name.length));
  return checks
    .map(({ name, status, detail, advice }) => {
      const head = `${paint(padToWidth(status, STATUS_WIDTH), COLOURS[status], colour)}  ${padToWidth(name, nameWidth)}  `;
      const indent = " ".repeat(STATUS_WIDTH + 2 + nameWidth + 2);
      return `${head}${oneLine(detail)}\n${advice ? `${indent}${oneLine(advice)}\n` : ""}`;
    })
    .join("");
}

/** Where commands can be run besides this host, and what the others would need. */
async function environmentChecks(context: Context): Promise<readonly Check[]> {
  const kinds = await context.usability(context.caller().env);
  return kinds.map(({ kind, isUsable, why }) => (isUsable ? ok : off)(`environment ${kind}`, why));
}

async function daemonCheck(context: Context, invocation: Invocation): Promise<Check> {
  const name = "daemon";
  try {
    const remote = await context.connect({ ...homeOf(invocation), start: false });
    await remote.close();
    const { pid, version } = remote.daemon;
    if (version === packageVersion()) return ok(name, `runs (pid ${pid}, version ${version})`);
    return warn(
      name,
      `runs (pid ${pid}) with version ${version}, and this is ${packageVersion()}`,
      "Run: bellhop daemon stop; the next command starts a new one.",
    );
  } catch (error) {
    if (isBellhopError(error) && error.code === "daemon_unreachable")
      return ok(name, "does not run; a command that needs it starts it");
    return fail(name, messageOf(error), "See daemon.log in the home.");
  }
}
