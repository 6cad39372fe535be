// @vitest-environment node
import { expect, test } from "vitest";
import { narrowColumns } from "#console/widgets/table/narrow.ts";
import { insightColumns } from "./insight-columns.tsx";

const shown = (options: Parameters<typeof insightColumns>[0]) =>
  insightColumns(options).flatMap(({ id, isHidden }) => (isHidden ? [] : [id]));

test("the status column is hidden while all rows have the same status", () => {
  expect(shown({ isOfItem: false, hasOneStatus: false })).toContain("status");
  expect(shown({ isOfItem: false, hasOneStatus: true })).not.toContain("status");
});

test("the summary comes before the item", () => {
  const options = { isOfItem: false, hasOneStatus: true };
  expect(shown(options).slice(0, 2)).toEqual(["summary", "config_name"]);
  expect(insightColumns(options).find(({ isName }) => isName)?.id).toBe("summary");
});

test("on a phone, a row shows the finding and its severity first, and the item below", () => {
  for (const [isOfItem, others] of [
    [false, ["config_name", "analysis_type", "first_observed"]],
    [true, ["analysis_type", "first_observed"]],
  ] as const) {
    const columns = narrowColumns(insightColumns({ isOfItem, hasOneStatus: true }).filter(({ isHidden }) => !isHidden));
    expect(columns.map(({ id }) => id)).toEqual(["summary", "severity", ...others]);
    expect(columns.filter(({ narrow }) => narrow === "status").map(({ id }) => id)).toEqual(["severity"]);
  }
});
