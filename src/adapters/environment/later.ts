import type { Ability, Environment, Executed, ExecutedBytes, ExecuteOptions } from "../../ports/environment.ts";

const UNKNOWN: ReadonlySet<Ability> = new Set();

/**
 * An environment that is opened by its first command, and again after it was closed. What it is able to do is known from then
 * on; before, it can do only what every environment can.
 */
export function openedLater(name: string, open: () => Promise<Environment>): Environment {
  let opening: Promise<Environment> | null = null;
  let opened: Environment | null = null;
  const get = async (): Promise<Environment> => {
    opening ??= open();
    try {
      opened = await opening;
      return opened;
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  const executeBytes = async (command: string, options?: ExecuteOptions): Promise<ExecutedBytes> => {
    const environment = await get();
    if (environment.executeBytes === undefined) throw new TypeError(`${name} cannot give bytes`);
    return environment.executeBytes(command, options);
  };
  const later = {
    name,
    get abilities() {
      return opened?.abilities ?? UNKNOWN;
    },
    get executeBytes() {
      return opened?.executeBytes === undefined ? undefined : executeBytes;
    },
    execute: async (command: string, options?: ExecuteOptions): Promise<Executed> =>
      (await get()).execute(command, options),
    close: async () => {
      const before = opening;
      opening = null;
      opened = null;
      await (await before?.catch(() => undefined))?.close();
    },
  };
  return later as Environment;
}

/** The environment of somebody else, who closes it. */
export function lent(environment: Environment): Environment {
  const { executeBytes } = environment;
  return {
    name: environment.name,
    abilities: environment.abilities,
    execute: (command, options) => environment.execute(command, options),
    ...(executeBytes === undefined
      ? {}
      : {
          executeBytes: (command: string, options?: ExecuteOptions) => executeBytes.call(environment, command, options),
        }),
    close: async () => undefined,
  };
}
