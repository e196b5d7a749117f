import { expect, test } from "vitest";

import { MARK_VARIABLE } from "../../src/core/mark.ts";

test("[START-2] the mark is the variable that others may rely on", () => {
  expect(MARK_VARIABLE).toBe("BELLHOP_PROC_ID");
});
