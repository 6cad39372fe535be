import { expect, test } from "vitest";
import { parseTag, printTag, sortTags } from "./tags.ts";

test("WG-61 sorts account, namespace and name first, then alphabetically without regard to case", () => {
  const tags = { zone: "a", Beta: "1", name: "n", alpha: "2", Namespace: "ns", account: "x", beta: "3" };
  expect(sortTags(tags).map(([key]) => key)).toEqual(["account", "Namespace", "name", "alpha", "Beta", "beta", "zone"]);
});

test("splits a tag into key and value", () => {
  expect(printTag("app", "web:1")).toBe("app:web:1");
  expect(["app:web:1", "alone"].map(parseTag)).toEqual([
    { key: "app", value: "web:1" },
    { key: "alone", value: "" },
  ]);
});
