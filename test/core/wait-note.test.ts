import { expect, test } from "vitest";

import { shortenedNote, timeoutManyNote, timeoutNote, yieldManyNote, yieldNote } from "../../src/core/wait-note.ts";

test("[WAIT-12] a timeout says that it is no error, what is missing, and what to do instead", () => {
  const up = { seconds: 5, uptimeSeconds: 7, conditions: [], notifyOnComplete: false };
  expect([
    timeoutNote(up),
    timeoutNote({ ...up, conditions: ["port:80", "ready"], notifyOnComplete: true }),
    timeoutManyNote({ seconds: 5, conditions: [], running: 1 }),
    timeoutManyNote({ seconds: 5, conditions: ["ready"], running: 2 }),
    shortenedNote(600, 180),
  ]).toEqual([
    "The wait of 5 s is over and the process is still running, after 7 s. This is not an error. Poll it later, or start the next one with notify_on_complete.",
    "The wait of 5 s is over and the process is still running, after 7 s; not yet: port:80, ready. This is not an error. You will be notified when it ends: do something else instead of waiting again.",
    "The wait of 5 s is over and 1 process is still running. This is not an error. Look at them later, or wait again when there is nothing else to do.",
    "The wait of 5 s is over and 2 processes are still running; not yet: ready. This is not an error. Look at them later, or wait again when there is nothing else to do.",
    "The requested 600 s were shortened to the configured limit of 180 s",
  ]);
});

test("[WAIT-11] a message of the user comes first", () => {
  expect([yieldNote(true), yieldNote(false), yieldManyNote()]).toEqual([
    "The wait was let go because the user has sent a message. The process is still running, and you will be notified when it ends. Respond to the user now, before anything else.",
    "The wait was let go because the user has sent a message. The process is still running. Respond to the user now, before anything else.",
    "The wait was let go because the user has sent a message. What is named in running goes on. Respond to the user now, before anything else.",
  ]);
});
