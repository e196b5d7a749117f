// Runs one benchmark in a program of its own, so that none inherits the memory or the children of another.
import { BENCHMARKS } from "../benchmarks.mjs";
import { serve } from "../support/helper.mjs";

const say = (what) => process.stderr.write(`  ${what}\n`);

serve({
  run: async ({ name, quick, root }) => {
    const benchmark = await BENCHMARKS[name]();
    return benchmark.run({ quick, root, say });
  },
});
