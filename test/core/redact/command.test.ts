import { expect, test } from "vitest";
import { revealedBy } from "../../../src/core/redact/command.ts";
import { timesAsLong } from "../../support/cpu-time.ts";

/** So many times as long as a usual command of that length; quadratic time would be thousands. */
const QUICK = 60;

const SHOWING = [
  "env",
  "printenv HOME",
  "cd x && /usr/bin/env | sort",
  "A=1 sudo env",
  "set",
  "true; export",
  "(declare -p)",
  "cat .env",
  "cat app/.env.production | head",
  "head -n 5 '/srv/my app/prod.env'",
  "grep -i token ~/.bashrc",
  "sed -n 1p $HOME/.zshrc",
  "cat ${HOME}/.profile",
  "cat ~/.config/bellhop/config.json",
  "cat $BELLHOP_HOME/config.yaml.good.1",
  "cat /proc/1/environ",
  "cat ~/.aws/credentials",
];

const OTHERS = [
  "npm run build",
  "echo env",
  "echo 'a; env'",
  'echo "| printenv"',
  "echo a\\;env",
  "environment",
  "grep .env src/index.ts",
  "cat $DIR/.env",
  "cat env.ts",
  "ls .env",
  "cat config.yaml",
  "cat",
  "",
];

test("[REDACT-17] which commands show variables or a file of secrets", () => {
  const shows = (command: string): boolean => revealedBy(command).assignments;
  expect(SHOWING.filter((command) => !shows(command))).toEqual([]);
  expect(OTHERS.filter(shows)).toEqual([]);
  expect(revealedBy("cat ~/.git-credentials")).toEqual({ assignments: true, addresses: true });
});

test("[REDACT-9] a hostile command takes linear time", () => {
  const usual = (): unknown => revealedBy("cat a.txt | grep -v b ".repeat(6_000));
  for (const piece of ["'", '"', "\\", "${", "a", "|", "a=", "$HOME/", '"\\', "a}"])
    expect(timesAsLong(() => revealedBy(piece.repeat(130_000 / piece.length)), usual)).toBeLessThan(QUICK);
});
