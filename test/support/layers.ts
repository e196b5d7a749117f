import { dirname, join } from "node:path";
import { importsOf } from "./sources.ts";
import type { SourceFile } from "./sources.ts";

/**
 * The layers, and what each may import. `types` may be imported as types only: a client that loads the operations
 * would load the registry, and starting it would be slow.
 */
export interface Layer {
  readonly name: string;
  readonly owns: RegExp;
  readonly mayImport: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

const BELOW_FACES = ["base", "core", "ports", "registry", "operations"];

/** The first one that owns a path counts. */
const LAYERS: readonly Layer[] = [
  {
    name: "roots",
    owns: /^src\/(?:index|compose|.*\/?main)\.ts$/,
    mayImport: [
      "base",
      "core",
      "ports",
      "registry",
      "operations",
      "adapters",
      "tools",
      "mcp",
      "web",
      "daemon",
      "client",
      "cli",
      "roots",
    ],
    packages: ["commander"],
  },
  { name: "base", owns: /^src\/base\//, mayImport: [], packages: [] },
  { name: "core", owns: /^src\/core\/shell\//, mayImport: ["base"], packages: ["unbash"] },
  { name: "core", owns: /^src\/core\//, mayImport: ["base"], packages: ["re2js"] },
  { name: "ports", owns: /^src\/ports\//, mayImport: ["base", "core"], packages: [] },
  { name: "registry", owns: /^src\/registry\//, mayImport: ["base", "core", "ports"], packages: [] },
  {
    name: "operations",
    owns: /^src\/operations\//,
    mayImport: ["base", "core", "ports", "registry"],
    packages: ["zod"],
  },
  {
    name: "adapters",
    owns: /^src\/adapters\//,
    mayImport: ["base", "core", "ports"],
    packages: ["@xterm/headless", "@daytonaio/sdk", "dockerode", "e2b", "modal", "ssh2"],
  },
  { name: "tools", owns: /^src\/surfaces\/tools\//, mayImport: BELOW_FACES, packages: ["zod"] },
  {
    name: "mcp",
    owns: /^src\/surfaces\/mcp\//,
    mayImport: [...BELOW_FACES, "tools"],
    packages: ["@modelcontextprotocol/server"],
  },
  { name: "web", owns: /^src\/surfaces\/web\//, mayImport: ["base", "core", "ports", "operations"], packages: ["zod"] },
  { name: "daemon", owns: /^src\/surfaces\/daemon\//, mayImport: BELOW_FACES, packages: ["zod"] },
  {
    name: "client",
    owns: /^src\/surfaces\/client\//,
    mayImport: ["base", "core"],
    types: ["operations"],
    packages: [],
  },
  {
    name: "cli",
    owns: /^src\/surfaces\/cli\//,
    mayImport: ["base", "core", "client"],
    types: ["operations", "mcp"],
    packages: ["commander"],
  },
];

export function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => layer.owns.test(path));
}

/** What a file imports and must not, each as a sentence. */
export function forbiddenImports(file: SourceFile): readonly string[] {
  const layer = layerOf(file.path);
  return importsOf(file).flatMap(({ from, isType }) => {
    const allowed = [layer?.name, ...(layer?.mayImport ?? []), ...(isType ? (layer?.types ?? []) : [])];
    if (from.startsWith("node:")) return layer?.name === "core" ? [`${file.path}: core is pure, not ${from}`] : [];
    if (!from.startsWith("."))
      return layer?.packages.includes(packageOf(from)) ? [] : [`${file.path}: no package ${from}`];
    const target = layerOf(join(dirname(file.path), from))?.name;
    return allowed.includes(target) ? [] : [`${file.path} (${layer?.name}) must not import ${from} (${target})`];
  });
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Paths of the modules of ours that a file imports. */
export function localImports(file: SourceFile): readonly string[] {
  return importsOf(file)
    .filter(({ from }) => from.startsWith("."))
    .map(({ from }) => join(dirname(file.path), from));
}

/** Each cycle once, as the path that goes round. */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) found.push([...above.slice(above.indexOf(path)), path].join(" → "));
    if (done.has(path)) return;
    done.add(path);
    for (const next of graph.get(path) ?? []) visit(next, [...above, path]);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
