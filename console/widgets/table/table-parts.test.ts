// @vitest-environment node
// Tests of the table's logic without a DOM.
import { describe, expect, test } from "vitest";
import { aggregated, type Column, filterItemsOf, isSortedBy, type Value, valueOf } from "./column.ts";
import { printRows } from "./export-rows.ts";
import { moveBy } from "./grid-moves.ts";
import { isShown, moved, NO_LAYOUT, orderedColumns, parseLayout } from "./layout.ts";
import { narrowCell, narrowColumns, shapeOf } from "./narrow.ts";
import { ascending, compareValues, descending } from "./order.ts";
import { PAGE_SIZES, SIMPLE_PAGE_SIZES } from "./page-size.ts";
import { evenHeights, lookOf, variedHeights } from "./row-heights.ts";
import { readSource } from "./row-source.ts";
import { between } from "./selection.ts";
import { readSort } from "./table-view.ts";
import { minTableWidth, SELECT_WIDTH, tracksOf } from "./tracks.ts";
import { createOverscan, drawnIndexes, OVERSCAN, ROW_ESTIMATE, stripsOf } from "./virtual-rows.ts";

describe("values are sorted naturally", () => {
  test.each<[Value[], Value[]]>([
    [
      ["node-10", "node-2", "Node-1"],
      ["Node-1", "node-2", "node-10"],
    ],
    [
      ["zebra", "Émile", "eagle"],
      ["eagle", "Émile", "zebra"],
    ],
    [
      [10, 9, -1],
      [-1, 9, 10],
    ],
    [
      [true, false],
      [false, true],
    ],
    [
      ["v1.10.0", "v1.9.3"],
      ["v1.9.3", "v1.10.0"],
    ],
    [
      ["a-0012", "a-7", "a-", "a-99999999999999999999", "a-012b", "a"],
      ["a", "a-", "a-7", "a-0012", "a-012b", "a-99999999999999999999"],
    ],
    [
      [true, "b", 3, "a", 1],
      [true, 1, 3, "a", "b"],
    ],
  ])("%j", (values, ordered) => {
    expect([...values].sort(compareValues)).toEqual(ordered);
    expect(ascending(values, (value) => value, undefined).items).toEqual(ordered);
  });

  const words = ["b1", "", "a1", "b2", "a2"];
  const letter = (word: string) => word[0];

  test("equal items keep their order and missing values come last in both directions", () => {
    const order = ascending(words, letter, undefined);
    expect([...order.items, ...order.missing]).toEqual(["a1", "a2", "b1", "b2", ""]);
    expect(descending(order)).toEqual(["b1", "b2", "a1", "a2", ""]);
  });

  test("uses the comparison function of a column", () => {
    const order = ascending(words, letter, (a, b) => Number(b[1]) - Number(a[1]));
    expect(order.items).toEqual(["b2", "a2", "b1", "a1"]);
    expect(descending(order)).toEqual(["b1", "a1", "b2", "a2", ""]);
  });
});

describe("column widths", () => {
  const [wide, narrow, free]: Column<Row>[] = [
    { id: "wide", title: "Wide", width: 200 },
    { id: "narrow", title: "Narrow", width: 60 },
    { id: "free", title: "Free", minWidth: 120 },
  ];
  test("columns without a width share the remaining space", () => {
    expect(tracksOf([wide!, free!, narrow!], {}, false)).toEqual({
      minWidth: 380,
      "--columns": "200px minmax(120px,1fr) 60px",
    });
  });
  test("a column with a share gets more of the remaining space", () => {
    const summary: Column<Row> = { id: "summary", title: "Summary", minWidth: 90, share: 3 };
    expect(tracksOf([free!, summary], {}, false)).toMatchObject({
      "--columns": "minmax(120px,1fr) minmax(90px,3fr)",
    });
  });
  test("the last column takes the remaining space if all columns have a width", () => {
    const tracks = tracksOf([free!, wide!], { free: 90, wide: 100 }, true);
    expect(tracks).toEqual({ minWidth: 190 + SELECT_WIDTH, "--columns": "36px 90px minmax(100px,1fr)" });
    expect(minTableWidth([free!, wide!], { wide: 100 }, false)).toBe(220);
  });
});

interface Row {
  name: string;
  size: number | null;
  labels?: Record<string, string>;
}
const name: Column<Row> = { id: "name", title: "Name", isName: true };
const size: Column<Row> = { id: "size", title: "Size, in bytes", filter: "size" };
const labels: Column<Row> = { id: "labels", title: "Labels", isHidden: true };
const columns = [name, size, labels];

