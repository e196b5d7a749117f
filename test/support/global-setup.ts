import { execFileSync } from "node:child_process";

/**
 * Builds dist once, before anything is tested: tests start the real programs. Types are not checked here; `npm run check` does.
 */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale", "--no-check"], { stdio: "inherit" });
}
