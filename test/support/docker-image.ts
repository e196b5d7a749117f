import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { findProgram } from "../../src/adapters/launch/programs.ts";

/** What is in the image. Its `sh` is that of `ground`. */
export type Ground = "busybox" | "debian";

/** Programs of this host, besides the shell, that agents of ours use in an image with bash and coreutils. */
const DEBIAN =
  "bash dash cat dd mkdir rm wc sleep mkfifo mv ln tee grep sed cut tail df id chmod find base64 od setsid stty tty tr head env printf seq touch date nohup kill script rmdir mktemp ls true".split(
    " ",
  );

/** A root of programs of this host as a tar file, in a new directory, which is the caller's. */
export function rootOf(ground: Ground): { readonly directory: string; readonly tar: string } {
  const directory = mkdtempSync(join(tmpdir(), "bellhop-image-"));
  const root = join(directory, "root");
  for (const folder of ["bin", "etc", "root", "work dir"]) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, "tmp"));
  for (const program of ground === "busybox" ? ["busybox"] : DEBIAN) copyProgram(root, program);
  const links = ground === "busybox" ? lines("busybox", ["--list"]).filter((name) => name !== "busybox") : ["sh"];
  for (const name of links) symlinkSync(ground === "busybox" ? "busybox" : "dash", join(root, "bin", name));
  execFileSync("chmod", ["1777", join(root, "tmp")]);
  const tar = join(directory, "root.tar");
  execFileSync("tar", ["-C", root, "-cf", tar, "."]);
  rmSync(root, { recursive: true });
  return { directory, tar };
}

function copyProgram(root: string, name: string): void {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not installed`);
  copyFile(path, join(root, "bin", name));
  for (const library of lines("sh", ["-c", 'ldd "$1" | grep -o "/[^ ]*" || :', "sh", path]))
    copyFile(library, join(root, library));
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to); // Of a link what it leads to: `cpSync` of Node 24 takes it for a directory.
}

function lines(program: string, words: readonly string[]): readonly string[] {
  return execFileSync(program, words, { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");
}
