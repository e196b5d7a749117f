import { DRAIN_QUIET_MS, START_DEADLINE_MS } from "../../core/limits.ts";
import { appendPiece, drainFiles, endOfFiles, hasReceipt, noteLoss, publishReceipt } from "./mirror-files.ts";
import type { News } from "./mirror-news.ts";

/** What a look has come to. */
export type Progress =
  /** More bytes lie there. */
  | "backlog"
  /** Something has changed, or soon will. */
  | "news"
  | "quiet"
  /** All of it is here. */
  | "over"
  /** Nobody has claimed its start for long: whoever was to start it has died. */
  | "unclaimed"
  /** Nothing more will come, and how it ended cannot be known. */
  | "gone";

/** What is remembered of one process between two looks. None of it is needed after a restart. */
export interface Memory {
  /** When a look first brought no news, or the claim was missing; null while that is not so. */
  quietSinceMs: number | null;
  unclaimedSinceMs: number | null;
}

export interface Moment {
  readonly memory: Memory;
  readonly nowMs: number;
}

/** Brings the directory here to what the look has said. The receipt comes only after the whole output, or what a leftover lets come. */
export function settle(directory: string, news: News, { memory, nowMs }: Moment): Progress {
  for (const piece of news.pieces) appendPiece(directory, piece);
  if (endOfFiles(directory) < news.end) return "backlog";
  if (news.lost !== null) noteLoss(directory, news.lost);
  const hasNews = news.pieces.length > 0;
  memory.quietSinceMs = hasNews ? null : (memory.quietSinceMs ?? nowMs);
  memory.unclaimedSinceMs = news.claim === "unclaimed" ? (memory.unclaimedSinceMs ?? nowMs) : null;
  const isQuiet = nowMs - (memory.quietSinceMs ?? nowMs) >= DRAIN_QUIET_MS;
  switch (news.claim) {
    case "running":
      return hasNews ? "news" : "quiet";
    case "ended":
    case "failed":
      return settleEnd(directory, news, { isQuiet, hasNews });
    case "dead":
      if (!news.drained && !isQuiet) return "news";
      if (news.drained) drainFiles(directory);
      return "gone";
    case "forbidden":
      return "gone";
    case "unclaimed":
      return nowMs - (memory.unclaimedSinceMs ?? nowMs) < START_DEADLINE_MS ? "quiet" : "unclaimed";
  }
}

interface Flow {
  readonly isQuiet: boolean;
  readonly hasNews: boolean;
}

/** A leftover that holds the output open delays the receipt only while it prints, and is copied on behind it. */
function settleEnd(directory: string, news: News, { isQuiet, hasNews }: Flow): Progress {
  const isAll = news.drained || news.claim === "failed";
  if (isAll) drainFiles(directory);
  if (isAll || isQuiet)
    publishReceipt(directory, news.claim === "failed" ? "failed" : `ended.${news.code}`, news.receipt);
  if (isAll) return "over";
  return hasNews || !hasReceipt(directory) ? "news" : "quiet";
}
