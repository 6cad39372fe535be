import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { ListedChange } from "../../contract.ts";
import { columnsFor } from "./change-columns.tsx";

const change = {
  change_type: "BackOff",
  summary: "Back-off restarting failed container",
  severity: "medium",
  created_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  first_observed: null,
  count: 4,
} as unknown as ListedChange;

test.each([
  ["all", "name", "3h ago ×4 · BackOff · Back-off restarting failed container"],
  ["item", "change_type", "3h ago ×4 · Back-off restarting failed container"],
] as const)("on a phone a row of %s changes has the title %s, with the summary below", async (list, name, text) => {
  const columns = columnsFor[list].narrow;
  expect(columns[0]).toMatchObject({ id: name, isName: true });
  expect(columns.filter(({ isName }) => isName)).toHaveLength(1);
  expect(columns.filter(({ narrow }) => narrow === "status").map(({ id }) => id)).toEqual(["severity"]);
  const summary = columns.find(({ id }) => id === "summary")!;
  const { element } = await draw(<>{summary.cell!(change)}</>);
  expect(element.textContent).toBe(text);
});
