import { expect, test, vi } from "vitest";
import type { TransformFacts } from "../../src/registry/context.ts";
import { testRegistry } from "../support/registry.ts";

const OPAQUE = "abc123randomopaquetokenvalue999";
const KEY = "sk-proj-abc123def456ghi789jkl012mno345";

test("[REDACT-17] the output of a command that shows the environment, wherever it is told", async () => {
  const registry = await testRegistry();
  const { id } = await registry.start({
    command: `printenv MY_SERVICE_TOKEN_2 || echo MY_TOKEN=${OPAQUE}`,
    shell: "plain",
  });
  const waited = await registry.wait(id);
  const log = await registry.log(id);
  expect([waited, log].map((one) => "output" in one && one.output)).toEqual([
    "MY_TOKEN=abc123...e999\n",
    "MY_TOKEN=abc123...e999\n",
  ]);
});

test("[REDACT-16] a secret that the process was given, printed by a program that shows no environment", async () => {
  const registry = await testRegistry();
  const env = { APP_PASSWORD: "correct horse battery" };
  const { id, command } = await registry.start({
    command: 'echo "got $APP_PASSWORD; correct horse battery"',
    shell: "plain",
    env,
  });
  expect(command).toBe('echo "got $APP_PASSWORD; correc...tery"');
  expect(await registry.wait(id)).toMatchObject({ output: "got correc...tery; correc...tery\n" });
});

test("[REDACT-23] transform first, then redaction; one that throws changes nothing", async () => {
  const seen: TransformFacts[] = [];
  const transform = vi.fn<(text: string, about: TransformFacts) => string>((text, about) => {
    seen.push(about);
    if (text.includes("throw")) throw new Error("no");
    return `REWRITTEN:${text}${KEY}`;
  });
  const registry = await testRegistry({ transform });
  const { id } = await registry.start({ command: "echo raw; exit 3", shell: "plain", taskId: "t1" });
  expect(await registry.wait(id)).toMatchObject({
    output: "REWRITTEN:raw\nsk-pro...o345",
    command: "echo raw; exit 3",
  });
  expect(await registry.log(id)).toMatchObject({ output: "REWRITTEN:raw\nsk-pro...o345" });
  expect(seen).toContainEqual({ sessionId: id, command: "echo raw; exit 3", exitCode: 3, taskId: "t1" });
  const other = await registry.start({ command: "echo throw", shell: "plain" });
  expect(await registry.wait(other.id)).toMatchObject({ output: "throw\n" });
});

test("[REDACT-22] with redaction off only the values that the user named are masked", async () => {
  const registry = await testRegistry({ redactSecrets: false, vaultValues: ["open sesame"] });
  const { id } = await registry.start({ command: `echo ${KEY} open sesame`, shell: "plain" });
  expect(await registry.wait(id)).toMatchObject({ output: `${KEY} «redacted-vault-secret»\n` });
});
