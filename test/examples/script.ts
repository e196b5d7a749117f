import { expect, vi } from "vitest";

import { isObject, parseJson } from "../../src/base/json.ts";
import { temporaryDirectory } from "../support/temp.ts";

/** What the model does next: it calls tools, or it says something and is content. */
export type Step = { readonly calls: readonly Call[] } | { readonly says: string };

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/**
 * A model that starts a build in the background, sleeps, is told that it failed, and reads why. It gets the last message as
 * the texts that are in it: answers of tools, or what the user says.
 */
export function scriptedModel(): { readonly next: (told: readonly string[]) => Step; readonly isDone: () => boolean } {
  let turn = 0;
  let id = "";
  const steps: readonly ((told: readonly string[]) => Step)[] = [
    (told) => {
      expect(told).toEqual(["Build it."]);
      return {
        calls: [
          call("1", "terminal", { command: "echo building; exit 3", background: true, notify: true }),
          call("2", "process_manage", { action: "poll", session_id: "nonsense" }),
          call("3", "no_such_tool", {}),
        ],
      };
    },
    ([started, missing, unknown]) => {
      id = String(fieldOf(started, "session_id"));
      expect(id).toMatch(/^proc_[0-9a-f]{12}$/);
      expect(fieldOf(missing, "error")).toMatch(/nonsense/);
      expect(unknown).toContain("no_such_tool");
      return { says: "I shall be told." };
    },
    ([news]) => {
      expect(news).toContain(`Background process ${id}`);
      expect(news).toContain("exit code 3");
      return { calls: [call("4", "process_manage", { action: "log", session_id: id })] };
    },
    ([log]) => {
      expect(fieldOf(log, "output")).toContain("building");
      return { says: "The build fails with 3." };
    },
  ];
  return {
    next: (told) => {
      const step = steps[turn++];
      if (!step) throw new Error("The model was asked once more.");
      return step(told);
    },
    isDone: () => turn === steps.length,
  };
}

/** Nobody's login files: they may take their time. */
export function withoutLoginFiles(): () => void {
  vi.stubEnv("HOME", temporaryDirectory());
  return () => vi.unstubAllEnvs();
}

function call(id: string, name: string, input: Record<string, unknown>): Call {
  return { id, name, input };
}

function fieldOf(json: string | undefined, name: string): unknown {
  const object = parseJson(json ?? "");
  return isObject(object) ? object[name] : undefined;
}
