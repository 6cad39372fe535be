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

test("fills in missing retention fields of the scraper from plugins, and the first plugin takes precedence", () => {
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

test("keeps the retention rules of the scraper", () => {
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

test("ignores stored retention values that are not valid rules", () => {
  for (const own of [null, 5, "keep", { changes: "none", types: [null, 5] }])
    expect(retentionWith(own, plugins)).toMatchObject({ staleAnalysisAge: "1d" });
});
