// The core row model of the table library, with a cache: rows that remain after a filter change are reused. Creating
// ten thousand row objects for every key press would be slow.
import {
  constructRow,
  type Row as ModelRow,
  type RowModel,
  type Table,
  type TableFeatures,
} from "@tanstack/react-table";

type Line = ModelRow<TableFeatures, object>;
type Lines = RowModel<TableFeatures, object>;

export function keepRows(table: Table<TableFeatures, object>) {
  let columns: unknown;
  let rowOf = new WeakMap<object, Line>();
  let cached: { data: unknown; model: Lines } | undefined;

  return (): Lines => {
    const { data } = table.options;
    if (cached && cached.data === data && columns === table.options.columns) return cached.model;
    // Row objects cache their column values, so new columns invalidate them.
    if (columns !== table.options.columns) rowOf = new WeakMap();
    columns = table.options.columns;
    const rows = data.map((record, index) => {
      const id = table.getRowId(record, index);
      const before = rowOf.get(record);
      if (before?.id === id) {
        before.index = index;
        return before;
      }
      const row = constructRow(table, id, record, index, 0);
      rowOf.set(record, row);
      return row;
    });
    const model = {
      rows,
      flatRows: rows,
      /** Computed lazily, because it is rarely used and takes as long as the rest of the model. */
      get rowsById() {
        return Object.fromEntries(rows.map((row) => [row.id, row]));
      },
    };
    cached = { data, model };
    return model;
  };
}
