import type { Requirement } from "./requirement.ts";

export const webRequirements: readonly Requirement[] = [
  {
    id: "WEB-1",
    rule: "Nothing is served until it is asked for, and then on the loopback address alone; the next daemon serves it again on the same port, until it is told to stop.",
    source: "design 5.2 (web)",
  },
  {
    id: "WEB-2",
    rule: "The token of the link becomes a cookie that scripts cannot read and other sites cannot have sent; in any other address it counts for nothing.",
    source: "design, How to build: security first",
  },
  {
    id: "WEB-3",
    rule: "A forged Host, another Origin, a request that another site made, and a change without the page's own header are refused, whatever credentials they have.",
    source: "design 8 (an unauthenticated byte from a web page)",
  },
  {
    id: "WEB-4",
    rule: "No path leads out of the page's own files, and every answer forbids inline scripts, framing and sniffing.",
    source: "design, How to build: security first",
  },
  {
    id: "WEB-5",
    rule: "Each address answers what its operation answers, with a status that fits; a wrong one is a sentence.",
    source: "design D6",
  },
  {
    id: "WEB-6",
    rule: "Looking at a process over HTTP takes no event away from its owner.",
    source: "design 8 (a lost event)",
  },
  {
    id: "WEB-7",
    rule: "What changes is pushed: the whole at first, then differences; output byte for byte from any cursor on.",
    source: "design 5.2 (web)",
  },
  {
    id: "WEB-8",
    rule: "A client that never reads, a thousand connections, and a torrent of requests each meet a bound, and everybody else is served.",
    source: "design 8 (an unbounded buffer)",
  },
  {
    id: "WEB-9",
    rule: "The API is described by OpenAPI from the same schemas that check it.",
    source: "design D6",
  },
  {
    id: "WEB-10",
    rule: "/metrics is Prometheus text whose labels cannot break out of their quotes.",
    source: "Prometheus exposition format 0.0.4",
  },
  {
    id: "WEB-11",
    rule: "The time line has every event with when it was queued and taken, is bounded, and takes nothing.",
    source: "design 5.2 (web)",
  },
];
