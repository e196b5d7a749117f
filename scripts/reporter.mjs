/**
 * Prints `N passed, N failed` as the very last line of a run. In CI nothing may be left out: skipped tests fail the run, by name.
 * What held only when it was tried again is named, too: the fault is still there.
 */
export class LastLineReporter {
  #count = { passed: 0, failed: 0, skipped: [], unsteady: [] };

  onInit() {
    // On exit, because others still print when the run is over.
    process.once("exit", () => this.#print());
  }

  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    // A file can fail with no test of it: it does not load, or something was left behind.
    const broken = modules.filter((module) => module.state() === "failed" && !hasFailedTest(module));
    const nameOf = (test) => `${test.module.relativeModuleId}: ${test.fullName}`;
    this.#count = {
      passed: inState("passed").length,
      failed: inState("failed").length + inState("pending").length + broken.length + errors.length,
      skipped: inState("skipped").map(nameOf),
      unsteady: tests
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${nameOf(test)}: ${firstErrorOf(test)}`),
    };
  }

  #print() {
    const { passed, failed, skipped, unsteady } = this.#count;
    if (unsteady.length > 0)
      process.stdout.write(
        `Failed once, and held when tried again; each is a fault to be found:\n  ${unsteady.join("\n  ")}\n`,
      );
    const isForbidden = Boolean(process.env.CI) && skipped.length > 0;
    if (isForbidden) {
      process.exitCode = 1;
      process.stdout.write(
        `In CI no test may be left out; ${skipped.length} did not run:\n  ${skipped.join("\n  ")}\n`,
      );
    }
    const counts = isForbidden ? [passed, failed + skipped.length, 0] : [passed, failed, skipped.length];
    process.stdout.write(`${counts[0]} passed, ${counts[1]} failed${counts[2] > 0 ? `, ${counts[2]} skipped` : ""}\n`);
  }
}

function firstErrorOf(test) {
  return test.result().errors?.[0]?.stack ?? "";
}

function hasFailedTest(module) {
  return [...module.children.allTests()].some((test) => test.result().state === "failed");
}
