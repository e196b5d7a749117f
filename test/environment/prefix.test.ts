import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ExecSpec, parseEnvironment } from "../../src/core/environment-spec.ts";
import { commandPrefixEnvironment } from "../../src/adapters/environment/command-prefix.ts";
import { findProgram } from "../../src/adapters/launch/programs.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { standIn } from "../support/services/stand-in.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

function place(name: string, env?: Readonly<Record<string, string>>): Environment {
  return commandPrefixEnvironment(parseEnvironment(name) as ExecSpec, env);
}

/** What a client says on its error output, and exits with; and what that means. */
const SAYINGS: readonly (readonly [preset: string, said: string, code: number, trouble: string])[] = [
  ["kubectl:web-0", 'Error from server (NotFound): pods "web-0" not found', 1, "gone"],
  [
    "kubectl:web-0",
    "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?",
    1,
    "unreachable",
  ],
  [
    "kubectl:web-0",
    'Error from server (Forbidden): pods "web-0" is forbidden: User "me" cannot create resource "pods/exec"',
    1,
    "refused",
  ],
  ["kubectl:web-0", "error: You must be logged in to the server (Unauthorized)", 1, "refused"],
  ["kubectl:web-0", "error: cannot exec into a container in a completed pod; current phase is Succeeded", 1, "stopped"],
  ["kubectl:web-0", 'error: unable to upgrade connection: container not found ("app")', 1, "stopped"],
  [
    "kubectl:web-0",
    'OCI runtime exec failed: exec failed: unable to start container process: exec: "sh": executable file not found in $PATH: unknown',
    126,
    "refused",
  ],
  ["docker:web", "Error response from daemon: No such container: web", 1, "gone"],
  ["docker:web", "Error response from daemon: container 3f2a is not running", 1, "stopped"],
  ["docker:web", "Error response from daemon: container web is paused, unpause the container before exec", 1, "paused"],
  [
    "docker:web",
    "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock",
    1,
    "refused",
  ],
  [
    "docker:web",
    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
    1,
    "unreachable",
  ],
  ["podman:web", 'Error: no container with name or ID "web" found: no such container', 125, "gone"],
  [
    "podman:web",
    "Error: can only create exec sessions on running containers: container state improper",
    255,
    "stopped",
  ],
  ["apptainer:instance://sim", "FATAL:   no instance found with name sim", 255, "gone"],
  [
    "apptainer:/i.sif",
    "FATAL:   could not open image /i.sif: failed to retrieve path for /i.sif: lstat /i.sif: no such file or directory",
    255,
    "gone",
  ],
  ["wsl:Debian", "There is no distribution with the supplied name.", 255, "gone"],
  ["kubectl:web-0", "", 1, "unreachable"],
];

