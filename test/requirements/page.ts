import type { Requirement } from "./requirement.ts";

export const pageRequirements: readonly Requirement[] = [
  {
    id: "PAGE-1",
    rule: "A command is started on the page, its output is shown as it comes, and its ending with its code.",
    source: "design 5.2 (web)",
  },
  {
    id: "PAGE-2",
    rule: "The output begins near its end; a search finds lines in the whole log and leads to them, and so does the number of a line.",
    source: "design 5.2 (web)",
  },
  {
    id: "PAGE-3",
    rule: "In a terminal process one types, presses keys, and gives it the size of the view, only when asked for.",
    source: "design 5.2 (web)",
  },
  {
    id: "PAGE-4",
    rule: "Nothing ends without a confirmation that lists what will be hit; leaving a view ends nothing.",
    source: "behaviour, requestCloseTerminal",
  },
  {
    id: "PAGE-5",
    rule: "The list is narrowed by state, owner, conversation and text, and shows only rows that can be seen, however many there are.",
    source: "design 5.2 (web)",
  },
  {
    id: "PAGE-6",
    rule: "The time line shows each event, whose it is, and whether it was taken; looking takes none.",
    source: "design 8 (a lost event)",
  },
  { id: "PAGE-7", rule: "Everything can be done with the keyboard alone.", source: "design 5.2 (web)" },
  {
    id: "PAGE-8",
    rule: "When the daemon is killed the page says so, and goes on where it was once a daemon is back: no output twice, none missing.",
    source: "design 8 (nothing is lost whatever crashes)",
  },
  {
    id: "PAGE-9",
    rule: "Output cannot harm: it becomes no markup, reaches no clipboard, opens only web addresses, and its questions to a terminal are not answered a second time.",
    source: "design, How to build: security first",
  },
  {
    id: "PAGE-10",
    rule: "The page is at most 250 KB compressed, has nothing inline, and breaks no rule of its own policy.",
    source: "design 5.2 (web)",
  },
  {
    id: "PAGE-11",
    rule: "What a find over HTTP tells are lines with their numbers over the whole log that is kept, part by part.",
    source: "design 5.2 (web)",
  },
  {
    id: "PAGE-12",
    rule: "A page that is not looked at asks for nothing, and shows all that came meanwhile once it is looked at again.",
    source: "design 5.2 (web)",
  },
];
