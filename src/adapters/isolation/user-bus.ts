import { lstatSync, type Stats } from "node:fs";
import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Writable by the group or by everybody. */
const WRITABLE_BY_OTHERS = 0o022;

/** Whose bus, and where it is where `XDG_RUNTIME_DIR` does not tell. */
export interface UserBusPlace {
  readonly uid: number;
  /** `/run/user/UID` */
  readonly runtimeDirectory: string;
}

/**
 * `base` with the two variables that lead to the manager of this user. A service of the system that runs as an ordinary user
 * has neither, though its user may have a manager that lingers. Nothing is added unless the directory is the user's own,
 * nobody else can write to it, and its `bus` is a socket of the user's: a stranger's would be told what we run.
 * Asked for anew each time, since lingering may be turned on later (original #104893).
 */
export function userBusEnvironment(base: Environment, place: UserBusPlace): Environment {
  const configured = base["XDG_RUNTIME_DIR"];
  const candidates = [configured ?? "", place.runtimeDirectory];
  const directory = candidates.find((candidate) => isPrivate(candidate, place.uid));
  if (directory === undefined) return base;
  const bus = join(directory, "bus");
  const stat = statOf(bus);
  if (!stat?.isSocket() || stat.uid !== place.uid) return base;
  return { ...base, XDG_RUNTIME_DIR: directory, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` };
}

/**
 * Whether the bus is gone that a start with `used` was to reach. Derived from what the start was given, without the address
 * itself: a bus in an `XDG_RUNTIME_DIR` of its own is found where it is (original #110803).
 */
export function isBusLost(used: Environment, place: UserBusPlace): boolean {
  const { DBUS_SESSION_BUS_ADDRESS: _, ...base } = used;
  return userBusEnvironment(base, place)["DBUS_SESSION_BUS_ADDRESS"] === undefined;
}

function isPrivate(directory: string, uid: number): boolean {
  const stat = isAbsolute(directory) ? statOf(directory) : null;
  return stat !== null && stat.isDirectory() && stat.uid === uid && (stat.mode & WRITABLE_BY_OTHERS) === 0;
}

/** Of the thing itself: a link is not followed. */
function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
