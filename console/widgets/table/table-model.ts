// The rows to render: sorted, grouped, expanded and paged by TanStack Table. The table components do the rendering.
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
import type { Group } from "./column.ts";

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
  /** For a group: its first row. */
  row: Row;
  depth: number;
  group: Group<Row> | undefined;
}

interface ModelOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort: Sort | undefined;
  groupBy: string;
  /** Groups that were opened or closed by hand, by key. */
  groups: Readonly<Record<string, boolean>>;
  areGroupsOpen: boolean;
  /** Undefined: no pages. */
  page: { index: number; size: number } | undefined;
  /** Whether the rows are already sorted. */
  isSorted: boolean;
}

/** The rows of a page. Created lazily, since most of them are never rendered. */
export interface DrawnRows<Row> {
  length: number;
  at(index: number): DrawnRow<Row> | undefined;
  /** -1 for an unknown key. */
  indexOf(key: string): number;
}

export interface Model<Row> {
  /** The rows of the current page. */
  drawn: DrawnRows<Row>;
  /** All rows in the order of the screen; computed on demand. */
  inOrder(): readonly Row[];
  /** The number of rows on all pages, without groups. */
  count: number;
  /** The number of paged items: rows or groups. */
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
      // Never empty while there are groups, because the library would interpret an empty object as "nothing is
      // expanded".
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
    // Pages consist of groups, and a group's rows stay with it. Without groups this skips a pass over the rows.
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

/** Caches rows by identity, so that memoised components are not rendered again. */
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
