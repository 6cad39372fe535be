// @vitest-environment node
import { expect, test } from "vitest";
import { changesAt, healthAt, resourcesAt } from "./replay-at.ts";

const at = (minute: number) => new Date(minute * 60_000).toISOString();
const resource = (name: string, ...intervals: [from: number, to: number, health: "healthy" | "unhealthy"][]) => ({
  kind: "check" as const,
  id: name,
  name,
  intervals: intervals.map(([from, to, health]) => ({ from: at(from), to: at(to), health })),
});

test("the health is the health of the last interval that has started, and unknown before the first interval", () => {
  const web = resource("web", [1, 10, "healthy"], [10, 20, "unhealthy"]);
  expect([0, 5, 10, 30].map((minute) => healthAt(web, minute * 60_000))).toEqual([
    "unknown",
    "healthy",
    "unhealthy",
    "unhealthy",
  ]);
});

test("the worst resources come first", () => {
  const resources = [resource("a", [0, 9, "healthy"]), resource("b", [0, 9, "unhealthy"])];
  expect(resourcesAt({ resources }, 60_000).map(({ resource: { name } }) => name)).toEqual(["b", "a"]);
});

test("changes are listed once they have happened, newest first", () => {
  const change = (minute: number) => ({
    id: `${minute}`,
    at: at(minute),
    summary: "",
    config: { id: "c", name: "c", type: "t" },
    severity: null,
  });
  const listed = changesAt({ changes: [change(1), change(8), change(20)] }, 10 * 60_000);
  expect(listed.map(({ change: { id }, isRecent }) => [id, isRecent])).toEqual([
    ["8", true],
    ["1", false],
  ]);
});
