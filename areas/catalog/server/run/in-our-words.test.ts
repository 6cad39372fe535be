import { expect, test } from "vitest";
import { inOurWords } from "./in-our-words.ts";

test("kinds that are watched, written beside the entries, belong to each entry that names none", () => {
  const watch = [{ kind: "Pod" }];
  expect(inOurWords("kubernetes", { clusterName: "c" }, { watch })).toEqual({ clusterName: "c", watch });
  expect(inOurWords("kubernetes", { clusterName: "c", watch: [] }, { watch })).toEqual({ clusterName: "c", watch: [] });
});

test("entries of other types, and values that are no entry, stay as they are", () => {
  for (const entry of [{ maxInFlight: 3 }, "text", null, [1]])
    expect(inOurWords("sql", entry, { watch: [] })).toBe(entry);
});
