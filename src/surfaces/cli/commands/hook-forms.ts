/** Writes a text for the model as the agent reads it from its hook. */
export type Form = (text: string) => string;

/** How the hooks of an agent can tell its model something, by the name of the hook. */
interface Agent {
  /** The text is added to what the model reads. */
  readonly adds: readonly string[];
  /** The turn was about to end: it goes on with the text. */
  readonly goesOn: readonly string[];
  readonly add: (hook: string) => Form;
  readonly goOn: Form;
}

const json = (value: object): string => JSON.stringify(value);

const inSpecificOutput =
  (hook: string): Form =>
  (text) =>
    json({ hookSpecificOutput: { hookEventName: hook, additionalContext: text } });

const AGENTS: Readonly<Record<string, Agent>> = {
  "claude-code": {
    adds: ["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"],
    goesOn: ["Stop"],
    add: inSpecificOutput,
    goOn: (reason) => json({ decision: "block", reason }),
  },
  codex: {
    adds: ["SessionStart", "UserPromptSubmit", "PostToolUse"],
    goesOn: ["Stop"],
    add: inSpecificOutput,
    goOn: (reason) => json({ decision: "block", reason }),
  },
  "gemini-cli": {
    adds: ["SessionStart", "BeforeAgent", "AfterTool"],
    goesOn: ["AfterAgent"],
    add: inSpecificOutput,
    goOn: (reason) => json({ decision: "deny", reason }),
  },
  cursor: {
    adds: ["sessionStart", "postToolUse"],
    goesOn: ["stop"],
    add: () => (text) => json({ additional_context: text }),
    goOn: (text) => json({ followup_message: text }),
  },
};

/**
 * The form for what the agent has said on our standard input; undefined when this hook can tell its model nothing, so that no
 * event may be taken. Hooks of a subagent get none either: its main agent waits for them.
 */
export function answerFor(agent: string, said: Readonly<Record<string, unknown>>): Form | undefined {
  if (agent === "text") return (text) => text;
  const known = AGENTS[agent];
  const hook = said["hook_event_name"];
  if (!known || typeof hook !== "string" || said["agent_id"] !== undefined) return undefined;
  if (known.goesOn.includes(hook)) return known.goOn;
  return known.adds.includes(hook) ? known.add(hook) : undefined;
}
