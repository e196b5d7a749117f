import type { AgentLine } from "./agent-answer.ts";
import type { LogPiece } from "./mirror-files.ts";

/** What a claim there is called; `dead`: the shim and the command are gone without a receipt. */
export type Claim = "running" | "ended" | "failed" | "dead" | "unclaimed" | "forbidden";

/** What one look says about one process. */
export interface News {
  readonly claim: Claim;
  readonly code: string;
  /** Nothing is added to the log behind what this look has counted. */
  readonly drained: boolean;
  /** `END` or `END.about`: how far the output was read there; null when all of it was stored. */
  readonly lost: string | null;
  /** What the shim has said. */
  readonly receipt: string;
  readonly pieces: readonly LogPiece[];
  /** The end of the log there; 0 when it has not grown. */
  readonly end: number;
}

const CLAIMS: ReadonlySet<string> = new Set<Claim>(["running", "ended", "failed", "dead", "unclaimed", "forbidden"]);

/** The answer to `poll`, by process. */
export function newsOf(lines: readonly AgentLine[]): ReadonlyMap<string, News> {
  const news = new Map<string, News>();
  for (const { words, data } of lines) {
    const [word, id = "", ...rest] = words;
    const known = news.get(id);
    if (word === "state") news.set(id, stateOf(rest));
    else if (known === undefined) continue;
    else if (word === "receipt") news.set(id, { ...known, receipt: data.toString("utf8") });
    else if (word === "segment") news.set(id, { ...known, end: Math.max(known.end, Number(rest[0])) });
    else if (word === "log") {
      const piece = { segment: Number(rest[0]), from: Number(rest[1]), bytes: data };
      news.set(id, { ...known, pieces: [...known.pieces, piece] });
    }
  }
  return news;
}

function stateOf([claim = "", code = "", drained = "", lost = ""]: readonly string[]): News {
  return {
    claim: CLAIMS.has(claim) ? (claim as Claim) : "running",
    code,
    drained: drained === "1",
    lost: /^\d+(?:\.about)?$/.test(lost) && lost !== "0" ? lost : null,
    receipt: "",
    pieces: [],
    end: 0,
  };
}
