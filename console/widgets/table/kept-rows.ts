// The first step of the library's way from data to rows, with a memory: whoever is still there after a filter changed is
// the same row as before. Ten thousand new ones for every press would be thrown away as fast as they are made.
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
  let made: { data: unknown; model: Lines } | undefined;

  return (): Lines => {
    const { data } = table.options;
    if (made && made.data === data && columns === table.options.columns) return made.model;
    // Rows know the values of their columns.
    if (columns !== table.options.columns) rowOf = new WeakMap();
    columns = table.options.columns;
    const rows = data.map((one, index) => {
      const id = table.getRowId(one, index);
      const before = rowOf.get(one);
      if (before?.id === id) {
        before.index = index;
        return before;
      }
      const row = constructRow(table, id, one, index, 0);
      rowOf.set(one, row);
      return row;
    });
    const model = {
      rows,
      flatRows: rows,
      /** Rarely asked for, and as much work as all the rest. */
      get rowsById() {
        return Object.fromEntries(rows.map((row) => [row.id, row]));
      },
    };
    made = { data, model };
    return model;
  };
}