test("reads the field named like the column, and prints objects as JSON", () => {
  const row: Row = { name: "a", size: null, labels: { app: "web" } };
  expect(columns.map((column) => valueOf(column, row))).toEqual(["a", undefined, '{"app":"web"}']);
  expect(filterItemsOf(size, { name: "a", size: 3 })).toEqual(["3"]);
  expect(filterItemsOf(size, row)).toEqual([]);
  expect(filterItemsOf(name, row)).toEqual([]);
  expect(filterItemsOf({ ...size, filterItem: () => ["env:prod", "team:core"] }, row)).toEqual([
    "env:prod",
    "team:core",
  ]);
});

test("aggregates the values of a group", () => {
  const rows: Row[] = [
    { name: "a", size: 1 },
    { name: "b", size: null },
    { name: "a", size: 5 },
  ];
  const aggregate = (kind: Parameters<typeof aggregated<Row>>[0]) => aggregated(kind, rows, (row) => row.size);
  expect([aggregate("sum"), aggregate("mean"), aggregate("min"), aggregate("max"), aggregate("unique")]).toEqual([
    6, 3, 1, 5, 2,
  ]);
  expect(aggregated("sum", [] as Row[], (row) => row.size)).toBeUndefined();
  expect(aggregate((all) => all.map((row) => row.name).join())).toBe("a,b,a");
});

describe("an exported file", () => {
  const rows: Row[] = [
    { name: 'a "quoted", name', size: 1 },
    { name: "=1+1", size: -2 },
    { name: "two\nlines", size: null },
    { name: "-5", size: -5 },
  ];
  test("an exported file is CSV according to RFC 4180, with formulas escaped", () => {
    expect(printRows("csv", [name, size], rows)).toBe(
      'Name,"Size, in bytes"\r\n"a ""quoted"", name",1\r\n\'=1+1,-2\r\n"two\nlines",\r\n-5,-5\r\n',
    );
  });
  test("an exported file is JSON with column ids as keys and numbers as numbers", () => {
    expect(JSON.parse(printRows("json", [name, size], rows))).toEqual(rows);
  });
  test("leaves out columns whose cells load their own content", () => {
    const runs: Column<Row> = { id: "runs", title: "Runs", isLoadedByCell: true, value: () => undefined };
    expect(JSON.parse(printRows("json", [name, runs, size], rows))).toEqual(rows);
  });
});

describe("a layout", () => {
  const three: readonly Column<Row>[] = [name, size, labels, { id: "age", title: "Age" }];
  const ids = (order: readonly string[]) => orderedColumns(three, { ...NO_LAYOUT, order }).map(({ id }) => id);

  test("keeps the name first and puts new columns after their neighbours", () => {
    expect(ids([])).toEqual(["name", "size", "labels", "age"]);
    expect(ids(["age", "size"])).toEqual(["name", "age", "size", "labels"]);
    // The layout lists only age, which is last: size and labels are inserted before it in the page's order.
    expect(ids(["gone", "age", "name"])).toEqual(["name", "size", "labels", "age"]);
  });

  test("moves a column to the position of another", () => {
    expect(moved(three, NO_LAYOUT, "age", "size").order).toEqual(["age", "size", "labels"]);
    expect(moved(three, NO_LAYOUT, "size", "age").order).toEqual(["labels", "age", "size"]);
    expect(moved(three, NO_LAYOUT, "name", "age")).toBe(NO_LAYOUT);
  });

  test("hides columns, but never the main column", () => {
    const layout = { ...NO_LAYOUT, shown: { name: false, size: false, labels: true } };
    expect(three.map((column) => isShown(column, layout))).toEqual([true, false, true, true]);
    expect(three.map((column) => isShown(column, NO_LAYOUT))).toEqual([true, true, false, true]);
  });

  test.each([null, "", "[]", "{", '{"order":3,"widths":{"a":-1,"b":"c"},"shown":null,"isDense":"yes"}'])(
    "falls back to the default for %j",
    (stored) => expect(parseLayout(stored)).toEqual(NO_LAYOUT),
  );
  test("a layout can be stored and parsed again", () => {
    const layout = { order: ["a"], shown: { a: false }, widths: { a: 80 }, isDense: true };
    expect(parseLayout(JSON.stringify(layout))).toEqual(layout);
  });
});

