import { expect, test } from "vitest";
import type { Column, Relation } from "../db/relations.ts";
import { sourceOfEmbed, sourceOfLevel } from "./level-source.ts";
import type { Output, PlannedCondition, PlannedEmbed, PlannedOrder } from "./planned.ts";

// A view of ships with the number of crates from another table. The view renames the owner column.
const passedOn = ["id", "name", "port_id"].map((column) => [column, { relation: "ships", column }] as const);
const view = {
  name: "loaded_ships",
  kind: "view",
  each: "ships",
  columns: new Map<string, Column>(),
  origins: new Map([
    ...passedOn,
    ["crates", { relation: "loads", column: "crates" }],
    ["owner", { relation: "ships", column: "company_id" }],
  ]),
} as unknown as Relation;
const itself = { rows: "loaded_ships", count: "loaded_ships" };

const field = (column: string) => ({ column, type: "text", path: [] });
const shown = (column: string): Output => ({
  kind: "field",
  name: column,
  field: field(column),
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
});
const equals = (column: string): PlannedCondition => ({
  kind: "compare",
  field: field(column),
  negated: false,
  operator: "eq",
  quantifier: undefined,
  language: undefined,
  value: 0,
});
const sorted = (column: string): PlannedOrder => ({
  embed: undefined,
  field: field(column),
  direction: "asc",
  nulls: undefined,
});
const meeting = (...on: [string, string][]) => ({ join: { kind: "direct", on } }) as unknown as PlannedEmbed;
const level = (outputs: Output[], conditions: PlannedCondition[] = [], order: PlannedOrder[] = []) =>
  sourceOfLevel(view, { outputs, conditions, order });

test("a view is replaced by its table when the table has all required columns", () => {
  expect(level([shown("id"), shown("name")], [equals("name")], [sorted("port_id")])).toEqual({
    rows: "ships",
    count: "ships",
  });
  expect(level([{ kind: "embed", name: "port", embed: meeting(["port_id", "id"]) }])).toMatchObject({ rows: "ships" });
});

test("columns that only the view has are read from the view, but the rows are counted in the table", () => {
  const counted = { rows: "loaded_ships", count: "ships" };
  expect(level([shown("id"), shown("crates")], [equals("name")])).toEqual(counted);
  expect(level([shown("id")], [], [sorted("crates")])).toEqual(counted);
  // The column has a different name in the table, so it cannot be read from there.
  expect(level([shown("owner")])).toEqual(counted);
  expect(level([{ kind: "embed", name: "owner", embed: meeting(["owner", "id"]) }])).toEqual(counted);
});

test("filters on columns that only the view has are counted in the view", () => {
  expect(level([shown("id")], [equals("crates")])).toEqual(itself);
  const either: PlannedCondition = {
    kind: "group",
    negated: false,
    join: "or",
    of: [equals("name"), equals("crates")],
  };
  expect(level([shown("id")], [either])).toEqual(itself);
  expect(level([shown("id")], [{ kind: "exists", negated: false, embed: meeting(["owner", "id"]) }])).toEqual(itself);
  expect(sourceOfLevel({ ...view, each: undefined }, { outputs: [shown("id")], conditions: [], order: [] })).toEqual(
    itself,
  );
});

test("an embed uses the table if the table has the join columns, and the view if it does not", () => {
  const found = level([shown("name")]);
  expect(sourceOfEmbed(view, found, meeting(["ship_id", "id"]).join)).toEqual(found);
  expect(sourceOfEmbed(view, found, meeting(["company_id", "owner"]).join)).toEqual(itself);
});
