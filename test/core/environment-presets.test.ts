import { expect, test } from "vitest";
import { PRESETS, isPreset } from "../../src/core/environment-presets.ts";

test("[PLACE-4] no target that a preset takes begins as an option does", () => {
  const options = ["-x", "--x=y", "-", "--"];
  const taken = Object.entries(PRESETS).flatMap(([name, { target }]) =>
    options.filter((option) => target.test(option)).map((option) => `${name} ${option}`),
  );
  expect(taken).toEqual([]);
});

test("[PLACE-2] only what is a preset counts as one", () => {
  expect(["kubectl", "wsl", "toString", "__proto__", ""].map(isPreset)).toEqual([true, true, false, false, false]);
});
