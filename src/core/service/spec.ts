/** The daemon as a service manager runs it. */
export interface ServiceSpec {
  /** Absolute path of Node. */
  readonly node: string;
  readonly nodeOptions: readonly string[];
  /** Absolute path of the daemon's program. */
  readonly program: string;
  readonly home: string;
  /** Variables that the daemon needs and the manager does not have. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What is run. The home is said, since the manager may have other variables than the one who installs. It never leaves for
 * want of work: a service that comes and goes says nothing in the list of its manager.
 */
export function serviceWords({ node, nodeOptions, program, home }: ServiceSpec): readonly string[] {
  return [node, ...nodeOptions, ...serviceTail(program, home)];
}

/** The words behind Node and its options: they say whose service it is. */
export function serviceTail(program: string, home: string): readonly string[] {
  return [program, "--home", home, "--idle-seconds", "0"];
}
