import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { type Arranged, useArrangedModel } from "./arranged-rows.ts";
import type { Model } from "./table-model.ts";

interface Ship {
  id: string;
}
const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }] as const;
const keyOf = ({ id }: Ship) => id;

async function modelOf(arranged: Arranged<Ship> | undefined, groups: Record<string, boolean> = {}) {
  const seen: (Model<Ship> | undefined)[] = [];
  function Probe() {
    seen.push(useArrangedModel({ arranged, keyOf, groups, areGroupsOpen: false }));
    return null;
  }
  await draw(<Probe />);
  return seen.at(-1);
}

const fleet: Arranged<Ship> = {
  lines: [
    { type: "group", key: "north", title: "North", rows: [a, b] },
    { type: "row", row: c },
  ],
  view: "",
};

test("renders arranged rows in their order, and the rows of an open group below the group", async () => {
  const closed = (await modelOf(fleet))!;
  const drawn = ({ drawn: rows }: Model<Ship>) =>
    Array.from({ length: rows.length }, (_, index) => `${rows.at(index)!.depth} ${rows.at(index)!.key}`);
  expect(drawn(closed)).toEqual(["0 north", "0 c"]);
  expect(closed.drawn.at(0)?.group).toMatchObject({ value: "North", rows: [a, b], isOpen: false });
  expect(closed).toMatchObject({ count: 3, paged: 1, isGrouped: true });
  expect(closed.inOrder()).toEqual([a, b, c]);

  const open = (await modelOf(fleet, { north: true }))!;
  expect(drawn(open)).toEqual(["0 north", "1 a", "1 b", "0 c"]);
  expect([open.drawn.indexOf("b"), open.drawn.indexOf("c"), open.drawn.indexOf("z")]).toEqual([2, 3, -1]);
  expect(open.drawn.at(3)).toBe(closed.drawn.at(1));
  expect(open.drawn.at(9)).toBeUndefined();
});

test("supports nested groups", async () => {
  const north = { type: "group", key: "north", title: "North", rows: [a, b] } as const;
  const sea: Arranged<Ship> = {
    lines: [{ type: "group", key: "sea", title: "Sea", rows: [a, b, c], lines: [north, { type: "row", row: c }] }],
    view: "",
  };
  const drawn = ({ drawn: rows }: Model<Ship>) =>
    Array.from({ length: rows.length }, (_, index) => `${rows.at(index)!.depth} ${rows.at(index)!.key}`);
  const all = (await modelOf(sea, { sea: true, north: true }))!;
  expect(drawn(all)).toEqual(["0 sea", "1 north", "2 a", "2 b", "1 c"]);
  expect(all).toMatchObject({ count: 3, paged: 1, isGrouped: true });
  expect(drawn((await modelOf(sea, { sea: true }))!)).toEqual(["0 sea", "1 north", "1 c"]);
  // An open group inside a closed group is hidden.
  expect(drawn((await modelOf(sea, { north: true }))!)).toEqual(["0 sea"]);
});

test("returns undefined for rows that are not arranged", async () => {
  expect(await modelOf(undefined)).toBeUndefined();
});
