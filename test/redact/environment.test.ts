import { expect, test } from "vitest";

import { startPlain, testRegistry } from "../support/registry.ts";

const NAMES =
  "GH_TOKEN TELEGRAM_BOT_TOKEN FIRECRAWL_API_KEY OPENAI_API_KEY ACME_SECRET_URL AUXILIARY_X_API_KEY VIRTUAL_ENV PYTHONUNBUFFERED BELLHOP_SESSION_KEY BELLHOP_SESSION_CHAT_ID MINE _BELLHOP_FORCE_TELEGRAM_BOT_TOKEN";

const BASE = {
  PATH: process.env["PATH"] ?? "",
  GH_TOKEN: "gh",
  TELEGRAM_BOT_TOKEN: "no",
  FIRECRAWL_API_KEY: "no",
  OPENAI_API_KEY: "no",
  ACME_SECRET_URL: "no",
  AUXILIARY_X_API_KEY: "no",
  VIRTUAL_ENV: "/ours",
  BELLHOP_SESSION_CHAT_ID: "of another one",
  MINE: "kept",
};

test("[ENV-1, ENV-2, ENV-3, ENV-4, ENV-5, ENV-6, ENV-9, ENV-10] what a real job gets, with or without redaction", async () => {
  const registry = await testRegistry({
    redactSecrets: false,
    environmentPassthrough: ["GH_TOKEN", "OPENAI_API_KEY"],
    environmentPolicy: { blocked: ["ACME_*"] },
  });
  const { id } = await startPlain(registry, `for name in ${NAMES}; do eval "echo $name=\\$$name"; done`, {
    caller: { env: BASE, cwd: "/", umask: 0o22 },
    env: { _BELLHOP_FORCE_TELEGRAM_BOT_TOKEN: "forced" },
    sessionKey: "talk",
  });
  const told = (await registry.wait(id)) as { readonly output: string };
  expect(told.output.trim().split("\n")).toEqual([
    "GH_TOKEN=gh",
    "TELEGRAM_BOT_TOKEN=forced",
    "FIRECRAWL_API_KEY=",
    "OPENAI_API_KEY=",
    "ACME_SECRET_URL=",
    "AUXILIARY_X_API_KEY=",
    "VIRTUAL_ENV=",
    "PYTHONUNBUFFERED=1",
    "BELLHOP_SESSION_KEY=talk",
    "BELLHOP_SESSION_CHAT_ID=",
    "MINE=kept",
    "_BELLHOP_FORCE_TELEGRAM_BOT_TOKEN=",
  ]);
});
