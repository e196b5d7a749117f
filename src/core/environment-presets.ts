/** How a command gets into a place, for those that have a program for it. */
export type PresetName =
  | "kubectl"
  | "docker"
  | "podman"
  | "apptainer"
  | "singularity"
  | "nsenter"
  | "bwrap"
  | "unshare"
  | "chroot"
  | "wsl";

/** One place, and how it is entered now. */
export interface Entry {
  readonly target: string;
  readonly options: Readonly<Record<string, string>>;
  /** Whether the command has an input. */
  readonly hasStdin: boolean;
}

export interface Preset {
  /** What must be on PATH. */
  readonly program: string;
  /** What the target looks like. One that begins with "-" is refused before it is asked. */
  readonly target: RegExp;
  /** The same in words. */
  readonly expected: string;
  /** Names of its options. */
  readonly options: readonly string[];
  /**
   * - `client`: the command is not below this program, and does not end with it; it needs our own environment (its configuration).
   * - `inside`: the program becomes the command, or is its parent, on this host; it would pass our environment on, secrets and
   *   all, so it gets only a few variables.
   */
  readonly runs: "client" | "inside";
  /** Words that stand before `sh`, without the program. */
  before(entry: Entry): readonly string[];
}

const DIRECTORY = /^\//;
const DIRECTORY_EXPECTED = "the directory that becomes the root there, a path that begins with /";
const CONTAINER = /^[A-Za-z0-9][\w.-]*$/;
const CONTAINER_EXPECTED = 'the name or the id of a container: letters, digits, ".", "_", "-"';

/** Our words, and their meaning in the manual of each program. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  kubectl: {
    program: "kubectl",
    target: /^(?:[a-z][a-z.]*\/)?[a-z0-9][a-z0-9.-]*$/,
    expected: "a pod, or a kind and a name: web-0, pod/web-0, deployment/web",
    options: ["namespace", "context", "container"],
    runs: "client",
    before: ({ target, options, hasStdin }) => [
      ...option("--context", options["context"]),
      ...option("--namespace", options["namespace"]),
      "exec",
      ...flag("--stdin", hasStdin),
      ...option("--container", options["container"]),
      target,
      "--",
    ],
  },
  docker: engine("docker"),
  podman: engine("podman"),
  apptainer: images("apptainer"),
  singularity: images("singularity"),
  nsenter: {
    program: "nsenter",
    target: /^[1-9]\d{0,9}$/,
    expected: "the pid of a process whose namespaces are entered",
    options: [],
    runs: "inside",
    before: ({ target }) => [
      `--target=${target}`,
      "--mount",
      "--uts",
      "--ipc",
      "--net",
      "--pid",
      "--root",
      "--wd",
      "--",
    ],
  },
  bwrap: {
    program: "bwrap",
    target: DIRECTORY,
    expected: DIRECTORY_EXPECTED,
    options: ["network"],
    runs: "inside",
    // Without a pid namespace: its end would be that of everything that was left running for later.
    before: ({ target, options }) => [
      "--bind",
      target,
      "/",
      "--dev-bind",
      "/dev",
      "/dev",
      "--proc",
      "/proc",
      "--unshare-ipc",
      "--unshare-uts",
      ...flag("--unshare-net", options["network"] === "none"),
      "--chdir",
      "/",
      "--",
    ],
  },
  unshare: {
    program: "unshare",
    target: DIRECTORY,
    expected: DIRECTORY_EXPECTED,
    options: ["network"],
    runs: "inside",
    before: ({ target, options }) => [
      "--mount",
      "--uts",
      "--ipc",
      ...flag("--net", options["network"] === "none"),
      `--root=${target}`,
      // So that what runs there can be found; it needs a directory `/proc` there.
      "--mount-proc",
      "--wd=/",
      "--",
    ],
  },
  chroot: {
    program: "chroot",
    target: DIRECTORY,
    expected: DIRECTORY_EXPECTED,
    options: ["user"],
    runs: "inside",
    before: ({ target, options }) => [...option("--userspec", options["user"]), target],
  },
  wsl: {
    program: "wsl.exe",
    target: /^\w[\w. -]*$/,
    expected: "the name of a distribution, as `wsl --list` shows it",
    options: ["user"],
    runs: "client",
    before: ({ target, options }) => [
      "--distribution",
      target,
      ...(options["user"] === undefined ? [] : ["--user", options["user"]]),
      "--exec",
    ],
  },
};

export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name);
}

function engine(program: "docker" | "podman"): Preset {
  return {
    program,
    target: CONTAINER,
    expected: CONTAINER_EXPECTED,
    options: ["user"],
    runs: "client",
    before: ({ target, options, hasStdin }) => [
      "exec",
      ...flag("--interactive", hasStdin),
      ...option("--user", options["user"]),
      target,
    ],
  };
}

function images(program: "apptainer" | "singularity"): Preset {
  return {
    program,
    target: /^(?:instance:\/\/[A-Za-z0-9][\w.-]*|\/.+)$/,
    expected: "instance://NAME, or the path of an image, beginning with /",
    options: [],
    runs: "inside",
    // It would pass our environment on.
    before: ({ target }) => ["exec", "--cleanenv", target],
  };
}

/** One word, so that the value can never be taken for an option of its own. */
function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}=${value}`];
}

function flag(name: string, isSet: boolean): readonly string[] {
  return isSet ? [name] : [];
}
