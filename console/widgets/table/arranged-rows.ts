// Rows that a page has ordered and grouped itself, because its groups depend on more than the value of one column. The
// table renders them unchanged.
import { useMemo } from "react";
import type { DrawnRow, Model } from "./table-model.ts";
import type { Group } from "./column.ts";

export interface ArrangedGroup<Row> {
  key: string;
  title: string;
  /** The column that the rows have in common, for rendering the group. */
  column?: string;
  /** All rows, including the rows of nested groups. */
  rows: readonly Row[];
  /** The lines below the group, if they are not simply its rows: nested groups, or groups and rows. */
  lines?: readonly ArrangedLine<Row>[];
}

export type ArrangedLine<Row> = { type: "row"; row: Row } | ({ type: "group" } & ArrangedGroup<Row>);

export interface Arranged<Row> {
  lines: readonly ArrangedLine<Row>[];
  /** Identifies the query: if it changes, the table scrolls to the top. */
  view: string;
}

interface Options<Row> {
  arranged: Arranged<Row> | undefined;
  keyOf: (row: Row) => string;
  /** Groups that were opened or closed by hand, by key. */
  groups: Readonly<Record<string, boolean>>;
  areGroupsOpen: boolean;
}

export function useArrangedModel<Row extends object>(options: Options<Row>): Model<Row> | undefined {
  const { arranged, keyOf, groups, areGroupsOpen } = options;
  const lines = arranged?.lines;
  return useMemo(
    () => lines && modelOf(lines, keyOf, (key) => groups[key] ?? areGroupsOpen),
    [lines, keyOf, groups, areGroupsOpen],
  );
}

/** A line and its nesting depth. */
interface Shown<Row> {
  line: ArrangedLine<Row>;
  depth: number;
}

function modelOf<Row extends object>(
  lines: readonly ArrangedLine<Row>[],
  keyOf: (row: Row) => string,
  isOpen: (key: string) => boolean,
): Model<Row> {
  const shown: Shown<Row>[] = [];
  const add = (line: ArrangedLine<Row>, depth: number) => {
    shown.push({ line, depth });
    if (line.type === "row" || !isOpen(line.key)) return;
    for (const inside of line.lines ?? line.rows.map((row) => ({ type: "row", row }) as const)) add(inside, depth + 1);
  };
  let [count, groupCount] = [0, 0];
  for (const line of lines) {
    add(line, 0);
    count += line.type === "row" ? 1 : line.rows.length;
    if (line.type === "group") groupCount += 1;
  }
  const keyAt = ({ line }: Shown<Row>) => (line.type === "group" ? line.key : keyOf(line.row));
  return {
    drawn: {
      length: shown.length,
      at: (index) => {
        const entry = shown[index];
        if (entry === undefined) return undefined;
        const { line, depth } = entry;
        return line.type === "group"
          ? drawnGroup(line, depth, isOpen(line.key))
          : drawnRow(line.row, keyOf(line.row), depth);
      },
      indexOf: (key) => shown.findIndex((entry) => keyAt(entry) === key),
    },
    inOrder: () => lines.flatMap((line) => (line.type === "row" ? [line.row] : line.rows)),
    count,
    paged: groupCount,
    isGrouped: groupCount > 0,
  };
}

/** Caches rows by identity, so that memoised components are not rendered again. */
const knownRows = new WeakMap<object, DrawnRow<unknown>>();
const knownGroups = new WeakMap<object, DrawnRow<unknown>>();

function drawnRow<Row extends object>(row: Row, key: string, depth: number): DrawnRow<Row> {
  const before = knownRows.get(row) as DrawnRow<Row> | undefined;
  if (before?.depth === depth) return before;
  const drawn: DrawnRow<Row> = { key, row, depth, group: undefined };
  knownRows.set(row, drawn);
  return drawn;
}

function drawnGroup<Row extends object>(arranged: ArrangedGroup<Row>, depth: number, isOpen: boolean): DrawnRow<Row> {
  const before = knownGroups.get(arranged) as DrawnRow<Row> | undefined;
  if (before?.group?.isOpen === isOpen && before.depth === depth) return before;
  const group: Group<Row> = {
    column: arranged.column ?? "",
    value: arranged.title,
    rows: arranged.rows,
    isOpen,
    aggregate: () => undefined,
  };
  const drawn: DrawnRow<Row> = { key: arranged.key, row: arranged.rows[0]!, depth, group };
  knownGroups.set(arranged, drawn);
  return drawn;
}
