import { expect, test } from "vitest";
import { createEventNames } from "./event-names.ts";

const names = createEventNames([
  {
    name: "health",
    events: [
      { name: "check.failed", title: "Check failed", isProblem: true },
      { name: "check.passed", title: "Check passed", ends: ["check.failed"] },
    ],
  },
  { name: "playbooks", recipients: ["playbook"] },
]);

test.each([
  ["check.failed", true],
  ["check.*", true],
  ["*", true],
  ["check.fail", false],
  ["incident.*", false],
])("whether the pattern %s selects a published event: %s", (pattern, expected) => {
  expect(names.isPublished(pattern)).toBe(expected);
});

test("identifies problems, the problems that a recovery ends, and the supported kinds of recipients", () => {
  expect(names.isProblem("check.failed")).toBe(true);
  expect(names.isProblem("check.passed")).toBe(false);
  expect(names.endedBy("check.passed")).toEqual(["check.failed"]);
  expect(names.endedBy("config.deleted")).toEqual([]);
  expect([names.handles("playbook"), names.handles("pigeon")]).toEqual([true, false]);
});

test("refuses an event that two areas list", () => {
  const area = { name: "again", events: [{ name: "check.failed", title: "Check failed" }] };
  expect(() => createEventNames([area, area])).toThrow("again lists the event check.failed a second time");
});
