// The rows as they are drawn: sorted, grouped, opened and cut into pages by TanStack Table. What is shown of them is ours.
import {
  type ColumnDef,
  columnGroupingFeature,
  constructAggregationFn,
  createExpandedRowModel,
  createGroupedRowModel,
  createPaginatedRowModel,
  type Row as ModelRow,
  rowAggregationFeature,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { aggregated, type Column, type Value, valueOf } from "./column.ts";
import { keepRows } from "./kept-rows.ts";
import { sortRows } from "./sorted-rows.ts";
import type { Sort } from "./table-view.ts";

const features = tableFeatures({
  coreRowModel: keepRows,
  rowSortingFeature,
  sortedRowModel: sortRows,
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
  rowAggregationFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});
type Features = typeof features;

/** A row, or a group of rows. */
export interface DrawnRow<Row> {
  key: string;
  /** Of a group: the first of its rows. */
  row: Row;
  depth: number;
  group: Group<Row> | undefined;
}

export interface Group<Row> {
  /** What its rows have in common. */
  column: string;
  value: Value;
  rows: readonly Row[];
  isOpen: boolean;
  aggregate(column: string): Value;
}

interface ModelOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort: Sort | undefined;
  groupBy: string;
  /** By the key of the group, where somebody opened or closed it. */
  groups: Readonly<Record<string, boolean>>;
  areGroupsOpen: boolean;
  /** Undefined: all rows at once. */
  page: { index: number; size: number } | undefined;
  /** The rows come in the right order already. */
  isSorted: boolean;
}

/** The rows of a page. Most of them are never drawn, so each is made when it is asked for. */
export interface DrawnRows<Row> {
  length: number;
  at(index: number): DrawnRow<Row> | undefined;
  /** Minus one when it is not there. */
  indexOf(key: string): number;
}

export interface Model<Row> {
  /** On this page. */
  drawn: DrawnRows<Row>;
  /** All rows in the order of the screen; asked only when they are needed. */
  inOrder(): readonly Row[];
  /** On all pages, before they are grouped. */
  count: number;
  /** What pages are made of: rows, or groups. */
  paged: number;
  isGrouped: boolean;
}

export function useTableModel<Row extends object>(options: ModelOptions<Row>): Model<Row> {
  const { columns, rows, keyOf, sort, groupBy, groups, areGroupsOpen, page, isSorted } = options;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const isGrouped = columns.some(({ id }) => id === groupBy);
  const state = useMemo(
    () => ({
      sorting: sort ? [sort] : [],
      grouping: isGrouped ? [groupBy] : [],
      // Never empty while there are groups: that would mean to the library that nothing is open.
      expanded: isGrouped ? { "": true, ...groups } : {},
      pagination: { pageIndex: page?.index ?? 0, pageSize: page?.size ?? Number.MAX_SAFE_INTEGER },
    }),
    [sort, isGrouped, groupBy, groups, page?.index, page?.size],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: keyOf,
    state,
    manualSorting: isSorted,
    manualPagination: page === undefined,
    getIsRowExpanded: ({ id }) => groups[id] ?? areGroupsOpen,
    // A page is of groups; what they hold stays with them. Without groups there is nothing to look through.
    paginateExpandedRows: !isGrouped,
    autoResetAll: false,
  });
  const { rows: onPage } = table.getRowModel();
  const drawn = useMemo(
    (): DrawnRows<Row> => ({
      length: onPage.length,
      at: (index) => {
        const row = onPage[index];
        return row && drawnOf(row, groups[row.id] ?? areGroupsOpen);
      },
      indexOf: (key) => onPage.findIndex(({ id }) => id === key),
    }),
    [onPage, groups, areGroupsOpen],
  );
  const sorted = table.getSortedRowModel();
  return useMemo(
    () => ({
      drawn,
      inOrder: () => sorted.flatRows.flatMap((row) => (row.getIsGrouped() ? [] : [row.original])),
      count: rows.length,
      paged: sorted.rows.length,
      isGrouped,
    }),
    [drawn, sorted, rows, isGrouped],
  );
}

function definitionOf<Row extends object>(column: Column<Row>): ColumnDef<Features, Row> {
  const { id, sort, aggregate } = column;
  return {
    id,
    accessorFn: (row) => valueOf(column, row) ?? undefined,
    ...(typeof sort === "function" && { sortFn: (a, b) => sort(a.original, b.original) }),
    ...(aggregate && {
      aggregationFn: constructAggregationFn<Features, Row>({
        aggregate: ({ rows }) =>
          aggregated(
            aggregate,
            rows.map(({ original }) => original),
            (row) => valueOf(column, row),
          ),
      }),
    }),
  };
}

/** The same row is the same object again, so that what is drawn already need not be drawn anew. */
const known = new WeakMap<object, DrawnRow<unknown>>();

function drawnOf<Row extends object>(row: ModelRow<Features, Row>, isOpen: boolean): DrawnRow<Row> {
  const before = known.get(row) as DrawnRow<Row> | undefined;
  if (before?.depth === row.depth && (before.group?.isOpen ?? isOpen) === isOpen) return before;
  const drawn = { key: row.id, row: row.original, depth: row.depth, group: groupOf(row, isOpen) };
  known.set(row, drawn);
  return drawn;
}

function groupOf<Row extends object>(row: ModelRow<Features, Row>, isOpen: boolean): Group<Row> | undefined {
  if (!row.getIsGrouped()) return undefined;
  const column = row.groupingColumnId ?? "";
  return {
    column,
    value: row.getValue<Value>(column),
    rows: row.subRows.map(({ original }) => original),
    isOpen,
    aggregate: (id) => row.getValue<Value>(id),
  };
}
