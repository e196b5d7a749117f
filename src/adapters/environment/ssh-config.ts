/** What a configuration says about one host. */
export interface HostSettings {
  readonly hostName: string | undefined;
  readonly user: string | undefined;
  readonly port: number | undefined;
  readonly identities: readonly string[];
  readonly knownHosts: readonly string[];
  /** `ProxyJump` or `ProxyCommand`: it is not reached directly. */
  readonly detour: string | null;
}

/**
 * The part of ssh_config(5) that is heeded: `Host` with `HostName`, `User`, `Port`, `IdentityFile`, `UserKnownHostsFile`, and that there
 * is a `ProxyJump` or `ProxyCommand`. The first value counts. `Match` and `Include` are skipped.
 */
export function parseSshConfig(text: string, host: string): HostSettings {
  const found = new Map<string, string[][]>();
  let applies = true;
  for (const line of text.split(/\r?\n/)) {
    const [keyword, words] = wordsOf(line);
    if (keyword === "host") applies = anyFits(host, words);
    else if (keyword === "match") applies = false;
    else if (applies && words.length > 0) found.set(keyword, [...(found.get(keyword) ?? []), words]);
  }
  const first = (keyword: string): string | undefined => found.get(keyword)?.[0]?.[0];
  const port = Number(first("port"));
  return {
    hostName: first("hostname"),
    user: first("user"),
    port: port >= 1 && port <= 65_535 ? port : undefined,
    identities: (found.get("identityfile") ?? []).flat().filter((file) => file !== "none"),
    knownHosts: (found.get("userknownhostsfile")?.[0] ?? []).filter((file) => file !== "none"),
    detour: detourIn([
      ["ProxyJump", first("proxyjump")],
      ["ProxyCommand", first("proxycommand")],
    ]),
  };
}

function detourIn(ways: readonly (readonly [string, string | undefined])[]): string | null {
  const [way] = ways.filter(([, value]) => value !== undefined);
  return way === undefined || way[1]?.toLowerCase() === "none" ? null : way[0];
}

/** `Keyword value`, `Keyword=value`, with quotes around values that have spaces. */
function wordsOf(line: string): readonly [string, string[]] {
  const [, keyword = "", rest = ""] = /^\s*(\w+)(?:\s*=\s*|\s+)(.*)$/.exec(line) ?? [];
  const words = [...rest.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain = ""]) => quoted ?? plain);
  const comment = words.findIndex((word) => word.startsWith("#"));
  return [keyword.toLowerCase(), comment < 0 ? words : words.slice(0, comment)];
}

/** A list of patterns: `*`, `?`, and `!` for what is excluded whatever else fits. */
export function anyFits(name: string, patterns: readonly string[]): boolean {
  const matches = (pattern: string): boolean => expression(pattern).test(name);
  if (patterns.some((pattern) => pattern.startsWith("!") && matches(pattern.slice(1)))) return false;
  return patterns.some((pattern) => !pattern.startsWith("!") && matches(pattern));
}

function expression(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/\*+/g, ".*").replaceAll("?", ".")}$`, "i");
}
