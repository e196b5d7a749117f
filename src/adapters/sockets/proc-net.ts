import { readFile } from "node:fs/promises";
import { endianness } from "node:os";
import { SocketAddress } from "node:net";

import type { ListeningSocket } from "../../ports/sockets.ts";

/** `sl local remote 0A (LISTEN) queues timers retransmits uid timeout inode`, proc(5). Other states are passed over. */
const LISTENING = /^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A (?:\S+\s+){3}(\d+)\s+\d+\s+(\d+)/gm;
const MAPPED_IPV4 = Buffer.from("00000000000000000000ffff", "hex");

/**
 * The listening sockets in the network namespace of `process` (`self`, or a pid). In the thread pool: a host with much
 * memory has a table of a million buckets, which the kernel walks for 5 ms.
 */
export async function readListening(root: string, process: string): Promise<ListeningSocket[]> {
  const texts = await Promise.all(["tcp", "tcp6"].map((name) => textOf(`${root}/${process}/net/${name}`)));
  return texts.flatMap(parseListening);
}

/** The sockets of `/proc/net/tcp` or `tcp6` that listen. */
export function parseListening(text: string): ListeningSocket[] {
  return [...text.matchAll(LISTENING)].map(([, address = "", port = "", uid = "", inode = ""]) => ({
    port: Number.parseInt(port, 16),
    address: addressOf(address),
    uid: Number(uid),
    inode: Number(inode),
  }));
}

/** Words of four bytes, each printed as a number of this machine. An IPv4 address in an IPv6 socket is that address. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  if (endianness() === "LE") bytes.swap32();
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.subarray(0, MAPPED_IPV4.length).equals(MAPPED_IPV4)) return bytes.subarray(MAPPED_IPV4.length).join(".");
  const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16));
  return new SocketAddress({ address: groups.join(":"), family: "ipv6" }).address;
}

/** Empty where the kernel has no IPv6, and for a process that has ended. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "latin1");
  } catch {
    return "";
  }
}
