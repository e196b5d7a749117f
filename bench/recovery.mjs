import { atMost, figure } from "./support/figures.mjs";
import { startHelper } from "./support/helper.mjs";
import { emptyHome, LIFETIME_SECONDS, newHome } from "./support/homes.mjs";
import { interleaved, median } from "./support/statistics.mjs";

/** Opening the home of 1,000 running processes whose owner was killed. */
export async function run({ quick, root, say }) {
  const count = quick ? 100 : 1000;
  const home = newHome(root);
  try {
    say(`${count} processes`);
    await withOwner(home, async (owner) => {
      await owner.ask("open");
      await owner.ask("startMany", { count, command: `sleep ${LIFETIME_SECONDS}` });
    });
    say("opening");
    return figuresOf(count, await measure(home, count, quick ? 2 : 7));
  } finally {
    await emptyHome(home);
  }
}

function figuresOf(count, { ours, plain }) {
  const what = `open over ${count.toLocaleString("en-US")} running processes after kill -9`;
  const rest = { baseline: median(plain), against: "reading the records" };
  return [figure({ what, unit: "ms", ours: median(ours), target: atMost(1000, "ms"), ...rest })];
}

function measure(home, count, rounds) {
  const variants = {
    ours: () =>
      withOwner(home, async (owner) => {
        const openMs = await owner.ask("open");
        const running = await owner.ask("running");
        if (running !== count) throw new Error(`${count} processes run, and ${running} were recovered.`);
        return openMs;
      }),
    plain: () => withOwner(home, (owner) => owner.ask("readRecords")),
  };
  return interleaved(variants, { rounds });
}

/** Each owner is a fresh program, as after a crash, and ends by SIGKILL. */
async function withOwner(home, action) {
  const owner = startHelper(new URL("programs/owner.mjs", import.meta.url), [home]);
  try {
    return await action(owner);
  } finally {
    await owner.kill();
  }
}
