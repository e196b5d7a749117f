/** The benchmarks, in the order in which they run. Each has `run({ quick, root, say })`, which resolves with figures. */
export const BENCHMARKS = {
  capture: () => import("./capture.mjs"),
  start: () => import("./start.mjs"),
  ending: () => import("./ending.mjs"),
  watch: () => import("./watch.mjs"),
  idle: () => import("./idle.mjs"),
  queries: () => import("./queries.mjs"),
  paging: () => import("./paging.mjs"),
  recovery: () => import("./recovery.mjs"),
  redact: () => import("./redact.mjs"),
  cli: () => import("./cli.mjs"),
  kill: () => import("./kill.mjs"),
  terminal: () => import("./terminal.mjs"),
  environments: () => import("./environments.mjs"),
};
