import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { isBusLost, userBusEnvironment } from "../../src/adapters/isolation/user-bus.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { busDirectory } from "./scopes-ground.ts";

const uid = process.getuid?.() ?? 0;
const FOREIGN = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/tmp/a-bus-of-somebody" };

test("[ISO-8] a socket of the user's, in a directory that is the user's alone", async () => {
  const { path } = await busDirectory();
  const own = { XDG_RUNTIME_DIR: path, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}/bus` };
  const elsewhere = { uid, runtimeDirectory: "/nowhere" };
  expect([
    userBusEnvironment(FOREIGN, { uid, runtimeDirectory: path }),
    userBusEnvironment({ XDG_RUNTIME_DIR: path }, elsewhere),
    userBusEnvironment({ XDG_RUNTIME_DIR: "relative" }, { uid, runtimeDirectory: path }),
    userBusEnvironment({ A: "b" }, elsewhere),
  ]).toEqual([own, own, own, { A: "b" }]);
});

test("[ISO-8] nothing is derived from what others could have put there", async () => {
  const open = await busDirectory();
  chmodSync(open.path, 0o777);
  const linked = join(temporaryDirectory(), "link");
  symlinkSync((await busDirectory()).path, linked);
  const noSocket = temporaryDirectory();
  writeFileSync(join(noSocket, "bus"), "");
  const empty = join(temporaryDirectory(), "empty");
  mkdirSync(empty);
  const derived = [open.path, linked, noSocket, empty].map((runtimeDirectory) =>
    userBusEnvironment({}, { uid, runtimeDirectory }),
  );
  expect(derived).toEqual([{}, {}, {}, {}]);
});

test.runIf(uid === 0)("[ISO-8] a directory of another user is not trusted", async () => {
  const { path } = await busDirectory();
  chownSync(path, 65_534, 65_534);
  expect(userBusEnvironment({}, { uid, runtimeDirectory: path })).toEqual({});
});

test("[ISO-16] the bus is looked for where the start found it", async () => {
  const bus = await busDirectory();
  const place = { uid, runtimeDirectory: "/nowhere" };
  const used = userBusEnvironment({ XDG_RUNTIME_DIR: bus.path }, place);
  const before = isBusLost(used, place);
  await bus.close();
  expect([before, isBusLost(used, place)]).toEqual([false, true]);
});
