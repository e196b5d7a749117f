import { corpus } from "../fixtures/secrets/corpus.mjs";

const FORMATS = [
  "github classic",
  "openai project",
  "slack bot",
  "aws access key",
  "google api",
  "stripe",
  "gitlab",
  "npm",
  "groq",
  "sendgrid",
] as const;

/** One secret of each of ten formats, for each of which a surface is asked. */
export const SECRETS: readonly string[] = FORMATS.map((format) => {
  const found = corpus().secrets.find((one) => one.format === format);
  if (found === undefined) throw new Error(`The corpus has no ${format}.`);
  return found.secret;
});

/** Known only by the name of the variable that holds it. */
export const GIVEN = "correct horse Battery-9 staple";

/** A private key of many lines, of which each is a part of the secret. */
export const KEY_LINES: readonly string[] = Array.from({ length: 12 }, (_, at) =>
  `${at}MIIEvQIBADANBgkqhkiG9w0BAQEFAASC`.padEnd(64, String.fromCharCode(97 + at)),
);
export const KEY = ["-----BEGIN PRIVATE KEY-----", ...KEY_LINES, "-----END PRIVATE KEY-----"].join("\n");

/** What of the secrets stands in a text. */
export function leaksIn(text: string, more: readonly string[] = []): readonly string[] {
  return [...SECRETS, GIVEN, ...KEY_LINES, ...more].filter((secret) => text.includes(secret));
}
