import { expect, test } from "vitest";

import { completionEventId, completionIdOf } from "../../../src/core/notify/event-id.ts";

test("[EVENT-10] ids of completions sort in the order of the endings, and lead back to the process", () => {
  const ids = [999, 1_000, 1_795_984_512_223].map((moment, index) =>
    completionEventId(`proc_00000000000${index}`, moment),
  );
  expect(ids.toReversed().toSorted()).toEqual(ids);
  expect(completionIdOf(ids[2] ?? "")).toEqual(["proc_000000000002"]);
  expect(["", "x", "1-proc_x-completion", "0000000000001-proc_000000000002-heartbeat"].flatMap(completionIdOf)).toEqual(
    [],
  );
});
