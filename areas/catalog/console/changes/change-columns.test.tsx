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
  [undefined, "name", "3h ago ×4 · BackOff"],
  ["one", "summary", "3h ago ×4 · BackOff"],
  // The page of an item also lists changes of related items, with the name of the item.
  ["another", "summary", "3h ago ×4 · BackOff · web-1"],
] as const)(
  "on a phone, in the list of the item %s, a row has the title %s, the age below it, and the summary",
  async (item, name, text) => {
    const columns = changeColumns({ item, isNarrow: true });
    expect(columns[0]).toMatchObject({ id: name, isName: true });
    expect(columns.filter(({ isName }) => isName)).toHaveLength(1);
    expect(columns.filter(({ narrow }) => narrow === "status").map(({ id }) => id)).toEqual(["severity"]);
    const textOf = async (column: string) => {
      const { element } = await draw(<>{columns.find(({ id }) => id === column)!.cell!(change)}</>);
      return element.textContent;
    };
    expect(await textOf("created_at")).toBe(text);
    // The summary has its own lines unless it is the title.
    expect(columns.some(({ narrow }) => narrow === "text")).toBe(item === undefined);
    expect(await textOf("summary")).toBe("Back-off restarting failed container");
  },
);
