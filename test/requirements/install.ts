import type { Requirement } from "./requirement.ts";

export const installRequirements: readonly Requirement[] = [
  {
    id: "INST-1",
    rule: "A restart, a stop and a crash of the service leave every job alone: the same pid, all of its output, its code.",
    source: "issue 4: bellhop daemon install; systemd.kill(5)",
  },
  {
    id: "INST-2",
    rule: "The unit names Node, the program and the home, whatever characters their paths have.",
    source: "systemd.syntax(7), systemd.service(5)",
  },
  { id: "INST-3", rule: "With --print nothing is written.", source: "design 8" },
  {
    id: "INST-4",
    rule: "With --now another daemon of the home steps down for the service; where there is no manager, it is said what to do.",
    source: "issue 4: bellhop daemon install",
  },
  {
    id: "INST-5",
    rule: "Installing again changes nothing; a file that somebody has changed, or that is for another home, needs --force.",
    source: "design 8",
  },
  {
    id: "INST-6",
    rule: "A command that needs a daemon starts the service where there is one, and else a daemon of its own.",
    source: "design 8",
  },
  {
    id: "INST-7",
    rule: "Doctor says whether the service is installed, what a logout ends, and how far limits hold.",
    source: "issue 4: what doctor says when lingering is off",
  },
  {
    id: "INST-8",
    rule: "launchd gets the same words, and must leave the jobs alone, too.",
    source: "launchd.plist(5)",
  },
  {
    id: "INST-10",
    rule: "No cgroup is made inside that of a unit of systemd, which has not handed it over.",
    source: "systemd: CGROUP_DELEGATION.md",
  },
  {
    id: "INST-9",
    rule: "A command that goes through wsl is told: its pid is that of the launcher.",
    source: "original #120546",
  },
];
