import type { Context } from "./context.ts";
import { parseQuickly } from "./quick-parse.ts";
import { report } from "./report.ts";

/**
 * Runs one command line (without the program's own name). Gives the exit code; never throws.
 * An ordinary line is read by {@link parseQuickly}; the parser that knows help, hints and every mistake is loaded for the others.
 */
export async function main(argv: readonly string[], context: Context, version: () => string): Promise<number> {
  try {
    if (argv[0] === "complete") return await (await import("./completion/answer.ts")).complete(argv.slice(1), context);
    const parsed = parseQuickly(argv) ?? (await import("./parser.ts")).parse(argv, version());
    if ("chosen" in parsed) return await (await parsed.chosen.load())(context, parsed.invocation);
    context.terminal.err(parsed.err);
    await context.terminal.out(parsed.out);
    return parsed.code;
  } catch (error) {
    return report(error, context.terminal, context.caller().env["BELLHOP_DEBUG"] === "1");
  }
}
