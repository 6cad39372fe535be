import { expect, test } from "vitest";
import { withSharedFields } from "./shared-fields.ts";

test("watched kinds next to the entries apply to each entry without its own watched kinds", () => {
  const watch = [{ kind: "Pod" }];
  expect(withSharedFields("kubernetes", { clusterName: "c" }, { watch })).toEqual({ clusterName: "c", watch });
  expect(withSharedFields("kubernetes", { clusterName: "c", watch: [] }, { watch })).toEqual({
    clusterName: "c",
    watch: [],
  });
});

test("entries of other types and values that are not entries are returned unchanged", () => {
  for (const entry of [{ maxInFlight: 3 }, "text", null, [1]])
    expect(withSharedFields("sql", entry, { watch: [] })).toBe(entry);
});