describe("a narrow table", () => {
  const time: Column<Row> = { id: "time", title: "Time", isName: true, width: 176 };
  const job: Column<Row> = { id: "job", title: "Job", narrow: "name" };
  const state: Column<Row> = { id: "state", title: "State", narrow: "status" };
  const error: Column<Row> = { id: "error", title: "Error", narrow: "line" };
  const agent: Column<Row> = { id: "agent", title: "Agent", narrow: "hidden" };
  const ids = (some: readonly Column<Row>[]) => narrowColumns(some).map(({ id }) => id);

  test("orders its columns by their line, and a column with narrow: name replaces the name column", () => {
    expect(ids([time, agent, error, size, job, state])).toEqual(["job", "state", "time", "size", "error"]);
    expect(ids([time, agent, size, state])).toEqual(["time", "state", "size"]);
  });

  test("a narrow table has as many lines as its columns need", () => {
    const shape = (...some: Column<Row>[]) => shapeOf(narrowColumns(some), true);
    expect([shape(time, state), shape(time, size, state), shape(time, size, error)]).toEqual([
      "one line",
      "two lines",
      "three lines",
    ]);
    expect(shapeOf([time, error], false)).toBe("columns");
  });

  test("only detail columns without a width take the remaining space", () => {
    const look = { shape: "two lines", isDense: false } as const;
    expect(narrowCell(size, 1, look)).toContain("grow basis-16");
    expect(narrowCell(time, 1, look)).not.toContain("grow");
  });
});

test("a column is shown as sorted if the sort order names its id or its `sortedAs` key", () => {
  const time: Column<Row> = { id: "time_start", title: "Time", sortedAs: "created_at" };
  const isSorted = (id: string) => isSortedBy(time, { id, desc: true });
  expect(["time_start", "created_at", "name"].map(isSorted)).toEqual([true, true, false]);
  expect(isSortedBy(name, undefined)).toBe(false);
});

describe("WG-23 the sort order in the URL has a column and a direction", () => {
  test.each([
    ["name", "asc", "", { id: "name", desc: false }],
    ["name", "desc", "", { id: "name", desc: true }],
    ["name", "", "true", { id: "name", desc: true }],
    ["name", "", "false", { id: "name", desc: false }],
    // Both the column and the direction are required.
    ["name", "", "", undefined],
    ["", "asc", "", undefined],
  ])("%j %j %j", (by, order, desc, sort) => expect(readSort(by, order, desc)).toEqual(sort));
});

test("WG-25 WG-26 offers the documented page sizes", () => {
  expect(PAGE_SIZES).toEqual([5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000]);
  expect(SIMPLE_PAGE_SIZES).toEqual([50, 100, 200]);
});

describe("the row source can be", () => {
  const query = { data: undefined, isError: false, error: null, isFetching: true, refetch: async () => {} };
  test("a list", () => expect(readSource([1, 2])).toMatchObject({ rows: [1, 2], total: 2 }));
  test("the row source can be undefined while loading", () =>
    expect(readSource(undefined)).toMatchObject({ rows: undefined, total: 0 }));
  test("a query", () => {
    expect(readSource(query)).toMatchObject({ rows: undefined, isFetching: true, failure: undefined });
    expect(readSource({ ...query, data: [1] })).toMatchObject({ rows: [1], total: 1 });
    expect(readSource({ ...query, data: { rows: [1], total: 90 } })).toMatchObject({ rows: [1], total: 90 });
  });
  test("a failed query is reported only if earlier data do not exist", () => {
    const failed = { ...query, isError: true, error: "away" };
    expect(readSource(failed).failure).toMatchObject({ error: "away" });
    expect(readSource({ ...failed, data: [1] }).failure).toBeUndefined();
  });
});

describe("keys move the focus", () => {
  const extent = { rows: 100, columns: 4, page: 10 };
  const key = (name: string, far = false) => ({ key: name, ctrlKey: far, metaKey: false });
  test.each([
    ["ArrowDown", false, { row: 6, column: 1 }],
    ["ArrowUp", false, { row: 4, column: 1 }],
    ["ArrowLeft", false, { row: 5, column: 0 }],
    ["ArrowRight", true, { row: 5, column: 3 }],
    ["Home", false, { row: 5, column: 0 }],
    ["End", false, { row: 5, column: 3 }],
    ["Home", true, { row: 0, column: 0 }],
    ["End", true, { row: 99, column: 3 }],
    ["PageDown", false, { row: 15, column: 1 }],
    ["PageUp", false, { row: 0, column: 1 }],
    ["x", false, undefined],
  ])("%s, far: %j", (name, far, to) => expect(moveBy({ row: 5, column: 1 }, key(name, far), extent)).toEqual(to));
  test("moves from the first row to the header, and stops there", () => {
    expect(moveBy({ row: 0, column: 0 }, key("ArrowUp"), extent)).toEqual({ row: -1, column: 0 });
    expect(moveBy({ row: -1, column: 0 }, key("ArrowUp"), extent)).toEqual({ row: -1, column: 0 });
  });
});

