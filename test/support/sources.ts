import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** A file of the project, with its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All files below `folder` (from the root) whose names end with one of `endings`; none where there is no such folder. */
export function sources(folder: string, ...endings: readonly string[]): readonly SourceFile[] {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted()
    .map(source);
}

export function source(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}

export interface Import {
  /** As it is written. */
  readonly from: string;
  /** Erased by the compiler. */
  readonly isType: boolean;
}

/** Imports and re-exports of a module, also those made while it runs. */
export function importsOf(file: SourceFile): readonly Import[] {
  const code = withoutComments(file.text);
  const found = [...code.matchAll(/^\s*(import|export)\s(type\s)?[^"'`;]*?\bfrom\s+"([^"]+)"/gm)].map((match) => ({
    from: match[3] ?? "",
    isType: match[2] !== undefined,
  }));
  const others = [...code.matchAll(/\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm)].map((match) => ({
    from: match[1] ?? match[2] ?? "",
    isType: false,
  }));
  return [...found, ...others];
}

/** Code without comments. Good enough for looking at words: strings stay. */
function withoutComments(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<!["'`:\\[(/])\/\/[^\n]*/g, (match) =>
    match.startsWith('"') ? match : match.replace(/[^\n]/g, ""),
  );
}

/** Code without comments, strings and templates. */
export function onlyCode(text: string): string {
  return withoutComments(text).replace(/"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, '""');
}
