// Rows by the value of a column. The library asks every row for its value at every comparison; here each is asked once.
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

/** What was sorted last. Turned around it need not be sorted again. */
interface Known {
  column: string;
  before: Lines;
  columns: unknown;
  /** By the lines that were sorted: all of them, or those of a group. */
  orders: Map<readonly Line[], Ascending<Line>>;
}

export function sortRows(table: SortedTable) {
  let known: Known | undefined;
  let made: { sort: Sort | undefined; before: Lines; columns: unknown; model: Lines } | undefined;
  return (): Lines => {
    const sort = table.atoms.sorting?.get()[0];
    const before = table.getPreSortedRowModel();
    const { columns } = table.options;
    if (made && made.sort === sort && made.before === before && made.columns === columns) return made.model;
    if (sort && (known?.column !== sort.id || known.before !== before || known.columns !== columns))
      known = { column: sort.id, before, columns, orders: new Map() };
    made = { sort, before, columns, model: sort && known ? sorted(table, before, sort, known.orders) : before };
    return made.model;
  };
}

function sorted(table: SortedTable, before: Lines, sort: Sort, orders: Known["orders"]): Lines {
  const column = table.getColumn(sort.id);
  if (!column) return before;
  const { accessorFn: read } = column;
  const { sortFn } = column.columnDef;
  const compare = typeof sortFn === "function" ? (a: Line, b: Line) => sortFn(a, b, sort.id) : undefined;
  // Only a group has to work out its value; to ask a row takes longer than to look.
  const value = (line: Line) =>
    (read && line.subRows.length === 0 ? read(line.original, line.index) : line.getValue(sort.id)) as Value;
  const inOrder = (lines: readonly Line[]): Line[] => {
    const order = orders.get(lines) ?? ascending(lines, value, compare);
    orders.set(lines, order);
    return sort.desc ? descending(order) : [...order.items, ...order.missing];
  };
  const flatRows: Line[] = [];
  const rows = inOrder(before.rows).map((line) => {
    // A group that is shared with the step before keeps its own order there.
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
