import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { elsewhereOf } from "../../src/adapters/environment/elsewhere.ts";
import { readReceipt } from "../../src/adapters/launch/receipt.ts";
import { LOG_MAX_BYTES } from "../../src/core/limits.ts";
import type { ProcessSpec } from "../../src/core/record.ts";
import type { Contact, Elsewhere, Place } from "../../src/ports/elsewhere.ts";
import type { Receipt } from "../../src/ports/launcher.ts";
import { type LocalEnvironment, localEnvironment, type LocalEnvironmentOptions } from "./local-environment.ts";
import { endMarked } from "./registry.ts";
import { segments } from "./shim.ts";
import { temporaryDirectory } from "./temp.ts";
import { until } from "./until.ts";

/** Two sides of a mirror: an environment, what copies from it, and what is here. */
export interface TestPlace {
  /** The home directory of the other side. */
  readonly there: string;
  readonly environment: LocalEnvironment;
  readonly elsewhere: Elsewhere;
  readonly contacts: Contact[];
  /** What was warned of. */
  readonly warnings: string[];
  newPlace(): Place;
  start(command: string, spec?: Partial<ProcessSpec>): Promise<Started>;
  follow(place: Place): () => void;
  /** As after a crash of ours: another one over the same directories. */
  restart(): TestPlace;
}

export interface Started extends Place {
  readonly pid: number;
  readonly notes: readonly string[];
}

export type PlaceOptions = Omit<Partial<LocalEnvironmentOptions>, "directory">;

export function testPlace(
  options: PlaceOptions & { readonly idleMs?: number; readonly folder?: string } = {},
): TestPlace {
  const root = temporaryDirectory();
  const there = join(root, options.folder ?? "there");
  mkdirSync(there, { recursive: true });
  const environment = localEnvironment({ ...options, directory: there });
  return over({ here: join(root, "here"), there, environment }, options);
}

interface Sides {
  readonly here: string;
  readonly there: string;
  readonly environment: LocalEnvironment;
}

function over(sides: Sides, options: { readonly idleMs?: number }): TestPlace {
  const { here, there, environment } = sides;
  const warnings: string[] = [];
  const contacts: Contact[] = [];
  const elsewhere = elsewhereOf({
    clock: systemClock,
    logger: { info: () => undefined, warn: (message) => void warnings.push(message) },
    open: () => environment,
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
  });
  onTestFinished(async () => {
    await elsewhere.close();
    await endMarked(list(join(here)));
  });
  const place = (): Place => {
    const id = `proc_${randomBytes(6).toString("hex")}`;
    const directory = join(here, id);
    mkdirSync(directory, { recursive: true });
    return { id, directory, environment: environment.name };
  };
  return {
    there,
    environment,
    elsewhere,
    contacts,
    warnings,
    newPlace: place,
    start: async (command, spec = {}) => {
      const made = place();
      const { pid, notes } = await elsewhere.launch(made, specOf(command, spec));
      return { ...made, pid: pid ?? 0, notes };
    },
    follow: (made) => elsewhere.follow(made, (contact) => void contacts.push(contact)),
    restart: () => over(sides, options),
  };
}

export function specOf(command: string, spec: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    command,
    cwd: "",
    env: {},
    shell: "plain",
    stdin: "null",
    pty: null,
    umask: 0o022,
    logMaxBytes: LOG_MAX_BYTES,
    watchPatterns: [],
    ready: null,
    onExit: "",
    notifyUrl: "",
    notifySecret: "",
    ...spec,
  };
}

/** Waits for the receipt here. */
export function endedHere({ directory }: Place): Promise<Receipt> {
  const ended = (): Receipt | false => {
    const receipt = readReceipt(directory);
    return receipt.kind !== "running" && receipt;
  };
  return until(ended, { what: "the receipt", seen: () => readdirSync(directory) });
}

/** Where the other side keeps a process. */
export function directoryThere({ there }: TestPlace, { id }: Place): string {
  const [root = ""] = readdirSync(join(there, "tmp")).filter((name) => name.startsWith("bellhop-"));
  return join(there, "tmp", root, "procs", id);
}

export function bytesIn(directory: string): Buffer {
  return Buffer.concat(segments(directory).map(({ path }) => readFileSync(path)));
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
