import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { dateFormat } from "#console/preferences/preferences.ts";
import { draw } from "#tests/console/draw.ts";
import type { Column } from "./column.ts";
import { emptyColumns, useFittedColumns } from "./fitted-columns.ts";

afterEach(() => localStorage.clear());

interface Row {
  name: string;
  cost?: number | null;
  tags?: object;
}

const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", isName: true },
  { id: "cost", title: "Cost", isHiddenIfEmpty: true },
  { id: "tags", title: "Tags", isHiddenIfEmpty: true },
  { id: "created_at", title: "Created", width: 176, isTime: true },
];

test("a column is empty if there are rows and none of them has a value for it", () => {
  expect(emptyColumns(columns, [])).toEqual([]);
  expect(emptyColumns(columns, [{ name: "a" }, { name: "b", cost: null, tags: {} }])).toEqual(["cost", "tags"]);
  expect(emptyColumns(columns, [{ name: "a" }, { name: "b", cost: 3 }])).toEqual(["tags"]);
});

test("columns of times are as wide as the chosen date format needs", async () => {
  const Widths = () => {
    const fitted = useFittedColumns(columns, [{ name: "a", tags: { team: "web" } }]);
    return fitted.map(({ id, width, isHidden }) => `${id}:${isHidden ? "hidden" : (width ?? "rest")}`).join(" ");
  };
  const { element } = await draw(<Widths />);
  expect(element.textContent).toBe("name:rest cost:hidden tags:rest created_at:112");
  await act(async () => dateFormat.set("timestamp"));
  expect(element.textContent).toBe("name:rest cost:hidden tags:rest created_at:176");
});
