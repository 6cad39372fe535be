import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { Column } from "./column.ts";
import { type Model, useTableModel } from "./table-model.ts";
import type { Sort } from "./table-view.ts";

interface Ship {
  id: string;
  flag: string | null;
  tons: number;
}
const fleet: readonly Ship[] = [
  { id: "a", flag: "no", tons: 3 },
  { id: "b", flag: null, tons: 10 },
  { id: "c", flag: "dk", tons: 7 },
  { id: "d", flag: "no", tons: 1 },
];
const columns: readonly Column<Ship>[] = [
  { id: "id", title: "Name", isName: true },
  { id: "flag", title: "Flag", canGroup: true },
  { id: "tons", title: "Tons", aggregate: "sum" },
];
const keyOf = ({ id }: Ship) => id;
const OPEN = {};

interface View {
  rows?: readonly Ship[];
  sort?: Sort;
  groupBy?: string;
}

/** Renders the same table once per view, and returns the model of each. */
async function models(...views: View[]) {
  const seen: Model<Ship>[] = [];
  function Probe({ rows = fleet, sort, groupBy = "" }: View) {
    const options = { columns, rows, keyOf, sort, groupBy, groups: OPEN, areGroupsOpen: true, page: undefined };
    seen.push(useTableModel({ ...options, isSorted: false }));
    return null;
  }
  const { redraw } = await draw(<Probe {...views[0]} />);
  const latest = [seen.at(-1)!];
  for (const next of views.slice(1)) {
    await redraw(<Probe {...next} />);
    latest.push(seen.at(-1)!);
  }
  return latest;
}

const drawn = ({ drawn: rows }: Model<Ship>) => Array.from({ length: rows.length }, (_, index) => rows.at(index)!);
const keys = (model: Model<Ship>) => drawn(model).map(({ key }) => key);

test("reuses row objects after filtering", async () => {
  const [all, some] = await models({}, { rows: fleet.slice(2) });
  expect(keys(some!)).toEqual(["c", "d"]);
  expect(some!.drawn.at(0)).toBe(all!.drawn.at(2));
  expect([all!.drawn.indexOf("d"), some!.drawn.indexOf("d"), some!.drawn.indexOf("a")]).toEqual([3, 1, -1]);
});

test("creates a new row object when the data of a row changed", async () => {
  const [before, after] = await models({}, { rows: [{ ...fleet[0]!, tons: 4 }, ...fleet.slice(1)] });
  expect(after!.drawn.at(0)).not.toBe(before!.drawn.at(0));
  expect(after!.drawn.at(0)!.row.tons).toBe(4);
});

test("reverses and removes the sort order", async () => {
  const by = (id: string, desc: boolean) => ({ sort: { id, desc } });
  const orders = await models(by("tons", false), by("tons", true), by("flag", true), by("flag", false), {});
  expect(orders.map((model) => keys(model).join(""))).toEqual(["dacb", "bcad", "adcb", "cadb", "abcd"]);
  expect(orders[1]!.inOrder()).toEqual([fleet[1], fleet[2], fleet[0], fleet[3]]);
  // A changed list of rows is sorted again.
  const [, less] = await models(by("tons", true), { ...by("tons", true), rows: fleet.slice(0, 3) });
  expect(keys(less!).join("")).toBe("bca");
});

test("sorts groups by their aggregate and rows by their value, and restores the order", async () => {
  const grouped = { groupBy: "flag", sort: { id: "tons", desc: true } };
  const [before, after, plain] = await models(grouped, { groupBy: "flag" }, {});
  expect(keys(before!)).toEqual(["flag:undefined", "b", "flag:dk", "c", "flag:no", "a", "d"]);
  expect(before!.drawn.at(4)!.group!.aggregate("tons")).toBe(4);
  expect(before!.isGrouped).toBe(true);
  expect(keys(after!)).toEqual(["flag:no", "a", "d", "flag:undefined", "b", "flag:dk", "c"]);
  expect(drawn(plain!).map(({ depth, group }) => [depth, group])).toEqual(fleet.map(() => [0, undefined]));
});
