import type { EventRoute } from "./notify/event.ts";

/** What a job may know about the conversation that it was started from. */
export interface Conversation {
  readonly sessionKey?: string;
  readonly parentSessionId?: string;
  readonly watcher?: Partial<EventRoute>;
}

/** The variables of a conversation by the rest of their names, or undefined when the job was started from none (behaviour 6.3 and 10.4). */
export function sessionVariables(conversation: Conversation): Readonly<Record<string, string>> | undefined {
  const { sessionKey = "", parentSessionId = "", watcher = {} } = conversation;
  const variables = {
    KEY: sessionKey,
    ID: parentSessionId,
    PLATFORM: watcher.platform ?? "",
    CHAT_ID: watcher.chatId ?? "",
    USER_ID: watcher.userId ?? "",
    USER_NAME: watcher.userName ?? "",
    THREAD_ID: watcher.threadId ?? "",
    MESSAGE_ID: watcher.messageId ?? "",
  };
  return Object.values(variables).every((value) => value === "") ? undefined : variables;
}
