import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

import { logOf } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { drive, filesBelow, type Program } from "./programs-driven.ts";

const SECRET = "c0rrect-h0rse battery";

test("[TERM-30, TERM-31] ssh-keygen: a passphrase that is nowhere, a key that has it", async () => {
  const cwd = temporaryDirectory();
  const keygen = await drive("exec ssh-keygen -t ed25519 -C bell -f key", { cwd });
  const asked = await keygen.moment(/^Enter passphrase/);
  const rows = [
    "Generating public/private ed25519 key pair.",
    expect.stringMatching(/^Enter passphrase .*:$/) as string,
  ];
  expect(asked).toMatchObject({ rows, alternateScreen: false });
  await keygen.secret(SECRET);
  const again = await keygen.moment(/^Enter same passphrase again:$/);
  expect(again).toEqual({
    rows: [...rows, "Enter same passphrase again:"],
    cursor: [3, 30],
    alternateScreen: false,
  });
  await keygen.secret(SECRET);
  expect(await keygen.ended()).toEqual({ exitCode: 0 });
  const made = await keygen.moment(
    /^The key's randomart image is:$/,
    ({ rows: all }) => all.at(-1) === "+----[SHA256]-----+",
  );
  expect(made.rows.slice(3, 5)).toEqual([
    "Your identification has been saved in key",
    "Your public key has been saved in key.pub",
  ]);
  const publicKey = (passphrase: string): string =>
    execFileSync("ssh-keygen", ["-y", "-P", passphrase, "-f", join(cwd, "key")], { encoding: "utf8", stdio: "pipe" });
  expect(publicKey(SECRET)).toMatch(/^ssh-ed25519 \S+ bell\n$/);
  expect(() => publicKey("another")).toThrow("incorrect passphrase");
  await expectNowhere(keygen);
});

test("[TERM-30, TERM-31] read -s: a password that is nowhere", async () => {
  const read = await drive(
    `exec bash -c 'read -rsp "Password: " word; echo; echo "got \${#word}"; read -rp "Name: " name; echo "hello $name"; exit 6'`,
  );
  expect(await read.moment("Password:")).toEqual({ rows: ["Password:"], cursor: [1, 11], alternateScreen: false });
  await read.secret(SECRET);
  expect(await read.moment("Name:")).toEqual({
    rows: ["Password:", `got ${SECRET.length}`, "Name:"],
    cursor: [3, 7],
    alternateScreen: false,
  });
  await read.submit("Zoë");
  expect(await read.ended()).toEqual({ exitCode: 6 });
  expect(await read.moment("hello Zoë")).toEqual({
    rows: ["Password:", `got ${SECRET.length}`, "Name: Zoë", "hello Zoë"],
    cursor: [5, 1],
    alternateScreen: false,
  });
  await expectNowhere(read);
});

async function expectNowhere({ registry, id }: Program): Promise<void> {
  const told = [
    await registry.poll(id),
    await logOf(registry, id),
    await logOf(registry, id, { raw: true }),
    await registry.screen(id, { scrollback: 100, colors: true }),
    await registry.get(id),
    await registry.drain(),
  ];
  await registry.close();
  expect([...told.map((one) => JSON.stringify(one)), filesBelow(registry.home)].join("\n")).not.toContain(
    SECRET.slice(0, 7),
  );
}
