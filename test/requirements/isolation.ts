import type { Requirement } from "./requirement.ts";

export const isolationRequirements: readonly Requirement[] = [
  {
    id: "ISO-1",
    rule: "The whole shim runs in a scope of the user's manager, named after the process.",
    source: "original #70716",
  },
  {
    id: "ISO-2",
    rule: "A scope is collected, counts memory, has a finite limit under the gateway, and never an OOM policy.",
    source: "original #102486",
  },
  { id: "ISO-3", rule: "The exit code passes through a scope.", source: "design 8" },
  { id: "ISO-4", rule: "A restart of the gateway's unit spares what is in a scope.", source: "original #101940" },
  {
    id: "ISO-5",
    rule: "Scopes are used only where a probe with the words of a start ran within 3 s; it needs no more than /bin/sh.",
    source: "original #70716, #105365",
  },
  { id: "ISO-6", rule: "The verdict of the probe holds for 60 s, both ways.", source: "original #104893, #110803" },
  {
    id: "ISO-7",
    rule: "Who asks during a probe waits for its answer.",
    source: "original, seed test of the first probe",
  },
  {
    id: "ISO-8",
    rule: "The way to the user's bus is derived from a directory and a socket that are the user's alone, for each start anew.",
    source: "original #104893",
  },
  {
    id: "ISO-9",
    rule: "A stop ends all that is in the scope; a scope that is not there is clean.",
    source: "original #70716",
  },
  {
    id: "ISO-10",
    rule: "A worker of the gateway gets at most the gateway's own limit, half the memory and 4 GiB; settings only tighten that.",
    source: "original #70716",
  },
  {
    id: "ISO-11",
    rule: "Only the gateway's own process counts as the supervised gateway; variables that a child inherits do not.",
    source: "original #113667",
  },
  { id: "ISO-12", rule: "A limit that does not hold as asked is told at the start.", source: "design 8" },
  {
    id: "ISO-13",
    rule: "A memory limit holds for the tree where there is a controller, else for each process.",
    source: "getrlimit(2)",
  },
  {
    id: "ISO-14",
    rule: "A child of the gateway runs in process, scoped or degraded; where a scope is required and there is none, it is refused.",
    source: "original #101940, #113612",
  },
  { id: "ISO-15", rule: "A degraded start warns once for each program.", source: "original, seed" },
  {
    id: "ISO-16",
    rule: "A bus that has gone replaces the verdict; one in a configured directory has not gone.",
    source: "original #110803",
  },
  {
    id: "ISO-17",
    rule: "Where we may write cgroups, the command gets one of its own; the shim stays outside and writes the receipt.",
    source: "design D5",
  },
  { id: "ISO-18", rule: "A fork beyond the limit fails, for an ordinary user.", source: "getrlimit(2)" },
  {
    id: "ISO-19",
    rule: "What a cgroup counted is told, also when it has gone while it was observed.",
    source: "cgroup-v2.rst",
  },
  {
    id: "ISO-20",
    rule: "Under the gateway every command is isolated; elsewhere only one that asks for limits.",
    source: "original #70716, seed test of the interactive command line",
  },
  { id: "ISO-21", rule: "A command whose limits cannot be set is not started.", source: "design 8" },
  {
    id: "ISO-22",
    rule: "A program that reserves much and uses little starts under its memory limit.",
    source: "getrlimit(2)",
  },
];
