import type { Requirement } from "./requirement.ts";

export const redactRequirements: readonly Requirement[] = [
  {
    id: "REDACT-1",
    rule: "A token of 18 characters or more keeps its first 6 and last 4; a shorter one shows nothing.",
    source: "behaviour 8.2",
  },
  {
    id: "REDACT-2",
    rule: "Every known key prefix with its least body is masked, and one character less is left.",
    source: "behaviour 8.4",
  },
  {
    id: "REDACT-3",
    rule: "A key is masked only where it stands alone: names of source code that begin like one are left.",
    source: "behaviour 8.3, pass 2",
  },
  {
    id: "REDACT-4",
    rule: "Credentials of authorization headers and secret headers are masked in full; the scheme is kept.",
    source: "behaviour 8.3, passes 5 and 6",
  },
  {
    id: "REDACT-5",
    rule: "Passwords of database addresses are masked; templates and web addresses are left.",
    source: "behaviour 8.3, passes 9 and 12",
  },
  {
    id: "REDACT-6",
    rule: "Private key blocks are masked, also where their end was cut off.",
    source: "behaviour 8.3, pass 8; case B107",
  },
  {
    id: "REDACT-7",
    rule: "Zhipu keys, Telegram tokens and JSON web tokens are masked.",
    source: "behaviour 8.3, passes 3, 7 and 11",
  },
  { id: "REDACT-8", rule: "Redacting twice changes nothing more.", source: "design 8" },
  { id: "REDACT-9", rule: "Redaction takes linear time on any text, and never throws.", source: "design 8" },
  { id: "REDACT-10", rule: "Ordinary build output passes unchanged.", source: "behaviour 8.3" },
  { id: "REDACT-11", rule: "A command is redacted as a copy.", source: "original #57735, #77484" },
  {
    id: "REDACT-12",
    rule: "A text that is one line of a form shows no value of a sensitive name.",
    source: "behaviour 8.3, pass 13",
  },
  {
    id: "REDACT-13",
    rule: "A key is found through escape codes, control characters and a line end inside of it.",
    source: "behaviour 8.3, pass 1",
  },
  {
    id: "REDACT-14",
    rule: "A key that a line end at the terminal's width breaks is found as a whole.",
    source: "design 8",
  },
  {
    id: "REDACT-15",
    rule: "Assignments and fields of secret names are masked where the text is no source code; a weak name needs a value that looks drawn.",
    source: "behaviour 8.5",
  },
  {
    id: "REDACT-16",
    rule: "Values of secret variables of a process are masked in all that is told of it.",
    source: "design 8; field notes C 5",
  },
  {
    id: "REDACT-17",
    rule: "The command decides whether an output is that of an environment or of a file of secrets.",
    source: "behaviour 8.6",
  },
  {
    id: "REDACT-18",
    rule: "On the labelled corpus at least 97 in 100 secrets are found, and 99 in 100 alarms are true.",
    source: "design 8",
  },
  {
    id: "REDACT-19",
    rule: "Phone numbers keep two or four characters at both ends.",
    source: "behaviour 8.3, pass 14",
  },
  {
    id: "REDACT-20",
    rule: "In the text of a file, masks are no texts that look like a key.",
    source: "behaviour 8.2",
  },
  {
    id: "REDACT-21",
    rule: "Credentials of web addresses are masked only where it is asked for.",
    source: "behaviour 8.3, pass 12",
  },
  {
    id: "REDACT-22",
    rule: "Up to 64 values that the user named are masked, longest first, also where redaction is off.",
    source: "behaviour 8.1",
  },
  {
    id: "REDACT-23",
    rule: "The host's transform sees an output first, and what it gives is redacted.",
    source: "original #70760",
  },
  {
    id: "REDACT-24",
    rule: "A secret in an output, a command, a variable, a name or a pattern is raw in the log and in spec.json alone (both 0600), and leaves by no operation, tool, event, callback, record or log of ours.",
    source: "design 8; original #43025, #77484",
  },
  {
    id: "REDACT-25",
    rule: "A secret of which a part was told before is not told in full by the next part: pages, cursors, followers, heartbeats and matches see what stands in front.",
    source: "design 8; case B107",
  },
  {
    id: "REDACT-26",
    rule: "What lies in a record, and what a failed start says, is masked also where redaction is off.",
    source: "behaviour 3 and 10.4; original #77474",
  },
  {
    id: "REDACT-27",
    rule: "Values that are known word for word are found through escape codes and the line ends of a terminal's width.",
    source: "design 8",
  },
];
