import { useMemo } from "react";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import type { Json } from "#language/columns.ts";

interface ResultTableProps {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, Json>>[];
}

interface NumberedRow {
  key: string;
  values: Readonly<Record<string, Json>>;
}

/** The rows of a query. */
export function ResultTable({ columns: names, rows }: ResultTableProps) {
  const view = useTableView({ name: "rows" });
  const numbered = useMemo(() => rows.map((values, index): NumberedRow => ({ key: String(index), values })), [rows]);
  const columns = useMemo(
    () =>
      names.map((name, index): Column<NumberedRow> => ({
        id: `column-${index}`,
        title: name,
        minWidth: 128,
        value: ({ values }) => textOf(values[name]),
        ...(index === 0 && { isName: true as const }),
      })),
    [names],
  );
  return (
    <div className="h-full min-h-96 p-3">
      <DataTable
        id="playbook-result"
        caption="Rows"
        columns={columns}
        rows={numbered}
        keyOf={({ key }) => key}
        view={view}
        paging="client"
        empty="The query returned no rows"
      />
    </div>
  );
}

const textOf = (value: Json | undefined) =>
  value === null || value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
