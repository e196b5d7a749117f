import { describe, expect, test } from "vitest";
import { modelRejectedLines } from "../../../src/core/notify/model-rejected.ts";

const SETTINGS = { model: "upstage/solar-pro-4", provider: "openrouter" };
const REJECTED = { error: "HTTP 400: upstage/solar-pro-4 is not a valid model ID" };
const OK = { summary: "ok" };
const HEADLINE =
  '⚠ SUBAGENT MODEL REJECTED: "upstage/solar-pro-4" was refused by "openrouter" (HTTP 400: not a valid model ID).';
const CORRECT =
  "Trying again gives the same: first set delegation.model in the configuration to a model that the provider has.";
const NO_FALLBACK = "No fallback chain is configured (delegation.fallback_providers), so no other model was tried.";

describe("it says how many failed for that reason", () => {
  test.each([
    [[REJECTED], "The task failed for this reason."],
    [[REJECTED, REJECTED], "Every task of this batch (2) failed for this reason."],
    [[REJECTED, OK], "1 of the 2 tasks of this batch failed for this reason."],
  ])("[NOTICE-18] %j", (results, extent) => {
    expect(modelRejectedLines(results, SETTINGS)).toEqual(["", HEADLINE, extent, CORRECT, NO_FALLBACK]);
  });
});

test.each([
  ["is not a valid model", true],
  ["Invalid Model", true],
  ["model not found", true],
  ["model_not_found", true],
  ["does not exist", true],
  ["no such model", true],
  ["unknown model", true],
  ["unsupported model", true],
  ["rate limit exceeded", false],
  ["Connection timed out", false],
])("[NOTICE-17] a provider that says %o: %o", (phrase, told) => {
  const inEither = [{ error: `UPSTAGE/solar-pro-4: ${phrase}` }, { summary: `upstage/solar-pro-4 ${phrase}` }];
  expect(inEither.map((result) => modelRejectedLines([result], SETTINGS).length > 0)).toEqual([told, told]);
});

test.each([
  ["another model", [{ error: "gpt-99 is not a valid model ID" }], SETTINGS],
  ["name and phrase in two results", [{ error: "upstage/solar-pro-4" }, { error: "invalid model" }], SETTINGS],
  ["no model configured", [REJECTED], { model: " " }],
  ["a model that is no text", [REJECTED], { model: {} }],
  ["no results", [], SETTINGS],
])("[NOTICE-17] not told: %s", (_, results, settings) => {
  expect(modelRejectedLines(results, settings)).toEqual([]);
});

test("[NOTICE-17] not told without a configuration", () => {
  expect(modelRejectedLines([REJECTED], undefined)).toEqual([]);
});

test.each([
  [{ fallbackProviders: [{ provider: "openrouter", model: "other" }] }, true],
  [{ fallbackModel: { model: "other" } }, true],
  [{ fallbackProviders: [], fallbackModel: "other" }, true],
  [{ fallbackProviders: [], fallbackModel: "" }, false],
  [{ fallbackProviders: [{}], fallbackModel: null }, false],
])("[NOTICE-18] %j is a fallback chain: %o", (fallback, isChain) => {
  expect(modelRejectedLines([REJECTED], { ...SETTINGS, ...fallback }).slice(3)).toEqual(
    isChain ? [CORRECT] : [CORRECT, NO_FALLBACK],
  );
});

test("[NOTICE-18] a provider that is not configured", () => {
  expect(modelRejectedLines([REJECTED], { model: SETTINGS.model })[1]).toContain("by the configured provider (");
});
