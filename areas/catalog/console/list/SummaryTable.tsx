import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import type { RowsQuery } from "#console/widgets/table/row-source.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { useMedia, NARROW_TABLE } from "#console/widgets/use-media.ts";
import type { SummaryRow } from "../../contract.ts";
import { EmptyCatalog } from "./EmptyCatalog.tsx";
import { type Facet, printFacets } from "./facet.ts";
import { linePath } from "./line-path.ts";
import { pinnedTypes } from "./pinned-types.ts";
import { summaryColumns } from "./summary-columns.tsx";
import { arrangeSummary, linesOf, type SummaryLine } from "./summary-line.ts";

interface SummaryTableProps {
  query: Omit<RowsQuery<SummaryRow>, "data"> & { data: readonly SummaryRow[] | undefined };
  facets: readonly Facet[];
  filters: Filters;
  toolbar: ReactNode;
}

/** The numbers of items, by type or another grouping. */
export function SummaryTable({ query, facets, filters, toolbar }: SummaryTableProps) {
  const view = useTableView();
  const navigate = useNavigate();
  const pinned = usePreference(pinnedTypes);
  const { data } = query;
  const lines = useMemo(() => data && linesOf(data, facets), [data, facets]);
  const typeAt = facets.findIndex((facet) => facet.type === "field" && facet.field === "type");
  const arranged = useMemo(
    () =>
      lines && {
        lines: arrangeSummary(lines, {
          facets,
          sort: view.sort,
          isPinned: ({ values }) => typeAt === facets.length - 1 && pinned.has(values[typeAt] ?? ""),
        }),
        view: `${printFacets(facets)} ${view.sort?.id} ${view.sort?.desc}`,
      },
    [lines, facets, view.sort, pinned, typeAt],
  );
  const pathOf = useCallback(
    (line: Pick<SummaryLine, "values">, health?: string) =>
      linePath(line, { facets, filters, ...(health !== undefined && { health }) }),
    [facets, filters],
  );
  const isNarrow = useMedia(NARROW_TABLE);
  const columns = useMemo(() => summaryColumns({ facets, pathOf, isNarrow }), [facets, pathOf, isNarrow]);
  const [first] = facets;
  return (
    <DataTable
      id="catalog.summary"
      caption="Catalog by type"
      columns={columns}
      rows={{ ...query, data: lines }}
      arranged={arranged}
      keyOf={keyOfLine}
      view={view}
      // There are few providers, but other groupings may have thousands of values.
      areGroupsOpen={first?.type === "field" && first.field === "config_class"}
      filters={filters}
      toolbar={toolbar}
      open={(line) => void navigate({ href: pathOf(line) })}
      empty="The catalog is empty"
      emptyDetail={<EmptyCatalog />}
    />
  );
}

const keyOfLine = ({ key }: SummaryLine) => key;
