import { expect, test } from "vitest";
import { startHint, terminalRefusal } from "../../../src/core/shell/hints.ts";

const SILENT = /^Nothing will tell you when this process ends/;
const POLLER = /^This looks like a home-made loop/;

test.each([
  [false, false, true],
  [true, false, false],
  [false, true, false],
  [true, true, false],
])("[HINT-1] notifies %j, watches %j: says that nothing will be told: %j", (notifies, watches, says) => {
  expect(SILENT.test(startHint({ command: "make", notifies, watches }))).toBe(says);
});

test.each([
  ["gh pr view 5 --json statusCheckRollup", true],
  ["while true; do gh pr view 5 --json statusCheckRollup | jq -r '.x'; sleep 30; done", true],
  ["gh api graphql -f query='{ statusCheckRollup { state } }'", true],
  ["until gh pr checks 5 | jq -e '.'; do sleep 30; done", true],
  ["gh pr checks 5 --json state --jq '.[].state'", true],
  ["gh -R a/b pr view 5 --json state -q .state", true],
  ['S=$(gh pr view 5 --json state | jq -r .state); echo "$S"', true],
  ["bash -c 'gh pr checks 5 | jq .'", true],
  ["until gh pr checks 5 | awk '/pending/ {exit 1}'; do sleep 30; done", false],
  ["until gh pr checks 5; do sleep 30; done", false],
  ["gh pr checks 5 --watch --fail-fast; echo $?", false],
  ["gh pr view 5", false],
  ["jq . package.json", false],
  ["gh issue view 5 --json title --jq .title", false],
  ["grep -r statusCheckRollup src", false],
  ["echo 'gh pr checks 5 | jq .'", false],
  ["cat > poll.sh <<'E'\ngh pr checks 5 | jq .\nE", false],
])("[HINT-2] %j looks like a poller: %j", (command, is) => {
  expect(POLLER.test(startHint({ command, notifies: true, watches: false }))).toBe(is);
});

test("[HINT-1, HINT-2] both are told, with a blank line between them", () => {
  const [first = "", second = "", ...more] = startHint({
    command: "gh pr checks 5 | jq .",
    notifies: false,
    watches: false,
  }).split("\n\n");
  expect([SILENT.test(first), POLLER.test(second), more]).toEqual([true, true, []]);
});

test.each([
  ["gh auth login --with-token", true],
  ["gh auth login --hostname github.com --with-token < token", true],
  ["echo $T | gh auth login --with-token", true],
  ["cat t | sudo -u x gh auth login -h github.com --with-token", true],
  ["gh auth login", false],
  ["gh auth login --web", false],
  ["gh auth status --with-token", false],
  ["echo 'gh auth login --with-token'", false],
  ["python3 -i", false],
])("[HINT-3] %j gets no terminal: %j", (command, refused) => {
  expect(terminalRefusal(command).startsWith("No terminal was made: ")).toBe(refused);
});
