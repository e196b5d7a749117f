import type { Bellhop } from "../../core/contract.ts";
import type { ToolCaller } from "./tool.ts";

/** What a call of `terminal` works with. */
export interface TerminalMeans {
  readonly bellhop: Bellhop;
  readonly caller: ToolCaller;
}
