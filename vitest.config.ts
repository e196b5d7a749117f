import { defineConfig } from "vitest/config";
import { LastLineReporter } from "./scripts/reporter.mjs";

export default defineConfig({
  test: {
    // A worker is a process: what it leaves behind can be found, and one that dies takes only its file along.
    pool: "forks",
    maxWorkers: 2,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/leaks.ts"],
    reporters: ["default", new LastLineReporter()],
    // Elsewhere a test that fails now and then is to be seen at once. A change that has to land is not held up by one; it is named.
    retry: process.env["CI"] === "true" ? 1 : 0,
    // A machine that is busy with other things is slow; a test that hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
