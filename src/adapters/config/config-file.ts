import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { isObject, parseJson } from "../../base/json.ts";
import { BellhopError, messageOf, systemCode } from "../../core/errors.ts";
import { type Configuration, parseConfiguration } from "../../core/configuration.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/bellhop/config.json`, else `~/.config/bellhop/config.json`. */
export function configurationPath(env: Environment = process.env): string {
  const base = env["XDG_CONFIG_HOME"];
  return join(base && isAbsolute(base) ? base : join(homedir(), ".config"), "bellhop", "config.json");
}

/**
 * What the user has set; empty when there is no file. `TERMINAL_TIMEOUT` and `BELLHOP_REDACT_SECRETS` stand above the file.
 * Throws `invalid_argument`, naming the file and the key: a setting that is not understood is not ignored.
 */
export function readConfiguration(env: Environment = process.env): Configuration {
  const path = configurationPath(env);
  return { ...fromFile(path), ...fromEnvironment(env) };
}

function fromFile(path: string): Configuration {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return {};
    throw new BellhopError(
      "invalid_argument",
      `The configuration ${path} cannot be read: ${messageOf(error)}. Correct its permissions, or remove it.`,
      { cause: error },
    );
  }
  const value = parseJson(text);
  if (!isObject(value))
    throw new BellhopError(
      "invalid_argument",
      `The configuration ${path} is not a JSON object. Correct it, or remove it.`,
    );
  const { configuration, complaints } = parseConfiguration(value);
  if (complaints.length > 0)
    throw new BellhopError(
      "invalid_argument",
      `The configuration ${path} is not understood: ${complaints.join("; ")}. Correct it.`,
    );
  return configuration;
}

function fromEnvironment(env: Environment): Configuration {
  const seconds = Number(env["TERMINAL_TIMEOUT"]);
  const redact = env["BELLHOP_REDACT_SECRETS"];
  return {
    ...(env["TERMINAL_TIMEOUT"] && seconds > 0 && Number.isFinite(seconds) ? { waitTimeoutSeconds: seconds } : {}),
    ...(redact ? { redactSecrets: !/^(?:0|false|no|off)$/i.test(redact) } : {}),
  };
}
