import { expect, test } from "vitest";
import { retentionWith } from "./retention.ts";

const plugins = [
  { retention: { staleItemAge: "2d", changes: [{ name: "diff", age: "30d" }] } },
  { retention: undefined },
  {
    retention: {
      staleItemAge: "3d",
      staleAnalysisAge: "1d",
      changes: [{ name: "Pulled", count: 5 }],
      type: [{ name: "Pod", deletedAge: "1d" }],
    },
  },
];

test("plugins say what a scraper does not, the first of them first", () => {
  expect(retentionWith(undefined, plugins)).toEqual({
    staleItemAge: "2d",
    staleAnalysisAge: "1d",
    changes: [
      { name: "diff", age: "30d" },
      { name: "Pulled", count: 5 },
    ],
    types: [{ name: "Pod", deletedAge: "1d" }],
    type: [],
  });
});

test("what a scraper has a rule of is its own business", () => {
  const own = {
    staleItemAge: "keep",
    changes: [{ name: "diff", age: "90d" }],
    type: [{ name: "Pod", createdAge: "9d" }],
  };
  expect(retentionWith(own, plugins)).toMatchObject({
    staleItemAge: "keep",
    staleAnalysisAge: "1d",
    changes: [
      { name: "diff", age: "90d" },
      { name: "Pulled", count: 5 },
    ],
    types: [{ name: "Pod", createdAge: "9d" }],
    type: [],
  });
  expect(retentionWith(own, [])).toBe(own);
});

test("whatever is stored in place of rules is borne", () => {
  for (const own of [null, 5, "keep", { changes: "none", types: [null, 5] }])
    expect(retentionWith(own, plugins)).toMatchObject({ staleAnalysisAge: "1d" });
});
