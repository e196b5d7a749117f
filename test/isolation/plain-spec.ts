import type { ProcessSpec } from "../../src/core/record.ts";

/** A command in a plain shell that nobody is told of. */
export function plainSpec(spec: Pick<ProcessSpec, "command" | "cwd" | "env">): ProcessSpec {
  return {
    ...spec,
    shell: "plain",
    stdin: "null",
    pty: null,
    umask: 0o22,
    logMaxBytes: 1 << 20,
    watchPatterns: [],
    ready: null,
    onExit: "",
    notifyUrl: "",
    notifySecret: "",
  };
}
