import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import { decide, type Decision, type Facts } from "./decide.ts";

const now = Date.parse("2026-11-17T12:00:00Z");
const plain: Facts = { now, sentInWindow: 0, maxMessages: 50, windowMs: 4 * HOUR, isRecovery: false };

const silence = { id: "s" };
const inhibitor = { id: "i" };
const parent = { checkId: "c", messageId: "m" };
const groupMessage = { id: "g" };
const lastSent = { id: "l", at: now - 10 * MINUTE };
const everything: Partial<Facts> = {
  repeatIntervalMs: HOUR,
  lastSent,
  silence,
  inhibitor,
  parent,
  groupMessage,
  waitForMs: 5 * MINUTE,
  sentInWindow: 50,
  quietUntil: now + HOUR,
};
const without = (...names: (keyof Facts)[]): Partial<Facts> =>
  Object.fromEntries(Object.entries(everything).filter(([name]) => !names.includes(name as keyof Facts)));

test.each<[string, Partial<Facts>, Partial<Decision>]>([
  ["a message without constraints is sent", {}, { status: "sending" }],
  ["the repeat interval comes first", everything, { status: "repeat-interval", parentId: "l" }],
  ["an older message does not block", { repeatIntervalMs: 10 * MINUTE, lastSent }, { status: "sending" }],
  ["without an interval messages repeat", { lastSent }, { status: "sending" }],
  ["a silence comes second", without("lastSent"), { status: "silenced", silencedBy: "s" }],
  ["an inhibition comes third", without("lastSent", "silence"), { status: "inhibited", parentId: "i" }],
  [
    "a dependency holds the message",
    without("lastSent", "silence", "inhibitor"),
    { status: "pending", waiting: "dependency", heldBy: "c", parentId: "m" },
  ],
  [
    "a dependency that has not run yet holds the message until then",
    { parent: { checkId: "c", runsUntil: now + MINUTE } },
    { status: "pending", waiting: "dependency", heldBy: "c", notBefore: now + MINUTE },
  ],
  [
    "a message is held once for a dependency that does not fail",
    { parent: { checkId: "c", runsUntil: now + MINUTE }, after: "dependency" },
    { status: "sending" },
  ],
  ["a group has one message", { groupMessage, waitForMs: MINUTE }, { status: "grouped", parentId: "g" }],
  [
    "waiting comes before the limit",
    { waitForMs: 5 * MINUTE, sentInWindow: 50 },
    { status: "pending", waiting: "wait-for", notBefore: now + 5 * MINUTE },
  ],
  ["a message waits once", { waitForMs: 5 * MINUTE, after: "wait-for" }, { status: "sending" }],
  ["a message that was held does not wait", { waitForMs: 5 * MINUTE, after: "dependency" }, { status: "sending" }],
  ["a silence that began while it waited applies", { silence, after: "wait-for" }, { status: "silenced" }],
  ["over the limit", { sentInWindow: 50 }, { status: "digested" }],
  ["below the limit", { sentInWindow: 49 }, { status: "sending" }],
  ["in quiet hours", { quietUntil: now + HOUR }, { status: "pending", waiting: "quiet-hours", notBefore: now + HOUR }],
  [
    "after quiet hours the limit does not apply again",
    { sentInWindow: 50, after: "quiet-hours" },
    { status: "sending" },
  ],
  ["a recovery passes all constraints", { ...without("quietUntil"), isRecovery: true }, { status: "sending" }],
  [
    "a recovery waits in quiet hours",
    { ...everything, isRecovery: true },
    { status: "pending", waiting: "quiet-hours" },
  ],
  [
    "the end of a suppressed problem is skipped",
    { suppressedProblem: { id: "p", status: "inhibited" } },
    { status: "skipped", parentId: "p" },
  ],
])("%s", (_, facts, expected) => {
  expect(decide({ ...plain, ...facts })).toMatchObject(expected);
});

test("the decision trail has one sentence for each constraint, up to the constraint that decided", () => {
  expect(decide({ ...plain, repeatIntervalMs: HOUR, silence }).steps).toEqual([
    {
      at: "2026-11-17T12:00:00.000Z",
      step: "repeat-interval",
      result: "passed",
      text: "No message was sent within the last 1h.",
    },
    {
      at: "2026-11-17T12:00:00.000Z",
      step: "silence",
      result: "blocked",
      text: "A silence covers the resource.",
      id: "s",
    },
  ]);
});
