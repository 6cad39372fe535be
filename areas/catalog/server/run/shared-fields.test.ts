import { expect, test } from "vitest";
import { withSharedFields } from "./shared-fields.ts";

test("watched kinds that are set next to the entries apply to each entry that does not set its own", () => {
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
