import { expect, test } from "vitest";
import { sessionVariables } from "../../src/core/environment-session.ts";

test("[ENV-9] all that is known of the conversation, what is not as empty; nothing when there is none", () => {
  const watcher = { platform: "p", chatId: "c", userId: "u", userName: "n", threadId: "t", messageId: "m" };
  expect([
    sessionVariables({ sessionKey: "k", parentSessionId: "i", watcher }),
    sessionVariables({ watcher: {} }),
  ]).toEqual([
    { KEY: "k", ID: "i", PLATFORM: "p", CHAT_ID: "c", USER_ID: "u", USER_NAME: "n", THREAD_ID: "t", MESSAGE_ID: "m" },
    undefined,
  ]);
});
