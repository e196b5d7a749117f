import type { Requirement } from "./requirement.ts";

export const screenRequirements: readonly Requirement[] = [
  {
    id: "SCREEN-1",
    rule: "The screen of a process is what a person would see: rows, cursor, title, alternate screen.",
    source: "design D3, field notes C 2",
  },
  { id: "SCREEN-2", rule: "Another emulator makes the same of the same bytes.", source: "design D3" },
  {
    id: "SCREEN-3",
    rule: "A screen costs nothing until it is asked for, and then only what is new.",
    source: "design D3",
  },
  {
    id: "SCREEN-4",
    rule: "A process without a terminal has a screen, too: 30 by 120, and a newline begins a line.",
    source: "design D3, original (30 by 120)",
  },
  {
    id: "SCREEN-5",
    rule: "Of a long log only the end is carried out, behind what puts the terminal into the state that it had there.",
    source: "design D3",
  },
  { id: "SCREEN-6", rule: "Bytes that were dropped or lost leave no debris.", source: "design 5, design D3" },
  { id: "SCREEN-7", rule: "The screen has the size of the terminal, also after a resize.", source: "design D3" },
  {
    id: "SCREEN-8",
    rule: "A few emulators are kept, the least recently used one goes, and any goes after a minute.",
    source: "design 8",
  },
  {
    id: "SCREEN-9",
    rule: "Secrets are masked also where the width of the terminal or a program splits them, and nothing moves.",
    source: "design 7",
  },
  {
    id: "SCREEN-10",
    rule: "The place of the cursor is known at the byte where a program asks for it.",
    source: "design D3",
  },
  { id: "SCREEN-11", rule: "Rows that left the screen can be asked for, up to 1,000.", source: "design D3" },
  {
    id: "SCREEN-12",
    rule: "Output cut anywhere, and output that never ends, leaves no debris, and takes neither memory nor time without bound.",
    source: "design 8",
  },
  {
    id: "SCREEN-13",
    rule: "`screen` prints the rows and nothing that acts on the terminal of its reader.",
    source: "design 7",
  },
  {
    id: "SCREEN-14",
    rule: "Where the emulator is not installed, the error says how to install it.",
    source: "design D3",
  },
];
