import { systemCode } from "../../core/errors.ts";

/** For whoever loads what needs the SDK of the protocol: it is an optional dependency, and may have been left out. */
export function orMissingSdk(error: unknown): never {
  const isMissing = systemCode(error) === "ERR_MODULE_NOT_FOUND" && String(error).includes("@modelcontextprotocol/");
  if (!isMissing) throw error;
  throw new Error("MCP needs a package that is not installed: npm install @modelcontextprotocol/server@2", {
    cause: error,
  });
}
