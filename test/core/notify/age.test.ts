import { expect, test } from "vitest";
import { formatAge, formatUptimeShort } from "../../../src/core/notify/age.ts";

test.each([
  [0, "0s", "0s"],
  [-5, "0s", "0s"],
  [5.9, "5s", "5s"],
  [45, "45s", "45s"],
  [60, "1m", "1m 0s"],
  [187, "3m7s", "3m 7s"],
  [1080, "18m", "18m 0s"],
  [1085, "18m5s", "18m 5s"],
  [7200, "2h", "2h 0m"],
  [7380, "2h3m", "2h 3m"],
  [90_061, "25h1m", "25h 1m"],
])("[NOTIFY-8] %d s", (seconds, age, uptime) => {
  expect([formatAge(seconds), formatUptimeShort(seconds)]).toEqual([age, uptime]);
});

test.each([NaN, Infinity, undefined, "12", null])("[NOTIFY-8] %j has no age", (value) => {
  expect(formatAge(value)).toBe("?");
});
