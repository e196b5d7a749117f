import { baseName } from "./unwrapped.ts";
import type { Text } from "./unwrapped.ts";

/** Whether these words start a server or a watcher, which does not end by itself (original's list). */
export function isServer(words: readonly Text[]): boolean {
  const [program, ...rest] = words.map((word) => word ?? "");
  const name = baseName(program ?? "");
  return RUNNERS.get(name)?.(rest) ?? ALWAYS.has(name);
}

/** Scripts of a `package.json` with these names run on; `dev:web` is one, `start-report` is not. */
const SCRIPT = /^(?:dev|start|serve|watch)(?::|$)/;
const ALWAYS: ReadonlySet<string> = new Set(["nodemon", "uvicorn", "gunicorn"]);
const FINITE_VITE: ReadonlySet<string> = new Set(["build", "optimize"]);
const DETACHED: ReadonlySet<string> = new Set(["-d", "--detach", "--wait", "--no-start"]);

type Judge = (words: readonly string[]) => boolean;

const RUNNERS: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["npm", runsScript],
  ["pnpm", runsScript],
  ["yarn", runsScript],
  ["bun", runsScript],
  ["npx", runsTool],
  ["pnpx", runsTool],
  ["bunx", runsTool],
  ["python", runsModule],
  ["python3", runsModule],
  ["docker", (words) => plain(words)[0] === "compose" && isUp(words.slice(words.indexOf("compose") + 1))],
  ["docker-compose", isUp],
  ["next", (words) => plain(words)[0] === "dev"],
  ["vite", (words) => !FINITE_VITE.has(plain(words)[0] ?? "")],
  ["uv", (words) => words[0] === "run" && isServer(plain(words.slice(1)))],
  ["poetry", (words) => words[0] === "run" && isServer(words.slice(1))],
  ["pipenv", (words) => words[0] === "run" && isServer(words.slice(1))],
]);

function runsScript(words: readonly string[]): boolean {
  const [verb = "", ...rest] = plain(words);
  if (verb === "exec" || verb === "dlx" || verb === "x") return runsTool(rest);
  if (verb === "workspace") return runsScript(rest.slice(1));
  return SCRIPT.test(verb === "run" || verb === "run-script" ? (rest[0] ?? "") : verb);
}

function runsTool(words: readonly string[]): boolean {
  const start = words.findIndex((word) => !word.startsWith("-"));
  return start !== -1 && isServer(words.slice(start));
}

function runsModule(words: readonly string[]): boolean {
  const module = words[words.indexOf("-m") + 1] ?? "";
  return words.includes("-m") && (module === "http.server" || ALWAYS.has(module));
}

function isUp(words: readonly string[]): boolean {
  return plain(words).includes("up") && !words.some((word) => DETACHED.has(word));
}

const VALUED: ReadonlySet<string> = new Set(
  "--prefix -C --cwd --dir --filter -F -w --workspace -f --file -p --project-name --profile --env-file --context".split(
    " ",
  ),
);

/** The words that are no options and no values of options, up to `--`. */
function plain(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  const own = end === -1 ? words : words.slice(0, end);
  return own.filter((word, index) => !word.startsWith("-") && !VALUED.has(own[index - 1] ?? ""));
}
