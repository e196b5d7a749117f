/** Who asks, and where. */
export interface GatewayFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  /** The pid of the gateway that runs; null when none does. */
  readonly gatewayPid: number | null;
}

/**
 * Whether this very process is the gateway, started by a supervisor. Every descendant inherits the variables, so they alone
 * say nothing: a command line tool in a terminal that the gateway opened must not put its children into scopes of their own.
 */
export function isSupervisedGateway({ env, pid, gatewayPid }: GatewayFacts): boolean {
  const isSupervised = Boolean(env["INVOCATION_ID"]) || Boolean(env["BELLHOP_SUPERVISED_CHILD"]);
  return env["_BELLHOP_GATEWAY"] === "1" && isSupervised && gatewayPid === pid;
}

/** What decides how a child of the gateway is started. */
export interface ChildFacts {
  readonly isLinux: boolean;
  /** `INVOCATION_ID` is set: some systemd unit is around us. */
  readonly isInUnit: boolean;
  readonly isSupervisedGateway: boolean;
  /** The child goes on after the one who started it. */
  readonly outlivesParent: boolean;
}

/**
 * Whether a child needs a scope of its own to live through the end of the unit around us. A restart of the gateway kills
 * all that is in its cgroup; any other unit does so to a child that outlives it (original #113612).
 */
export function needsScope(child: ChildFacts): boolean {
  return child.isLinux && child.isInUnit && (child.isSupervisedGateway || child.outlivesParent);
}

/** What it means when that scope cannot be had. */
export function withoutScope(isGateway: boolean, isRequired: boolean): "refuse" | "gateway" | "unit" {
  if (!isGateway) return "unit"; // Whether that unit kills its children cannot be known from here.
  return isRequired ? "refuse" : "gateway";
}