describe("[PLACE-8] what a client says", () => {
  test.each(SAYINGS)("%s: %s", async (target, said, code, trouble) => {
    const program = target.startsWith("wsl") ? "wsl.exe" : (target.split(":")[0] ?? "");
    const { env } = standIn(program, `cat >&2 <<'END'\n${said}\nEND\nexit ${code}`);
    const error = await place(`exec:${target}`, env)
      .execute("true")
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "EnvironmentError", trouble });
    const sentence = (error as Error).message;
    expect([sentence.includes(`exec:${target}`), sentence.endsWith(".")]).toEqual([true, true]);
  });

  test("codes and words of a command are those of the command, whatever they look like", async () => {
    const { env } = standIn("kubectl", '"$@"; code=$?; echo "command terminated with exit code $code" >&2; exit $code');
    const command = "echo 'Error from server (NotFound): pods not found' >&2; exit 1";
    const environment = place("exec:kubectl:web-0", env);
    expect([await environment.execute(command), (await environment.executeBytes?.(command))?.exitCode]).toEqual([
      { output: "Error from server (NotFound): pods not found\n", exitCode: 1 },
      1,
    ]);
  });

  test("a connection that is cut makes no exit code up", async () => {
    const { env } = standIn("kubectl", `"$@" & sleep 0.3; kill -KILL $!; echo 'error: unexpected EOF' >&2; exit 1`);
    await expect(place("exec:kubectl:web-0", env).execute("echo part; exec sleep 5 > /dev/null")).rejects.toMatchObject(
      {
        trouble: "unreachable",
        message: expect.stringContaining("was cut while a command ran") as string,
      },
    );
  });

  test.each([
    ["is not on PATH", 0],
    ["cannot be run", 0o644],
  ])("a program that %s is said to be missing here", async (why, mode) => {
    const directory = temporaryDirectory();
    if (mode !== 0) {
      writeFileSync(join(directory, "apptainer"), "");
      chmodSync(join(directory, "apptainer"), mode);
    }
    await expect(place("exec:apptainer:/i.sif", { PATH: directory }).execute("true")).rejects.toMatchObject({
      trouble: "unusable",
      message: expect.stringContaining(`apptainer, which leads into exec:apptainer:/i.sif, ${why}`) as string,
    });
  });

  test("a command that is too long for the system is a mistake, not a trouble", async () => {
    const { env } = standIn("kubectl");
    await expect(place("exec:kubectl:web-0", env).execute(`: ${"x".repeat(3_000_000)}`)).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

/** For real, in the words of this machine: only root may enter these, and not every machine has bubblewrap. */
const REAL = ["chroot", "unshare", "bwrap", "nsenter"].filter(
  (preset) => process.getuid?.() === 0 && findProgram(preset) !== null,
);

test.each(REAL)("[PLACE-8] a place that there is not is gone: %s", async (preset) => {
  const target = preset === "nsenter" ? "999999999" : "/no/such/root";
  await expect(place(`exec:${preset}:${target}`).execute("true")).rejects.toMatchObject({ trouble: "gone" });
});

test.each(REAL.filter((preset) => preset !== "nsenter"))(
  "[PLACE-8] a root without a shell refuses: %s",
  async (preset) => {
    const root = temporaryDirectory();
    for (const name of ["proc", "dev"]) mkdirSync(join(root, name));
    await expect(place(`exec:${preset}:${root}`).execute("true")).rejects.toMatchObject({ trouble: "refused" });
  },
);

/** The command is no child of this client, and lives on when that is killed: as with docker and kubectl. */
const DETACHED = `trap 'exit 143' TERM
setsid "$@" < /dev/null &
wait $!`;

test.each(["time limit", "interrupt"])("[PLACE-10] what a client has started there ends with it: %s", async (how) => {
  const { env, runs } = standIn("docker", DETACHED);
  const file = join(temporaryDirectory(), "pids");
  const command = `echo $$ > ${file}; setsid sh -c 'trap "" TERM; echo $$ >> ${file}; sleep 600; :' & sleep 600`;
  const caller = new AbortController();
  const call = place("exec:docker:web", env).execute(
    command,
    how === "interrupt" ? { signal: caller.signal } : { timeoutMs: 1_000 },
  );
  const pids = await until(() => {
    const all = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
    return all.length === 2 ? all : null;
  });
  caller.abort();
  expect((await call).exitCode).toBe(how === "interrupt" ? 130 : 124);
  await until(() => pids.every((pid) => !isAlive(pid)), { what: "the end of both" });
  expect(runs().length).toBe(2);
});

test("[PLACE-10] a command that is still on its way there when its time is up does not begin", async () => {
  const file = join(temporaryDirectory(), "ran");
  const late = `case $* in *touch*) trap '' TERM; (sleep 1.5; exec setsid "$@") & exit 0 ;; esac\nexec "$@"`;
  const { env } = standIn("docker", late.replace("& exit 0", "& trap 'exit 143' TERM; wait"));
  const answer = await place("exec:docker:web", env).execute(`touch ${file}; sleep 600`, { timeoutMs: 300 });
  expect(answer.exitCode).toBe(124);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(existsSync(file)).toBe(false);
});

test("[PLACE-10] a client that does not end when its command has is not waited for", async () => {
  const { env } = standIn("kubectl", `"$@"; sleep 600`);
  const startMs = performance.now();
  expect(await place("exec:kubectl:web-0", env).execute("echo done; exit 3")).toEqual({
    output: "done\n",
    exitCode: 3,
  });
  expect(performance.now() - startMs).toBeLessThan(10_000);
});

test("[PLACE-10] close ends what waits, with a reason", async () => {
  const environment = place("exec:kubectl:web-0", standIn("kubectl").env);
  const call = environment.execute("sleep 600").catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await environment.close();
  expect(await call).toMatchObject({ trouble: "unreachable" });
  await expect(environment.execute("true")).rejects.toMatchObject({ trouble: "unreachable" });
});

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
