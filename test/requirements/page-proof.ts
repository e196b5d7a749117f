import type { Requirement } from "./requirement.ts";

export const pageProofRequirements: readonly Requirement[] = [
  {
    id: "PROOF-1",
    rule: "A list of many processes (a thousand in the long proofs) is painted, scrolled and filtered as smoothly as an empty one, in bounded memory.",
    source: "design 5.2 (web)",
  },
  {
    id: "PROOF-2",
    rule: "A torrent of output (100 MB in the long proofs) is followed, scrolled and searched without a frame over 200 ms, in less than 300 MB.",
    source: "design 5.2 (web)",
  },
  {
    id: "PROOF-5",
    rule: "Markup in output, commands, directories, owners, conversations, program names and events is text: nothing runs, and nothing but our own origin is asked.",
    source: "design, How to build: security first",
  },
  {
    id: "PROOF-6",
    rule: "Control sequences of output reach no clipboard, no title of the page, no other address than one of the web that is clicked, and tell that one nothing.",
    source: "design, How to build: security first",
  },
  {
    id: "PROOF-7",
    rule: "Output is shown in the order of its bytes: nothing in it turns the order of letters, and no length or byte breaks the page.",
    source: "CVE-2021-42574",
  },
  {
    id: "PROOF-8",
    rule: "The tab key reaches everything that a mouse does, and one sees where the focus is.",
    source: "WCAG 2.1.1, 2.4.7",
  },
  {
    id: "PROOF-9",
    rule: "A dialog takes the focus, keeps it, and gives it back to what opened it, however it is left.",
    source: "WCAG 2.4.3",
  },
  {
    id: "PROOF-10",
    rule: "The focus is never lost: when what has it goes away, the content of the page gets it.",
    source: "WCAG 2.4.3",
  },
  {
    id: "PROOF-11",
    rule: "axe finds nothing serious or critical on any page or dialog, light or dark, wide or narrow.",
    source: "WCAG 2.2 AA",
  },
  {
    id: "PROOF-12",
    rule: "Each tab has all of the output once, though daemons are killed and tabs are hidden, frozen, or opened late.",
    source: "design 8 (nothing is lost whatever crashes)",
  },
];
