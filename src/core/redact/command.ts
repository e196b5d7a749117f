/** What the output of a command may hold. */
export interface Reveals {
  /** The values of variables, or of a file that is there to hold secrets: masked by their names. */
  readonly assignments: boolean;
  /** Addresses with passwords. */
  readonly addresses: boolean;
}

const DUMPS = new Set(["env", "printenv", "set", "export", "declare"]);
const READERS = new Set(
  "cat head tail type bat less more nl zcat tac view batcat grep egrep fgrep rg awk gawk sed strings xxd".split(" "),
);
/** Their first word that is no option is what to look for. */
const SEARCHERS = new Set(["grep", "egrep", "fgrep", "rg", "awk", "gawk", "sed"]);
/** Programs in front of the one that counts. */
const WRAPPERS = new Set(["sudo", "command", "builtin", "exec", "nohup", "time", "{", "!"]);

const SECRET_FILES: readonly RegExp[] = [
  /^\.env(?:rc|\..*)?$/,
  /^.+\.env$/,
  /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zlogin|zshenv)$/,
  /^\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|my\.cnf)$/,
  /^environ$/, // /proc/PID/environ
];
/** Files that hold secrets in this directory only. */
const SECRET_PATHS =
  /(?:^|\/)(?:\.?bellhop\/config\.(?:json|ya?ml)(?:\.(?:good|corrupt).*)?|\.aws\/credentials|\.docker\/config\.json|\.kube\/config)$/;

/** What a command shows, by its words. Nothing is looked up: the file need not exist. */
export function revealedBy(command: string): Reveals {
  const segments = segmentsOf(command);
  const files = segments.flatMap(secretFiles);
  return {
    assignments: files.length > 0 || segments.some(([program = ""]) => DUMPS.has(baseName(program))),
    addresses: files.some((file) => baseName(file) === ".git-credentials"),
  };
}

function secretFiles([program = "", ...words]: readonly string[]): readonly string[] {
  const name = baseName(program);
  if (!READERS.has(name)) return [];
  const files = words.filter((word) => !word.startsWith("-"));
  return (SEARCHERS.has(name) ? files.slice(1) : files).filter(isSecretFile);
}

function isSecretFile(word: string): boolean {
  const path = word
    .replace(/^<+/, "")
    .replace(/^\$\{?(?:HOME|BELLHOP_HOME)\}?(?=\/)/, (name) => (name.includes("BELLHOP") ? "bellhop" : "~"));
  if (path.includes("$")) return false;
  return SECRET_PATHS.test(path) || SECRET_FILES.some((one) => one.test(baseName(path)));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The words of each command between unquoted `|`, `;`, `&` and line ends, without assignments and wrappers in front. */
function segmentsOf(command: string): readonly (readonly string[])[] {
  const segments: string[][] = [];
  let words: string[] = [];
  for (const [token] of command.matchAll(TOKENS)) {
    if (/^[|;&\n()]$/.test(token)) {
      segments.push(words);
      words = [];
    } else words.push(token.replace(/["'\\]/g, ""));
  }
  segments.push(words);
  return segments.map(withoutWrappers).filter((one) => one.length > 0);
}

/** A separator, or a word with its quotes. */
const TOKENS = /[|;&\n()]|(?:"(?:[^"\\]|\\[^])*(?:"|$)|'[^']*(?:'|$)|\\[^]|[^\s|;&()"'\\])+/g;

function withoutWrappers(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !WRAPPERS.has(word) && !/^[A-Za-z_]\w*=/.test(word));
  return at === -1 ? [] : words.slice(at);
}
