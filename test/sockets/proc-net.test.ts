import { expect, test } from "vitest";

import { parseListening, readListening } from "../../src/adapters/sockets/proc-net.ts";
import { listenOn, portOf } from "../support/servers.ts";

const HEADER = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const rest = "00000000:00000000 00:00000000 00000000  1000        0 566 1 000000002d8c3751 100 0 0 10 0";

test.each([
  ["0100007F:0BB8 00000000:0000 0A", [{ address: "127.0.0.1", port: 3000, uid: 1000, inode: 566 }]],
  ["00000000:0016 00000000:0000 0A", [{ address: "0.0.0.0", port: 22, uid: 1000, inode: 566 }]],
  ["0100007F:0BB8 0100007F:9C40 01", []],
  [
    "00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A",
    [{ address: "::", port: 80, uid: 1000, inode: 566 }],
  ],
  [
    "00000000000000000000000001000000:FFFF 00000000000000000000000000000000:0000 0A",
    [{ address: "::1", port: 65535, uid: 1000, inode: 566 }],
  ],
  [
    "0000000000000000FFFF00000100007F:0BB8 00000000000000000000000000000000:0000 0A",
    [{ address: "127.0.0.1", port: 3000, uid: 1000, inode: 566 }],
  ],
  [
    "B80D0120000000000000000001000000:0BB8 00000000000000000000000000000000:0000 0A",
    [{ address: "2001:db8::1", port: 3000, uid: 1000, inode: 566 }],
  ],
])("[SOCKET-1] %s is read as the kernel means it", (line, sockets) => {
  expect(parseListening(`${HEADER}\n   0: ${line} ${rest}\n`)).toEqual(sockets);
});

test.each(["127.0.0.1", "0.0.0.0", "::1", "::"])(
  "[SOCKET-1] a server on %s is found in the tables of the kernel",
  async (host) => {
    const port = portOf(await listenOn(0, host));
    const found = (await readListening("/proc", "self")).filter((socket) => socket.port === port);
    expect(found.map(({ address }) => address)).toEqual([host]);
  },
);

test("[SOCKET-1] a process that has ended listens on nothing", async () => {
  expect(await readListening("/proc", "4194305")).toEqual([]);
});
