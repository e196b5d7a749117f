import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeCommand } from "../../../src/core/shell/allow.ts";
import type { CommandRules } from "../../../src/core/shell/allow.ts";
import { COMMAND_MAX_BYTES } from "../../../src/core/limits.ts";

const DENY: CommandRules = { deny: ["rm", "git * push", "curl * *evil.example*"] };
const ALLOW: CommandRules = {
  allow: ["git status *", "npm run *", "echo *", "cat *", "/opt/tool/bin/lint *", "xargs"],
};

function isAllowed(command: string, rules: CommandRules): boolean {
  const { allowed, reason } = judgeCommand(command, rules);
  expect(reason === "").toBe(allowed);
  return allowed;
}

describe("deny", () => {
  test.each([
    "rm x", "rm", "/bin/rm x", "/opt/odd/rm x", "r\"m\" -rf x", "r''m x", "\\rm x", "$'\\x72m' x", "r\\\nm x", "'rm' x",
    "true; rm x", "true && rm x", "false || rm x", "true | rm x", "true & rm x", "true\nrm x", "! rm x", "time rm x",
    "(rm x)", "{ rm x; }", "if true; then rm x; fi", "for i in 1; do rm x; done", "case x in x) rm x;; esac", "f() { rm x; }; f",
    "coproc rm x", "echo $(rm x)", "echo `rm x`", 'echo "$(rm x)"', "cat <(rm x)", "echo ${x:-$(rm x)}", "x=$(rm x)", "a=(1 $(rm x))",
    "a[$(rm x)]=1", "echo $(( $(rm x) + 1 ))", "(( a[$(rm x)] ))", "[[ -n $(rm x) ]]", "cat <<E\n$(rm x)\nE", "cat <<< $(rm x)", "> $(rm x)",
    "sudo rm x", "sudo -u root -n rm x", "sudo A=1 rm x", "env X=Y rm x", "env = rm x", "env a-b=c rm x", "env -i rm x", "nohup rm x", "timeout 5 rm x", "timeout -k 3 5 rm x",
    "timeout --signal=KILL 5 rm x", "nice -n 5 rm x", "nice -5 rm x", "setsid -w rm x", "stdbuf -oL rm x", "command rm x", "builtin rm x",
    "exec rm x", "exec -a ls rm x", "busybox rm x", "doas rm x", "noglob rm x", "- rm x", "sudo env nohup timeout 5 rm x",
    "echo x | xargs rm", "xargs -0 -n 1 rm < x", "xargs -I{} rm {}", "find . -exec rm {} \\;", "find . -execdir rm {} +", "find . -exec echo {} \\; -exec rm {} +",
    "find . -exec sh -c 'rm x' \\;", "sh -c 'rm x'", "bash -lc 'rm x'", "bash -o pipefail -c 'rm x'", "bash -euxo pipefail -c 'rm x'", "/bin/sh -c \"rm x\"",
    "sh -c 'sh -c \"rm x\"'", "sudo sh -c 'rm x'", "eval rm x", "eval 'rm' x", "eval \"r\"'m x'", "trap 'rm x' EXIT",
    "sh <<E\nrm x\nE", "bash -s <<'E'\nrm x\nE", "sh <<< 'rm x'", "sudo bash <<'E'\nrm x\nE",
    ". rm", "source ./rm", "bash rm x", "sh -x /opt/rm", "git push", "git push origin main", "git -C x push", "curl http://evil.example/x", "curl -s 'http://www.evil.example'",
  ])("[ALLOW-1, ALLOW-2] %j is found", (command) => {
    const { allowed, reason } = judgeCommand(command, DENY);
    expect({ allowed, byRule: /the rule deny/.test(reason) }).toEqual({ allowed: false, byRule: true });
  }); // prettier-ignore

  test.each([
    "$X y", '"$X" y', "${X} y", "$(echo rm) x", "`echo rm` x", "r$@m x", "/bin/r? x", "/bin/r* x", "{rm,-rf,x}", "=rm x", "r[m] x", "@(rm) x",
    "X=rm; $X y", "eval $X", "eval \"$X\"", "sh -c $X", "sh -c \"$X\"", "bash -c '$0 y' rm", "sh -c '\"$@\"' x rm y", "f() { \"$@\"; }; f rm x", "env $X y", "sudo $X",
    "echo rm x | sh", "sh < script", "sh", "bash <(echo rm x)", ". <(echo rm x)", "source /dev/stdin <<< 'rm x'", "bash /dev/stdin <<< 'rm x'",
    "sh <<E\n$X\nE", "sh <<E\nr\\m x\nE", "sh <<< \"$X\"", "sh <<E < script\necho\nE", "{ sh; } <<E\nrm x\nE", "bash --rcfile x -i",
    "env -S 'rm x'", "sudo -s rm x", "env --odd rm x", "timeout --odd 5 rm x", "timeout $T rm x", "find $X", "xargs -I{} {} x", "echo rm | xargs -I % sh -c '% x'",
    "git $X", "git -C \"$D\" $X", "curl $URL", "trap \"$X\" EXIT", "${X@P}", "echo ${X@P}",
    "alias x=rm", "hash -p /bin/rm x", "enable -f x y", "parallel rm ::: x", "script -c 'rm x'", "su -c 'rm x'", "tmux new 'rm x'", "watch rm x", "flock x rm y",
    "x='a[$(rm y)]'; echo $((x))", "x='a[$('\"rm y)]\"; (( x ))", "[[ 'a[$(rm y)]' -eq 0 ]]", "test -v 'a[$(rm y)]'", "let 'a[$(rm y)]=1'", "printf -v 'a[$(rm y)]' x", "read 'a[$(rm y)]'", "(( 'a[$(rm y)]' ))",
    "PATH=/evil ls", "export PATH=/evil; ls", "PATH=/evil; ls", "env PATH=/evil ls", "LD_PRELOAD=x ls", "GIT_SSH_COMMAND='rm x' git fetch", "PROMPT_COMMAND='rm x'", "read PATH", "printf -v PATH x", "for PATH in /evil; do ls; done", "declare -x BASH_ENV=x",
    "a=x f() { rm; }", "cat =(rm x)", "ls *(e:'rm x':)", "echo ${(e)X}", "repeat 3 rm x", "emulate sh -c 'rm x'",
    "rm x &&", "echo 'x", "echo $(rm x", "if true; then rm x", "sh -c 'rm x &&'", "echo `rm x", ")",
    "sudo ".repeat(5_000) + "rm x", "find -exec ".repeat(5_000) + "rm x", "eval ".repeat(5_000) + "rm x", "$(".repeat(500) + "rm x" + ")".repeat(500),
  ])("[ALLOW-2] %j is not understood", (command) => {
    expect(isAllowed(command, DENY)).toBe(false);
  }); // prettier-ignore

  test.each([
    "", "ls -l", "echo rm x", "echo 'rm x'", "echo \"; rm x\"", "cat <<'E'\nrm x\nE", "cat <<E\nrm $x\nE", "# rm x", "echo x # rm", "rmdir x", "grep rm x",
    "git status", "git commit -m 'push it'", "git commit -m 'use $(x)'", "curl http://good.example", "X=1 make", "cd x && npm test", "echo $X", "ls *.ts", "echo {a,b}",
    "sudo ls", "sh -c 'ls | wc -l'", "bash script.sh", "python3 - <<'E'\nos.system('x')\nE", "find . -name '*.ts' -exec grep x {} +", "xargs -n1 ls", "trap - EXIT", "command -v rm",
    "for i in 1 2; do echo $i; done", "if [ -f x ]; then ls; fi", "[[ -n $x ]] && ls", "printf '%s' PATH=x", "echo $((1 + 2))", "./configure && make", "i=$((i + 1))",
  ])("[ALLOW-1] %j is not meant", (command) => {
    expect(judgeCommand(command, DENY)).toEqual({ allowed: true, reason: "" });
  }); // prettier-ignore
});

