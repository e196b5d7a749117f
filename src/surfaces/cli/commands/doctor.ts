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
import { checkLine } from "../doctor/line.ts";
import { jsonLine } from "../text/sanitize.ts";
import { EXIT } from "../report.ts";

/** `bellhop doctor`: looks at everything that Bellhop needs of this machine. Exit code 1 when something fails. */
export async function doctor(context: Context, invocation: Invocation): Promise<number> {
  if (invocation.options.flag("self-test"))
    return (await import("./doctor-self-test.ts")).doctorSelfTest(context, invocation);
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
  const nameWidth = Math.max(...checks.map((check) => check.name.length));
  const lines = checks.map((check) => checkLine(check, { nameWidth, colour: context.terminal.colour }));
  await context.terminal.out(invocation.json ? jsonLine({ ok: !failed, checks }) : lines.join(""));
  return failed ? EXIT.failure : EXIT.ok;
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
