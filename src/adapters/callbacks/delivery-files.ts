import { mkdirSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";

import { isObject, parseJson } from "../../base/json.ts";
import { messageOf, systemCode } from "../../core/errors.ts";
import type { Delivery, DeliveryStore } from "../../ports/callbacks.ts";
import type { Logger } from "../../ports/logger.ts";
import { replaceFile } from "../store/atomic-file.ts";
import { isDiskTrouble } from "../store/disk-trouble.ts";
import type { Home } from "../store/layout.ts";
import { setAside } from "../store/set-aside.ts";

const SUFFIX = ".json";

/** Deliveries as files (`callbacks/KEY.json`, 0600: they hold addresses and secrets). */
export function deliveryFiles(home: Home, logger: Logger): DeliveryStore {
  const directory = join(home.path, "callbacks");
  const fileOf = (key: string): string => join(directory, key + SUFFIX);
  return {
    load: () => {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const names = readdirSync(directory).filter((name) => name.endsWith(SUFFIX) && !name.startsWith("."));
      return names.toSorted().flatMap((name) => {
        const delivery = parseDelivery(readFileSync(join(directory, name), "utf8"));
        if (delivery !== null && delivery.key + SUFFIX === name) return [delivery];
        const aside = setAside(home, join(directory, name));
        logger.warn(`The callback ${name} could not be read; it was moved to ${aside}.`);
        return [];
      });
    },
    save: (delivery) => {
      try {
        replaceFile(fileOf(delivery.key), `${JSON.stringify(delivery)}\n`, true);
      } catch (error) {
        if (!isDiskTrouble(error)) throw error;
        logger.warn(`The callback ${delivery.key} waits in memory only: ${messageOf(error)}.`);
      }
    },
    remove: (key) => {
      try {
        unlinkSync(fileOf(key));
      } catch (error) {
        if (systemCode(error) !== "ENOENT") throw error;
      }
    },
  };
}

function parseDelivery(text: string): Delivery | null {
  const value = parseJson(text);
  if (!isObject(value) || !isObject(value["event"]) || !isAction(value["action"])) return null;
  const texts = ["key", "eventId", "processId"].every((key) => typeof value[key] === "string");
  const numbers = ["createdAtMs", "attempts", "nextAtMs"].every((key) => typeof value[key] === "number");
  return texts && numbers ? (value as unknown as Delivery) : null;
}

function isAction(value: unknown): boolean {
  if (!isObject(value)) return false;
  const keys = value["kind"] === "command" ? ["command", "runId"] : value["kind"] === "post" ? ["url", "secret"] : null;
  return keys !== null && keys.every((key) => typeof value[key] === "string");
}
