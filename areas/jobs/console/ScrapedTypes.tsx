import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { ScrapedType, ScrapeSummary } from "./job-details.ts";

const count = (id: keyof ScrapedType, title: string): Column<ScrapedType> => ({
  id,
  title,
  width: 96,
  align: "right",
  total: (rows) => rows.reduce((sum, row) => sum + Number(row[id]), 0).toLocaleString("en"),
});

const columns: readonly Column<ScrapedType>[] = [
  {
    id: "type",
    title: "Config Type",
    isName: true,
    minWidth: 200,
    cell: ({ type }) => <Truncated text={type} />,
    total: () => "All types",
  },
  count("added", "Added"),
  count("updated", "Updated"),
  count("unchanged", "Unchanged"),
  count("deleted", "Deleted"),
  count("changes", "Changes"),
  count("deduped", "Deduped"),
  {
    id: "warnings",
    title: "Warnings",
    minWidth: 160,
    sort: false,
    value: ({ warnings }) => warnings.join("\n"),
    cell: ({ warnings }) => <Warnings warnings={warnings} />,
  },
];

/** The items that a scraper found, by type. */
export function ScrapedTypes({ summary: { types, rest } }: { summary: ScrapeSummary }) {
  return (
    <div className="flex flex-col gap-4 pt-3 [--table-ground:var(--raised)]">
      <DataTable
        id="scraped-types"
        caption="Scrape Summary"
        columns={columns}
        rows={types}
        keyOf={keyOfType}
        view={useTableView({ name: "scraped" })}
        fit="content"
        hasTools={false}
      />
      {rest !== undefined && <DataViewer value={rest} title="More of the summary" className="max-h-[40dvh]" />}
    </div>
  );
}

const keyOfType = ({ type }: ScrapedType) => type;

/** Shows the first warning, and all of them on hover. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const [first, ...others] = warnings;
  if (first === undefined) return null;
  return (
    <span title={warnings.join("\n")} className="flex items-center gap-1.5">
      <span className="truncate text-warning-text">{first}</span>
      {others.length > 0 && <span className="text-muted">+{others.length}</span>}
    </span>
  );
}
