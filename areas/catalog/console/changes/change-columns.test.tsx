import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { ListedChange } from "../../contract.ts";
import { changeColumns } from "./change-columns.tsx";

const change = {
  config_id: "one",
  name: "web-1",
  change_type: "BackOff",
  summary: "Back-off restarting failed container",
  severity: "medium",
  created_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  first_observed: null,
  count: 4,
} as unknown as ListedChange;

test.each([
  [undefined, "name", "3h ago ×4 · BackOff · Back-off restarting failed container"],
  ["one", "change_type", "3h ago ×4 · Back-off restarting failed container"],
  // The page of an item also lists changes of related items, with the name of the item.
  ["another", "change_type", "3h ago ×4 · web-1 · Back-off restarting failed container"],
] as const)("on a phone of the item %s a row has the title %s, with the summary below", async (item, name, text) => {
  const columns = changeColumns({ item, isNarrow: true });
  expect(columns[0]).toMatchObject({ id: name, isName: true });
  expect(columns.filter(({ isName }) => isName)).toHaveLength(1);
  expect(columns.filter(({ narrow }) => narrow === "status").map(({ id }) => id)).toEqual(["severity"]);
  const summary = columns.find(({ id }) => id === "summary")!;
  const { element } = await draw(<>{summary.cell!(change)}</>);
  expect(element.textContent).toBe(text);
});
