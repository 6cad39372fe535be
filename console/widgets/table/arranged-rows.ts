// Rows that a page has put in order and in groups itself, because what makes a group is more than the value of a column.
// The table draws them as they come.
import { useMemo } from "react";
import type { DrawnRow, Group, Model } from "./table-model.ts";

export interface ArrangedGroup<Row> {
  key: string;
  title: string;
  /** What its rows have in common, for whoever draws it. */
  column?: string;
  /** All that it holds, those of the groups inside it included. */
  rows: readonly Row[];
  /** What stands below it, where that is not simply its rows: groups, or groups and rows. */
  lines?: readonly ArrangedLine<Row>[];
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

/** A line of the arrangement, and how deep inside of groups it stands. */
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
        const one = shown[index];
        if (one === undefined) return undefined;
        const { line, depth } = one;
        return line.type === "group"
          ? drawnGroup(line, depth, isOpen(line.key))
          : drawnRow(line.row, keyOf(line.row), depth);
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

function drawnGroup<Row extends object>(of: ArrangedGroup<Row>, depth: number, isOpen: boolean): DrawnRow<Row> {
  const before = knownGroups.get(of) as DrawnRow<Row> | undefined;
  if (before?.group?.isOpen === isOpen && before.depth === depth) return before;
  const group: Group<Row> = {
    column: of.column ?? "",
    value: of.title,
    rows: of.rows,
    isOpen,
    aggregate: () => undefined,
  };
  const drawn: DrawnRow<Row> = { key: of.key, row: of.rows[0]!, depth, group };
  knownGroups.set(of, drawn);
  return drawn;
}
