import { expect, test } from "vitest";

import { processTableOf } from "../../src/adapters/process-table/choose.ts";
import { runTool } from "../../src/adapters/process-table/run-tool.ts";

test("[TABLE-8] each system has its process table, and one without says so", () => {
  expect(processTableOf("linux").identify(process.pid)?.pid).toBe(process.pid);
  expect(() => processTableOf("aix")).toThrow(/^Bellhop cannot recognise processes on aix\. Run it on Linux/);
});

test("[TABLE-8] a tool speaks English and UTC; one that is missing is no answer", () => {
  expect(runTool("sh", ["-c", "echo $LC_ALL $TZ; exit 3"])).toEqual({ status: 3, output: "C UTC\n" });
  expect(runTool("/no/such/program", [])).toBeNull();
});
