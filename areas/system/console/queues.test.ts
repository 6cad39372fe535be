// @vitest-environment node
import { expect, test } from "vitest";
import { splitQueues } from "./queues.ts";

const queue = (name: string, counts: Partial<{ pending: number; active: number; failed: number }> = {}) => ({
  name,
  pending: 0,
  active: 0,
  failed: 0,
  ...counts,
});

test("lists queues with failures first, then by work, and idle queues separately by name", () => {
  const { busy, idle } = splitQueues([
    queue("health.retain"),
    queue("catalog.scrape", { active: 1 }),
    queue("audit.retain"),
    queue("changes.prune", { pending: 5 }),
    queue("mail.send", { failed: 2 }),
    queue("agents.sync", { active: 1 }),
  ]);
  expect(busy.map(({ name }) => name)).toEqual(["mail.send", "changes.prune", "agents.sync", "catalog.scrape"]);
  expect(idle.map(({ name }) => name)).toEqual(["audit.retain", "health.retain"]);
});

test("accepts an empty list", () => {
  expect(splitQueues([])).toEqual({ busy: [], idle: [] });
});
