// @vitest-environment node
import { expect, test } from "vitest";
import { narrowColumns } from "#console/widgets/table/narrow.ts";
import { insightColumns } from "./insight-columns.tsx";

const shown = (options: Parameters<typeof insightColumns>[0]) =>
  insightColumns(options).flatMap(({ id, isHidden }) => (isHidden ? [] : [id]));

test("the status column is hidden while all rows have the same status", () => {
  const options = { isOfItem: false, isNarrow: false };
  expect(shown({ ...options, hasOneStatus: false })).toContain("status");
  expect(shown({ ...options, hasOneStatus: true })).not.toContain("status");
});

test("on a phone, a row shows the finding and its severity first, and the item below", () => {
  for (const [isOfItem, others] of [
    [false, ["config_name", "analysis_type", "first_observed"]],
    [true, ["analysis_type", "first_observed"]],
  ] as const) {
    const columns = narrowColumns(
      insightColumns({ isOfItem, hasOneStatus: true, isNarrow: true }).filter(({ isHidden }) => !isHidden),
    );
    expect(columns.map(({ id }) => id)).toEqual(["summary", "severity", ...others]);
    expect(columns.filter(({ narrow }) => narrow === "status").map(({ id }) => id)).toEqual(["severity"]);
  }
});
