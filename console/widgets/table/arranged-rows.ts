// Rows that a page has put in order and in groups itself, because what makes a group is more than the value of a column.
// The table draws them as they come.
import { useMemo } from "react";
import type { DrawnRow, Group, Model } from "./table-model.ts";

export interface ArrangedGroup<Row> {
  key: string;
  title: string;
  rows: readonly Row[];
}

export type ArrangedLine<Row> = { type: "row"; row: Row } | ({ type: "group" } & ArrangedGroup<Row>);

export interface Arranged<Row> {
  lines: readonly ArrangedLine<Row>[];
  /** Another text for another question: then the table begins at its top again. */
  view: string;
}

interface Options<Row> {
  arranged: Arranged<Row> | undefined;
  keyOf: (row: Row) => string;
  /** By the key of the group, where somebody opened or closed it. */
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

/** A line of the arrangement, or a row inside an open group. */
type Shown<Row> = ArrangedLine<Row> | { type: "inside"; row: Row };

function modelOf<Row extends object>(
  lines: readonly ArrangedLine<Row>[],
  keyOf: (row: Row) => string,
  isOpen: (key: string) => boolean,
): Model<Row> {
  const shown: Shown<Row>[] = [];
  let [count, groupCount] = [0, 0];
  for (const line of lines) {
    shown.push(line);
    count += line.type === "row" ? 1 : line.rows.length;
    if (line.type === "row") continue;
    groupCount += 1;
    if (isOpen(line.key)) for (const row of line.rows) shown.push({ type: "inside", row });
  }
  const keyAt = (one: Shown<Row>) => (one.type === "group" ? one.key : keyOf(one.row));
  return {
    drawn: {
      length: shown.length,
      at: (index) => {
        const one = shown[index];
        if (one === undefined) return undefined;
        if (one.type === "group") return drawnGroup(one, isOpen(one.key));
        return drawnRow(one.row, keyOf(one.row), one.type === "inside" ? 1 : 0);
      },
      indexOf: (key) => shown.findIndex((one) => keyAt(one) === key),
    },
    inOrder: () => lines.flatMap((line) => (line.type === "row" ? [line.row] : line.rows)),
    count,
    paged: groupCount,
    isGrouped: groupCount > 0,
  };
}

/** The same row is the same object again, so that what is drawn already need not be drawn anew. */
const knownRows = new WeakMap<object, DrawnRow<unknown>>();
const knownGroups = new WeakMap<object, DrawnRow<unknown>>();

function drawnRow<Row extends object>(row: Row, key: string, depth: number): DrawnRow<Row> {
  const before = knownRows.get(row) as DrawnRow<Row> | undefined;
  if (before?.depth === depth) return before;
  const drawn: DrawnRow<Row> = { key, row, depth, group: undefined };
  knownRows.set(row, drawn);
  return drawn;
}

function drawnGroup<Row extends object>(of: ArrangedGroup<Row>, isOpen: boolean): DrawnRow<Row> {
  const before = knownGroups.get(of) as DrawnRow<Row> | undefined;
  if (before?.group?.isOpen === isOpen) return before;
  const group: Group<Row> = { column: "", value: of.title, rows: of.rows, isOpen, aggregate: () => undefined };
  const drawn: DrawnRow<Row> = { key: of.key, row: of.rows[0]!, depth: 0, group };
  knownGroups.set(of, drawn);
  return drawn;
}
