import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { ladder, type LadderGround } from "../../src/adapters/isolation/ladder.ts";
import { findProgram } from "../../src/adapters/launch/programs.ts";
import { shimLauncher } from "../../src/adapters/launch/shim-launcher.ts";
import { sparePipes } from "../../src/adapters/launch/spare-pipes.ts";
import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import type { Isolation, Prepared } from "../../src/ports/isolation.ts";
import type { Launched } from "../../src/ports/launcher.ts";
import { plainSpec } from "./plain-spec.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { scopesGround } from "./scopes-ground.ts";

/** The ladder on this host, without systemd unless `ground` has one. */
export function testLadder(ground: Partial<LadderGround> = {}): Isolation {
  return ladder({
    scopes: scopesGround([1]).scopes,
    clock: systemClock,
    logger: { info: () => undefined, warn: () => undefined },
    isLinux: true,
    uid: process.getuid?.() ?? 0,
    find: (program) => findProgram(program, process.env["PATH"]),
    isGateway: () => false,
    cgroupBase: () => null,
    memoryBoundBytes: (askedMb = 4096) => Math.min(askedMb, 512) * 1024 * 1024,
    ...ground,
  });
}

export interface Confined extends Launched {
  readonly directory: string;
}

/** Starts `command` through a real shim, confined as prepared. */
export async function startConfined(id: string, command: string, wrap: Prepared): Promise<Confined> {
  const root = temporaryDirectory();
  const directory = join(root, id);
  mkdirSync(directory);
  const launcher = shimLauncher({
    clock: systemClock,
    table: linuxProcessTable(),
    spares: sparePipes(join(root, "spares"), null),
    pipesRoot: null,
  });
  const env = {
    PATH: process.env["PATH"] ?? "",
    SHELL: "/bin/sh",
    BELLHOP_TEST_RUN: process.env["BELLHOP_TEST_RUN"] ?? "",
  };
  const spec = plainSpec({ command, cwd: root, env });
  return { directory, ...(await launcher.launch(id, directory, { ...spec, wrap })) };
}