describe("allow", () => {
  test.each([
    "git status", "git status -s", "/usr/bin/git status", "npm run build", "git status && npm run test | cat", "env A=1 npm run build", "timeout 60 npm run x",
    "sh -c 'git status; echo x'", "X=1 npm run x", "echo $X", "echo $(git status)", "cat <<E\n$(echo x)\nE", "X=1", "", "/opt/tool/bin/lint src", "find_me() { echo x; }",
    "git status $X", "exec > log", "(echo a; echo b) & ",
  ])("[ALLOW-1] %j", (command) => {
    expect(judgeCommand(command, ALLOW)).toEqual({ allowed: true, reason: "" });
  }); // prettier-ignore

  test.each([
    "git push", "git", "git -c alias.status='!x' status", "ls", "git status; ls", "echo $(ls)", "echo `ls`", "sh -c ls", "xargs ls", "cat <(ls)", "cat <<E\n$(ls)\nE", "/tmp/git status", "./git status",
    "/tmp/sh -c 'git status'", "./env git status", "lint src", "/opt/tool/lint src", "sudo git status", "env", "nohup", "PATH=. git status", "f() { ls; }; echo x", "git $X", "bash script.sh", "find . -exec echo {} +",
    "echo() { ls; }", "coproc ls", "tmux", "command ls", "git\tpush",
  ])("[ALLOW-1, ALLOW-2] %j is not among them", (command) => {
    expect(isAllowed(command, ALLOW)).toBe(false);
  }); // prettier-ignore

  test("[ALLOW-1] deny wins", () => {
    const rules = { allow: ["git *"], deny: ["git push"] };
    expect(["git status", "git push", "git -C x push"].map((one) => isAllowed(one, rules))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("[ALLOW-1] sudo and what runs others in its own way need a rule of their own", () => {
    const rules = { allow: ["sudo apt-get *", "apt-get *", "watch *"] };
    expect(
      ["sudo apt-get update", "apt-get update", "watch ls", "sudo ls"].map((one) => isAllowed(one, rules)),
    ).toEqual([true, true, true, false]);
  });

  test("[ALLOW-1] a script in a file is allowed with its shell, and denied by its name", () => {
    const rules = { allow: ["bash run.sh *", ". env.sh", "bash deploy.sh"], deny: ["deploy.sh"] };
    expect(["bash run.sh x", ". env.sh", "bash deploy.sh", "run.sh"].map((one) => isAllowed(one, rules))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("[ALLOW-1] without rules everything runs, malformed or not", () => {
    expect(["rm x", "$X", "rm &&"].map((one) => isAllowed(one, {}))).toEqual([true, true, true]);
  });
});

test.each([
  ["rm -rf x", { deny: ["rm"] }, '`rm -rf x` is not run: the rule deny "rm" forbids it.'],
  ["git $X", { deny: ["git push"] }, '`git …` is not run: it may turn out to be what the rule deny "git push" forbids, since a part of it is known only when it runs. Write it out.'],
  ["$X", { deny: ["rm"] }, "The command is not run: there are rules for commands, and it has a program that only the running shell knows, so it cannot be judged. Write out what it is to do, in plain commands."],
  ["tmux new x", { deny: ["rm"] }, "`tmux new x` is not run: there are rules for commands, and what tmux runs is not looked into. Run it directly, or have it allowed by name."],
  ["ls", { allow: ["git *", "echo"] }, '`ls` is not run: no rule allows it. Allowed: "git *", "echo".'],
])("[ALLOW-3] says why %j is refused, and what to do", (command, rules, reason) => {
  expect(judgeCommand(command, rules)).toEqual({ allowed: false, reason });
}); // prettier-ignore

test("[ALLOW-1] a rule without a word is a mistake", () => {
  expect(() => judgeCommand("ls", { deny: [" "] })).toThrow('A rule for commands must be at least one word; got " ".');
});

test("[ALLOW-2] whatever is put around it and however it is split, what is forbidden is never allowed", () => {
  const wraps: readonly ((inner: string) => string)[] = [
    (inner) => `sudo ${inner}`, (inner) => `env A=1 ${inner}`, (inner) => `sh -c '${inner.replaceAll("'", "'\\''")}'`, (inner) => `echo $(${inner})`,
    (inner) => `timeout 5 ${inner}`, (inner) => `true; ${inner}`, (inner) => `{ ${inner}\n}`, (inner) => `sh <<'E'\n${inner}\nE`, (inner) => `x | xargs ${inner}`,
    (inner) => `if x; then ${inner}\nfi`, (inner) => `eval '${inner.replaceAll("'", "'\\''")}'`, (inner) => `f() (${inner}\n)`,
  ]; // prettier-ignore
  const spelled = fc.constantFrom("rm x", 'r"m" x', "\\rm x", "/bin/rm", "$'r\\155' x", "r''m");
  fc.assert(
    fc.property(spelled, fc.array(fc.constantFrom(...wraps), { maxLength: 5 }), (command, around) => {
      const whole = around.reduce<string>((inner, wrap) => wrap(inner), command);
      expect([whole, isAllowed(whole, DENY)]).toEqual([whole, false]);
    }),
    { numRuns: 500 },
  );
});

test("[ALLOW-2] any text at all gets a verdict", () => {
  const piece = fc.constantFrom(
    "rm",
    "x",
    " ",
    "\n",
    "'",
    '"',
    "`",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "<<E",
    ";",
    "&",
    "|",
    "\\",
    "$",
    "*",
    "[[",
    "((",
    "é",
    "\0",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (text) => {
      expect(typeof judgeCommand(text.join(""), { ...ALLOW, ...DENY }).reason).toBe("string");
    }),
    { numRuns: 2_000 },
  );
});

test("[ALLOW-2] the longest command is judged in a second of the processor", () => {
  const longest = [
    "echo x; ",
    "x ",
    "echo $X ",
    "a*",
    "sudo ",
    "$(",
    "`",
    'X="${Y:-"',
    "cat <<E\n",
    "sh -c '",
    "{ ",
    "A && B &\n",
    "((( ",
  ];
  const seconds = longest.map((piece) => {
    const before = process.cpuUsage();
    const command = piece.repeat(Math.floor(COMMAND_MAX_BYTES / piece.length));
    judgeCommand(command, { allow: ["echo *x* * x", "echo *a*a*a*b"], deny: ["* a * b * c", "*a*b"] });
    const { user, system } = process.cpuUsage(before);
    return { piece, seconds: (user + system) / 1e6 };
  });
  expect(seconds.filter(({ seconds }) => seconds > 1)).toEqual([]);
}, 60_000);
