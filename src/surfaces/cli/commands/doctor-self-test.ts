import { homePath } from "../../../base/home-paths.ts";
import type { Context, Invocation } from "../context.ts";
import type { Check } from "../doctor/check.ts";
import { checkLine } from "../doctor/line.ts";
import { EXIT, note } from "../report.ts";
import { makeTrialHome, NAME_WIDTH, selfTest } from "../self-test/self-test.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop doctor --self-test`: tries what Bellhop promises, with real processes, on this machine. Exit code 1 when something does not hold. */
export async function doctorSelfTest(context: Context, invocation: Invocation): Promise<number> {
  const { terminal, person } = context;
  const checks: Check[] = [];
  const tell = async (check: Check): Promise<void> => {
    checks.push(check);
    if (!invocation.json) await terminal.out(checkLine(check, { nameWidth: NAME_WIDTH, colour: terminal.colour }));
  };
  const stopped = new AbortController();
  const takeBack = person.onInterrupt(() => stopped.abort());
  const home = makeTrialHome(homePath(invocation.home, context.caller().env));
  const ok = await selfTest(context, { home, signal: stopped.signal, tell }).finally(takeBack);
  if (stopped.signal.aborted) return EXIT.interrupted;
  if (invocation.json) await terminal.out(jsonLine({ ok, checks, ...(ok ? {} : { home }) }));
  else if (!ok) note(terminal, `Its logs are kept in ${home}; add them to a report.`);
  return ok ? EXIT.ok : EXIT.failure;
}
