// Sorts rows by a column. The table library reads the values at every comparison; this reads each value once.
import {
  copyInstancePropertiesWithoutMemos,
  type Row as ModelRow,
  type RowModel,
  type Table,
  type TableFeatures,
} from "@tanstack/react-table";
import type { Value } from "./column.ts";
import { type Ascending, ascending, descending } from "./order.ts";
import type { Sort } from "./table-view.ts";

type Line = ModelRow<TableFeatures, object>;
type Lines = RowModel<TableFeatures, object>;
type SortedTable = Table<TableFeatures, object>;

/** The last sort. Reversing the direction reuses it. */
interface Known {
  column: string;
  before: Lines;
  columns: unknown;
  /** The order of each sorted list: all lines, or the lines of one group. */
  orders: Map<readonly Line[], Ascending<Line>>;
}

export function sortRows(table: SortedTable) {
  let known: Known | undefined;
  let cached: { sort: Sort | undefined; before: Lines; columns: unknown; model: Lines } | undefined;
  return (): Lines => {
    const sort = table.atoms.sorting?.get()[0];
    const before = table.getPreSortedRowModel();
    const { columns } = table.options;
    if (cached && cached.sort === sort && cached.before === before && cached.columns === columns) return cached.model;
    if (sort && (known?.column !== sort.id || known.before !== before || known.columns !== columns))
      known = { column: sort.id, before, columns, orders: new Map() };
    cached = { sort, before, columns, model: sort && known ? sorted(table, before, sort, known.orders) : before };
    return cached.model;
  };
}

function sorted(table: SortedTable, before: Lines, sort: Sort, orders: Known["orders"]): Lines {
  const column = table.getColumn(sort.id);
  if (!column) return before;
  const { accessorFn: read } = column;
  const { sortFn } = column.columnDef;
  const compare = typeof sortFn === "function" ? (a: Line, b: Line) => sortFn(a, b, sort.id) : undefined;
  // Only groups compute their value; for plain rows, reading the field directly is faster than `getValue`.
  const value = (line: Line) =>
    (read && line.subRows.length === 0 ? read(line.original, line.index) : line.getValue(sort.id)) as Value;
  const inOrder = (lines: readonly Line[]): Line[] => {
    const order = orders.get(lines) ?? ascending(lines, value, compare);
    orders.set(lines, order);
    return sort.desc ? descending(order) : [...order.items, ...order.missing];
  };
  const flatRows: Line[] = [];
  const rows = inOrder(before.rows).map((line) => {
    // Copies the group, since the unsorted row model uses the same object with a different order.
    const shown = line.subRows.length === 0 ? line : withRows(line, inOrder(line.subRows));
    flatRows.push(shown);
    for (const inside of shown.subRows) flatRows.push(inside);
    return shown;
  });
  return {
    rows,
    flatRows,
    get rowsById() {
      return before.rowsById;
    },
  };
}

function withRows(group: Line, subRows: Line[]): Line {
  const copy = Object.create(Object.getPrototypeOf(group) as object) as Line;
  return Object.assign(copyInstancePropertiesWithoutMemos(copy, group), { subRows });
}