test("a range contains all rows between two rows in either direction", () => {
  const order = ["a", "b", "c", "d"];
  expect(between(order, "b", "d")).toEqual(["b", "c", "d"]);
  expect(between(order, "d", "b")).toEqual(["b", "c", "d"]);
  expect(between(order, "gone", "b")).toEqual(["b"]);
});

describe("WG-30 virtual rows", () => {
  test("virtual rows are estimated at 35 pixels, with an overscan of 10", () => {
    expect([ROW_ESTIMATE, OVERSCAN]).toEqual([35, 10]);
    const range = { startIndex: 100, endIndex: 119, overscan: OVERSCAN, count: 1000 };
    expect(drawnIndexes(range, -1)).toEqual(Array.from({ length: 40 }, (_, index) => index + 90));
  });
  test("visible rows include the focused row, and are never more than 80", () => {
    const range = { startIndex: 500, endIndex: 575, overscan: OVERSCAN, count: 1000 };
    const drawn = drawnIndexes(range, 3);
    expect(drawn[0]).toBe(3);
    expect(drawn.length).toBeLessThanOrEqual(80);
    expect(drawnIndexes(range, 999).at(-1)).toBe(999);
    expect(drawnIndexes(range, 520)).toHaveLength(drawn.length - 1);
    expect(drawnIndexes(range, 5000)).toHaveLength(drawn.length - 1);
  });
  test("virtual rows have no overscan while the scroll bar is dragged by whole screens", () => {
    const overscanFor = createOverscan();
    const at = (startIndex: number, isScrolling: boolean) =>
      overscanFor({ startIndex, endIndex: startIndex + 13 }, isScrolling);
    expect([at(0, false), at(4, true), at(17, true)]).toEqual([10, 10, 10]);
    expect([at(200, true), at(200, true), at(400, true)]).toEqual([0, 0, 0]);
    expect(at(400, false)).toBe(10);
    expect([at(100, true), at(104, true)]).toEqual([0, 10]);
  });
  test("virtual rows are surrounded by spacers for all other rows", () => {
    expect(stripsOf([1, 4, 5], 10, evenHeights(10))).toEqual([
      { type: "space", before: 1, height: 10 },
      { type: "row", index: 1 },
      { type: "space", before: 4, height: 20 },
      { type: "row", index: 4 },
      { type: "row", index: 5 },
      { type: "space", before: 10, height: 40 },
    ]);
  });
  test("spacers are as high as the rows that they replace, if row heights differ", () => {
    const heights = variedHeights([32, 52, 32, 52, 52]);
    expect(stripsOf([2], 5, heights)).toEqual([
      { type: "space", before: 2, height: 84 },
      { type: "row", index: 2 },
      { type: "space", before: 5, height: 104 },
    ]);
    expect([heights.at(1), heights.largest]).toEqual([52, 52]);
  });
});

describe("the height of a row depends on its content", () => {
  interface Run {
    error: string;
  }
  const drawn = (error: string) => ({ key: "run", row: { error }, depth: 0, group: undefined });
  const job: Column<Run> = { id: "job", title: "Job", isName: true };
  const detail = ({ error }: Run) => error;

  test("only rows with a detail have a second line, unless the detail is inside the first cell", () => {
    const below = { columns: [{ ...job, detail }], shape: "columns", isDense: false, hasDetails: true } as const;
    expect(lookOf(drawn("no host"), below).detail).toBe("below");
    expect(lookOf(drawn(""), below).detail).toBeUndefined();
    expect(lookOf(drawn("no host"), { ...below, hasDetails: false }).detail).toBeUndefined();
    const columns = [{ ...job, detail, isDetailInCell: true as const }];
    expect(lookOf(drawn(""), { ...below, columns }).detail).toBe("in cell");
  });
  test("a narrow row shows up to two lines of text, and no empty line for a row without text", () => {
    const columns: Column<Run>[] = [job, { id: "error", title: "Error", narrow: "text" }];
    const shape = (error: string) =>
      lookOf(drawn(error), { columns, shape: shapeOf(columns, true), isDense: false, hasDetails: false }).shape;
    expect(["", "no host", "no host ".repeat(20)].map(shape)).toEqual(["two lines", "three lines", "four lines"]);
  });
});
