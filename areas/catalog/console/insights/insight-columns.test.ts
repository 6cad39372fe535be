// @vitest-environment node
import { expect, test } from "vitest";
import { insightColumns } from "./insight-columns.tsx";

const shown = (options: Parameters<typeof insightColumns>[0]) =>
  insightColumns(options).flatMap(({ id, isHidden }) => (isHidden ? [] : [id]));

test("the status column is hidden while all rows have the same status", () => {
  const options = { isOfItem: false, isNarrow: false };
  expect(shown({ ...options, hasOneStatus: false })).toContain("status");
  expect(shown({ ...options, hasOneStatus: true })).not.toContain("status");
});

test("on a phone the summary follows the name, and the severity is next to it", () => {
  for (const [isOfItem, name] of [
    [false, "config_name"],
    [true, "analysis_type"],
  ] as const) {
    const columns = insightColumns({ isOfItem, hasOneStatus: true, isNarrow: true });
    expect(columns.slice(0, 2).map(({ id }) => id)).toEqual([name, "summary"]);
    expect(columns.filter(({ narrow }) => narrow === "status").map(({ id }) => id)).toEqual(["severity"]);
  }
});
