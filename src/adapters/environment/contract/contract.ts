import { deepStrictEqual } from "node:assert/strict";

import type { Ability, Environment } from "../../../ports/environment.ts";
import { BYTE_RULES, STDIN_RULES } from "./abilities.ts";
import { ENDING_RULES } from "./endings.ts";
import { OUTPUT_RULES } from "./outputs.ts";
import type { Rule } from "./rule.ts";

/** What an adapter may lack; it has to name it. `end`: a command whose time is up is ended there, too, with all it started. */
export type Lack = Ability | "end";

/** One rule as a test: run `check`; it rejects when the environment breaks the rule. */
export interface ContractCase {
  /** What an environment does, in one sentence. */
  readonly rule: string;
  readonly check: () => Promise<void>;
}

const ABILITIES: readonly Ability[] = ["bytes", "stdin", "reconnect"];

/**
 * What every environment does, whatever is behind it: commands in directories, their output and exit codes, time limits and
 * interrupts, and that nobody who holds an output open holds up a call. `open` makes a new connection; each case opens one
 * and closes it. `lacks` names the abilities that the adapter does not have: their cases are left out, and it is an
 * error when it has one of them all the same. Made for any test runner: `for (const { rule, check } of environmentContract(open, lacks)) test(rule, check)`.
 */
export function environmentContract(open: () => Promise<Environment>, lacks: readonly Lack[]): readonly ContractCase[] {
  const rules: readonly Rule[] = [
    {
      rule: "has the abilities that it does not lack, and no others",
      check(environment) {
        const has = ABILITIES.filter((ability) => environment.abilities.has(ability));
        deepStrictEqual(
          has,
          ABILITIES.filter((ability) => !lacks.includes(ability)),
        );
        deepStrictEqual(environment.executeBytes !== undefined, environment.abilities.has("bytes"));
        return Promise.resolve();
      },
    },
    ...OUTPUT_RULES,
    ...ENDING_RULES,
    ...BYTE_RULES,
    ...STDIN_RULES,
  ];
  return rules
    .filter(({ needs = [] }) => needs.every((need) => !lacks.includes(need)))
    .map(({ rule, check }) => ({ rule, check: () => withOpened(open, check) }));
}

async function withOpened(
  open: () => Promise<Environment>,
  check: (environment: Environment) => Promise<void>,
): Promise<void> {
  const environment = await open();
  try {
    await check(environment);
  } finally {
    await environment.close();
  }
}
