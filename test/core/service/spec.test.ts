import { expect, test } from "vitest";

import { serviceTail, serviceWords } from "../../../src/core/service/spec.ts";

test("[INST-2] what is run names the home, and never leaves for want of work", () => {
  const spec = { node: "/n", nodeOptions: ["--o"], program: "/p.js", home: "/h", env: {} };
  expect([serviceWords(spec), serviceTail("/p.js", "/h")]).toEqual([
    ["/n", "--o", "/p.js", "--home", "/h", "--idle-seconds", "0"],
    ["/p.js", "--home", "/h", "--idle-seconds", "0"],
  ]);
});
