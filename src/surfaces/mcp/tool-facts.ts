import { isObject } from "../../base/json.ts";
import type { Tool } from "../tools/tool.ts";
import { outputSchemaOf, type Schema } from "./output-schemas.ts";

/** What MCP wants to know of a tool besides what a model reads. */
export interface ToolFacts {
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Schema of the JSON object that it answers with. */
  readonly outputSchema: Schema;
}

const TITLES: Readonly<Record<string, string>> = {
  terminal: "Run a command",
  process_manage: "Look after commands in the background",
};

/** Commands and keys may do anything, twice as much when they come twice, and to the whole world. */
export function factsOf(name: string): ToolFacts {
  return {
    annotations: {
      title: TITLES[name] ?? name,
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    outputSchema: outputSchemaOf(name),
  };
}

/** The tool without what changes anything, or null when nothing is left. */
export function readOnly(tool: Tool): (Tool & { readonly facts: ToolFacts }) | null {
  const looking = LOOKING[tool.name];
  if (looking === undefined) return null;
  const { annotations, outputSchema } = factsOf(tool.name);
  return {
    ...tool,
    description: looking.description,
    inputSchema: narrowed(tool.inputSchema, looking),
    facts: {
      annotations: {
        ...annotations,
        title: looking.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      outputSchema,
    },
    run: async (args, options) => {
      const action = isObject(args) ? args["action"] : undefined;
      if (typeof action === "string" && looking.actions.includes(action)) return tool.run(args, options);
      return JSON.stringify({
        error: `This server only looks: ${tool.name} takes the actions ${looking.actions.join(", ")}. It was started with --read-only.`,
      });
    },
  };
}

/** What is left of a tool when it may only look. */
interface Looking {
  readonly title: string;
  readonly description: string;
  readonly actions: readonly string[];
  /** Arguments that only other actions have. */
  readonly unused: readonly string[];
}

const LOOKING: Readonly<Record<string, Looking>> = {
  process_manage: {
    title: "Look at commands in the background",
    description:
      "Looks at commands that run in the background, and changes nothing. Ended ones stay readable. " +
      "list: yours. poll: status and the end of the output, at once. " +
      "log: the output in pages of lines, the last ones unless offset says otherwise; " +
      "every answer has a cursor, and since=<cursor> gives only what is new. " +
      "wait: blocks until it ends, something of `for` is true, or the timeout is over; a timeout is not an error. " +
      "screen: what a person would see now.",
    actions: ["list", "poll", "log", "wait", "screen"],
    unused: ["data", "keys"],
  },
};

function narrowed(schema: Schema, { actions, unused }: Looking): Schema {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const used = Object.entries(properties).filter(([name]) => !unused.includes(name));
  return { ...schema, properties: { ...Object.fromEntries(used), action: { type: "string", enum: actions } } };
}
