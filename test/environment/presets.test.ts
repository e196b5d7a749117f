import { expect, test } from "vitest";
import { type ExecSpec, parseEnvironment } from "../../src/core/environment-spec.ts";
import { PRESETS } from "../../src/core/environment-presets.ts";
import { commandPrefixEnvironment } from "../../src/adapters/environment/command-prefix.ts";
import { standIn } from "../support/services/stand-in.ts";

/** A place, the words that lead there, and those for a command that has an input. */
type Row = readonly [name: string, words: readonly string[], withInput: readonly string[]];

const NSENTER = ["--target=42", "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd", "--"];
const BWRAP_BEGIN = ["--bind", "/srv/a b", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"];
const UNSHARE = ["--mount", "--uts", "--ipc", "--net", "--root=/srv/r", "--mount-proc", "--wd=/", "--"];

const ROWS: readonly Row[] = [
  ["exec:kubectl:pod/web-0", ["exec", "pod/web-0", "--"], ["exec", "--stdin", "pod/web-0", "--"]],
  [
    "exec:kubectl:deployment/web?context=kind-one&namespace=shop&container=app",
    ["--context=kind-one", "--namespace=shop", "exec", "--container=app", "deployment/web", "--"],
    ["--context=kind-one", "--namespace=shop", "exec", "--stdin", "--container=app", "deployment/web", "--"],
  ],
  ["exec:docker:web", ["exec", "web"], ["exec", "--interactive", "web"]],
  [
    "exec:podman:web?user=1000:1000",
    ["exec", "--user=1000:1000", "web"],
    ["exec", "--interactive", "--user=1000:1000", "web"],
  ],
  ["exec:apptainer:instance://sim", ...twice("exec", "--cleanenv", "instance://sim")],
  ["exec:singularity:/images/my tool.sif", ...twice("exec", "--cleanenv", "/images/my tool.sif")],
  ["exec:nsenter:42", ...twice(...NSENTER)],
  ["exec:bwrap:/srv/a b", ...twice(...BWRAP_BEGIN, "--unshare-ipc", "--unshare-uts", "--chdir", "/", "--")],
  [
    "exec:bwrap:/srv/a b?network=none",
    ...twice(...BWRAP_BEGIN, "--unshare-ipc", "--unshare-uts", "--unshare-net", "--chdir", "/", "--"),
  ],
  ["exec:unshare:/srv/r?network=none", ...twice(...UNSHARE)],
  ["exec:chroot:/srv/r", ...twice("/srv/r")],
  ["exec:chroot:/srv/r?user=app:app", ...twice("--userspec=app:app", "/srv/r")],
  ["exec:wsl:Ubuntu-24.04", ...twice("--distribution", "Ubuntu-24.04", "--exec")],
  ["exec:wsl:Debian?user=me", ...twice("--distribution", "Debian", "--user", "me", "--exec")],
];

function twice(...words: readonly string[]): [readonly string[], readonly string[]] {
  return [words, words];
}

test.each(ROWS)("[PLACE-5] %s", async (name, words, withInput) => {
  const spec = parseEnvironment(name) as ExecSpec;
  const program = standIn(PRESETS[spec.preset].program);
  const environment = commandPrefixEnvironment(spec, program.env);
  const command = `printf '%s' "a  b"; cat`;
  const plain = await environment.execute(command);
  const fed = await environment.execute(command, { stdin: Buffer.from("+input") });
  const [first = [], second = []] = program.runs();
  expect({
    plain,
    fed,
    words: first.slice(0, words.length),
    withInput: second.slice(0, withInput.length),
    behind: [first[words.length], second[withInput.length]],
    command: first.includes(command),
  }).toEqual({
    plain: { output: "a  b", exitCode: 0 },
    fed: { output: "a  b+input", exitCode: 0 },
    words,
    withInput,
    behind: ["sh", "sh"],
    command: true,
  });
});

test("every preset has a row", () => {
  const tried = new Set(ROWS.map(([name]) => name.split(":")[1]));
  expect(Object.keys(PRESETS).filter((preset) => !tried.has(preset))).toEqual([]);
});

test.each(["exec:chroot:/", "exec:unshare:/", "exec:bwrap:/", "exec:nsenter:1", "exec:apptainer:/i.sif"])(
  "[PLACE-6] %s gets no variable of ours but harmless ones",
  async (name) => {
    const spec = parseEnvironment(name) as ExecSpec;
    const program = standIn(PRESETS[spec.preset].program);
    const env = {
      ...program.env,
      SECRET_TOKEN: "x",
      SSH_AUTH_SOCK: "/a",
      HOME: "/root",
      TERM: "xterm",
      LANG: "C.UTF-8",
    };
    await commandPrefixEnvironment(spec, env).execute("true");
    const harmless = ["HOME", "LANG", "LC_MESSAGES", "LOGNAME", "PATH", "PWD", "TERM", "TZ", "USER"];
    const others = Object.keys(program.variables()).filter((variable) => !harmless.includes(variable));
    expect([others, program.variables()["HOME"]]).toEqual([[], "/root"]);
  },
);

test("[PLACE-6] a client keeps the variables that it needs, and speaks English", async () => {
  const program = standIn("kubectl");
  const env = { ...program.env, KUBECONFIG: "/k", LC_ALL: "de_DE.UTF-8" };
  await commandPrefixEnvironment(parseEnvironment("exec:kubectl:web-0") as ExecSpec, env).execute("true");
  expect(program.variables()).toMatchObject({ KUBECONFIG: "/k", LC_ALL: "C" });
});
