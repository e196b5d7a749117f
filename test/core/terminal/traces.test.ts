import { describe, expect, test } from "vitest";

import { queryFilter } from "../../../src/core/terminal/query-filter.ts";
import { TerminalTraces } from "../../../src/core/terminal/traces.ts";

function after(output: string): TerminalTraces {
  const traces = new TerminalTraces();
  queryFilter((sequence) => traces.note(sequence)).pass(output);
  return traces;
}

describe("what a program leaves behind on a terminal", () => {
  test.each([
    ["nothing", "text", "\r\n"],
    ["the alternate screen", "\u001b[?1049h", "\u001b[?1049l\r"],
    ["the alternate screen among others", "\u001b[?25;1049h", "\u001b[?1049l\r"],
    ["no alternate screen any more", "\u001b[?1049h\u001b[?1049l", "\r\n"],
    ["nothing after a reset", "\u001b[?47h\u001bc", "\r\n"],
    ["keyboards", "\u001b[>1u\u001b[>3u\u001b[<1u", "\u001b[<1u\u001b[=0u\r\n"],
    ["modifiers and the cursor's shape", "\u001b[>4;2m\u001b[3 q", "\u001b[>4m\u001b[0 q\r\n"],
    ["colours", "\u001b]4;1;red\u0007\u001b]12;red\u0007", "\u001b]104\u0007\u001b]112\u0007\r\n"],
  ])("[ATT-5] %s", (_, output, end) => {
    const traces = after(output);
    const always = after("").undo().replace("\u001b7\u001b[r\u001b8", "").replace(/\r\n$/, "");
    const region = traces.alternate ? "\u001b[r" : "\u001b7\u001b[r\u001b8";
    expect(traces.undo()).toBe(region + always + end);
  });

  test("[ATT-5] is put below what was drawn on the first screen", () => {
    const traces = after("text");
    traces.isFirstScreenOurs = true;
    expect(traces.undo().endsWith("\u001b[999;1H\r\n")).toBe(true);
  });

  test("[ATT-5] has no origin of its own any more", () => {
    expect(after("\u001b[?6h").undo().startsWith("\u001b[?6l")).toBe(true);
  });
});
