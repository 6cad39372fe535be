// @vitest-environment node
import { expect, test } from "vitest";
import { arrangeInsights } from "./arrange-insights.ts";
import { type Grouping, groupings, groupOptions } from "./insight-filters.ts";

const insight = (config_id: string, more: object = {}) => ({
  config_id,
  config_name: "web",
  analysis_type: null,
  analyzer: "lint",
  severity: null,
  ...more,
});
const rows = [
  insight("1", { analysis_type: "technical_debt", severity: "high" }),
  insight("2"),
  insight("1", { analyzer: "audit" }),
];

test.each<[Grouping, string[]]>([
  // Two items with the same name form two groups.
  ["config_name", ["web 2", "web 1"]],
  ["analysis_type", ["Technical Debt 1", "Other 2"]],
  ["analyzer", ["lint 2", "audit 1"]],
  ["severity", ["High 1", "None 2"]],
])("groups insights by %s", (by, groups) =>
  expect(
    arrangeInsights(rows, by).map((line) => (line.type === "group" ? `${line.title} ${line.rows.length}` : "row")),
  ).toEqual(groups),
);

test("keeps the order without groups, and offers all groupings", () => {
  expect(arrangeInsights(rows, "none").map((line) => line.type === "row" && line.row)).toEqual(rows);
  expect(groupOptions.map(({ value }) => value)).toEqual(groupings);
});
