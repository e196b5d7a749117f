import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";

import { lent } from "../../src/adapters/environment/later.ts";
import { environmentContract } from "../../src/adapters/environment/contract/contract.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { serveSsh, type Sshd, type SshdOptions } from "../support/sshd.ts";

/** Runs what it is given as a login shell would that is not ours. */
const shell = (program: string): readonly string[] => [`ForceCommand exec ${program} -c "$SSH_ORIGINAL_COMMAND"`];

/** Rules that have to wait for a while, and whose way through a login shell is that of the others. */
const SLOW = /^(?:ends a command|says nothing but|is not held up|keeps the bytes of a command whose)/;

interface Machine {
  readonly what: string;
  readonly options: SshdOptions;
  readonly rules: "all" | "quick";
}

const MACHINES: readonly Machine[] = [
  { what: "with the shell of this user", options: {}, rules: "all" },
  { what: "with fish as its shell", options: { config: shell("fish") }, rules: "quick" },
  { what: "with csh as its shell", options: { config: shell("tcsh") }, rules: "quick" },
  { what: "with busybox as its shell", options: { config: shell("busybox sh") }, rules: "quick" },
  {
    what: "with few sessions, and new keys every megabyte",
    options: { config: ["MaxSessions 2", "RekeyLimit 1M"] },
    rules: "all",
  },
  {
    what: "with a shell that talks, and LANG=C",
    options: {
      config: [`ForceCommand echo "Welcome"; echo motd >&2; exec sh -c "$SSH_ORIGINAL_COMMAND"`],
      env: { LC_ALL: "C", LANG: "C" },
    },
    rules: "quick",
  },
];

describe.each(MACHINES)("[SSH-1] a machine $what", ({ options, rules }) => {
  let sshd: Sshd;
  let shared: Environment;
  beforeAll(async () => {
    sshd = await serveSsh(mkdtempSync(join(tmpdir(), "bellhop-")), options);
    shared = sshd.open();
  });
  afterAll(async () => {
    await shared.close();
    await sshd.close();
  });

  // One connection for all of them, as a registry has it.
  const cases = environmentContract(() => Promise.resolve(lent(shared)), []);
  for (const { rule, check } of cases.filter((one) => rules === "all" || !SLOW.test(one.rule)))
    test(`it ${rule}`, check);
});
