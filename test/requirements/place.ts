import type { Requirement } from "./requirement.ts";

export const placeRequirements: readonly Requirement[] = [
  {
    id: "PLACE-1",
    rule: "The same place has the same name, however it was written, and that name means the same place again.",
    source: "design 5.2; issue 7: found again after our own restart",
  },
  {
    id: "PLACE-2",
    rule: "What is no name of an environment is refused in one sentence that says what it must be.",
    source: "STYLE.md: errors are sentences",
  },
  {
    id: "PLACE-3",
    rule: "A name holds no secret, and the sentence that refuses one does not repeat it.",
    source: "design 8",
  },
  {
    id: "PLACE-4",
    rule: "Nothing of a name becomes an option of another program.",
    source: "design 3, invariant 2 of ARCHITECTURE.md",
  },
  {
    id: "PLACE-5",
    rule: "Each preset runs its program with exactly the words that its manual asks for.",
    source: "issue 7: a named preset with tested argv",
  },
  {
    id: "PLACE-6",
    rule: "A program that becomes the command there gets none of our variables but a few that are harmless.",
    source: "design 8: no secret leaves; behaviour 6",
  },
  {
    id: "PLACE-7",
    rule: "An environment behind a program of this host keeps the contract of environments.",
    source: "behaviour 7.1",
  },
  {
    id: "PLACE-8",
    rule: "What stops a command from being run is told apart by what was said, and no exit code is made up.",
    source: "issue 7: one failed call is not lost; design 8",
  },
  {
    id: "PLACE-9",
    rule: "Sandboxes of services keep the contract of environments, but for the abilities that they lack by name.",
    source: "behaviour 7.3, issue 7",
  },
  {
    id: "PLACE-10",
    rule: "A time limit and an interrupt end what the command has started there, not only the client here.",
    source: "case B93, case B95",
  },
  {
    id: "PLACE-11",
    rule: "It can be asked which kinds of environment are usable here, and what the others need.",
    source: "issue 7: doctor",
  },
  {
    id: "PLACE-12",
    rule: "Nothing of an adapter is loaded before a place of its kind is opened.",
    source: "design 4: index pulls nothing optional",
  },
  {
    id: "PLACE-13",
    rule: "What another program prints is kept up to a limit, and the answer says what was dropped.",
    source: "design 8: no unbounded buffer",
  },
];
