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
];
