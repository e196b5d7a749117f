import { expect, test } from "vitest";

import { isWslLauncher } from "../../src/core/wsl.ts";

test.each([
  ["wsl -e make", true],
  ["wsl.exe --cd ~ ls", true],
  ["  WSL.EXE", true],
  ["/mnt/c/Windows/System32/wsl.exe -d Debian", true],
  [String.raw`C:\Windows\System32\wsl.exe -e sh`, true],
  [String.raw`"C:\Program Files\WSL\wsl.exe" -e sh`, true],
  ["'/mnt/c/Program Files/WSL/wsl.exe' -e sh", true],
  [String.raw`/mnt/c/Program\ Files/WSL/wsl.exe -e sh`, true],
  [`"wsl" 'unfinished`, true],
  ["wslpath -w /tmp", false],
  ["echo wsl", false],
  ["./wsl.sh", false],
  ["", false],
  ["   ", false],
])("[INST-9] %s: %s", (command, expected) => {
  expect(isWslLauncher(command)).toBe(expected);
});
