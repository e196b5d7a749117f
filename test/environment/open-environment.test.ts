import { expect, test } from "vitest";
import { openEnvironment } from "../../src/adapters/environment/open-environment.ts";
import { callOutputs } from "../../src/adapters/environment/call-outputs.ts";
import { kept } from "../../src/adapters/environment/kept.ts";
import { outputBuffer } from "../../src/adapters/environment/output-buffer.ts";
import { installedVersion, loaded } from "../../src/adapters/environment/packages.ts";
import { sources } from "../support/sources.ts";

const MISSING: string = "no-such-package-anywhere";

test("[PLACE-1] an environment has the canonical name, also when it was opened by the user's own", async () => {
  const named = { root: "exec:chroot:/srv/my root" };
  const names = ["root", "exec:kubectl:web-0?namespace=b", "modal:sb-1", "daytona:box", "e2b:i1"];
  const opened = await Promise.all(names.map((name) => openEnvironment(name, named)));
  expect(opened.map(({ name }) => name)).toEqual([
    "exec:chroot:/srv/my%20root",
    "exec:kubectl:web-0?namespace=b",
    "modal:sb-1",
    "daytona:box",
    "e2b:i1",
  ]);
  await Promise.all(opened.map((environment) => environment.close()));
});

test.each(["host", "nowhere"])("[PLACE-2] %s is refused", async (name) => {
  await expect(openEnvironment(name)).rejects.toMatchObject({ code: "invalid_argument" });
});

test("[PLACE-12] nothing of an adapter, or of a package that it needs, is imported but when it is used", () => {
  const optional =
    /^(?:modal|e2b|@daytonaio\/sdk|ssh2|dockerode)$|\/environment\/(?:docker|ssh|modal|daytona|e2b)\.ts$|^\.\/(?:docker|ssh|modal|daytona|e2b)\.ts$/;
  const found = sources("src", ".ts").flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export) (?!type )[^;]*? from "([^"]+)"/gm)]
      .filter(([, from = ""]) => optional.test(from))
      .map(([, from = ""]) => `${path}: ${from}`),
  );
  expect(found).toEqual([]);
});

test("[PLACE-11] a package that is missing is said to be, with the line that installs it", async () => {
  const missing = () => import(MISSING) as Promise<unknown>;
  await expect(loaded("ssh", missing)).rejects.toMatchObject({
    name: "EnvironmentError",
    trouble: "unusable",
    message: expect.stringContaining("npm install ssh2") as string,
  });
  await expect(loaded("ssh", () => Promise.reject(new Error("another")))).rejects.toThrow("another");
  expect([installedVersion("modal"), installedVersion("e2b")].map((version) => /^\d/.test(version ?? ""))).toEqual([
    true,
    true,
  ]);
});

test("[PLACE-13] output is kept up to a limit, and what is dropped is counted", () => {
  const buffer = outputBuffer(8);
  for (const text of ["12345", "67890", "abc"]) buffer.add(Buffer.from(text));
  const line = "\n[Output cut: 5 of 13 bytes dropped, 8 are kept]";
  expect([buffer.bytes().toString(), buffer.text(), buffer.droppedLine()]).toEqual([
    "12345678",
    `12345678${line}`,
    line,
  ]);
});

test("[PLACE-7] the end is found in the error output, however it is cut", async () => {
  const outputs = callOutputs((text) => text.includes("\nmark:ended:"));
  for (const part of ["x".repeat(1_000), "\nmark:", "end", "ed:7\n"]) outputs.stderr(Buffer.from(part));
  await outputs.ended;
  expect(outputs.result().stderr.length).toBe(1_000 + "\nmark:ended:7\n".length);
});

test("[PLACE-8] a connection is made once for all, and again after it failed or was found broken", async () => {
  let made = 0;
  const connection = kept(() => (++made === 1 ? Promise.reject(new Error("first")) : Promise.resolve(made)));
  const first = await Promise.allSettled([connection.get(), connection.get()]);
  const then = await Promise.all([connection.get(), connection.get()]);
  connection.drop();
  expect([first.map(({ status }) => status), then, await connection.get()]).toEqual([
    ["rejected", "rejected"],
    [2, 2],
    3,
  ]);
});
