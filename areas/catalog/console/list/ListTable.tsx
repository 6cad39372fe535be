import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useLayout } from "#console/widgets/table/layout.ts";
import type { PageOfRows } from "#console/widgets/table/row-source.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import type { Agents } from "../parts/agents.ts";
import { configPath } from "../parts/config-path.ts";
import { arrangeItems } from "./arrange-items.ts";
import { EmptyCatalog } from "./EmptyCatalog.tsx";
import { type Facet, printFacets } from "./facet.ts";
import { listColumns } from "./list-columns.tsx";
import type { Item } from "./list-query.ts";

interface ListTableProps {
  query: UseQueryResult<PageOfRows<Item>>;
  configType: string;
  facets: readonly Facet[];
  filters: Filters;
  agents: Agents | undefined;
  view: TableView;
  toolbar: ReactNode;
  /** Content between the toolbar and the rows. */
  overview: ReactNode;
  exportRows: () => Promise<readonly Item[]>;
}

const ID = "catalog.list";

/** The items of one type or of a search. */
export function ListTable(props: ListTableProps) {
  const { query, configType, facets, filters, agents, view, toolbar, overview, exportRows } = props;
  const rows = query.data?.rows;
  const readAt = query.dataUpdatedAt;
  const keys = useKeys(rows);
  const isNarrow = useMedia(NARROW_TABLE);
  const columns = useMemo(
    () => listColumns({ facets, isOfOneType: configType !== "", keys, agents, isNarrow }),
    [facets, configType, keys, agents, isNarrow],
  );
  const arranged = useMemo(
    () =>
      rows && facets.length > 0
        ? {
            lines: arrangeItems(rows, facets, { now: readAt, agents }),
            view: [printFacets(facets), configType, view.sort?.id, view.sort?.desc, view.pageIndex].join(" "),
          }
        : undefined,
    [rows, facets, configType, view, readAt, agents],
  );
  return (
    <DataTable
      id={ID}
      caption="Config items"
      columns={columns}
      rows={query}
      arranged={arranged}
      areGroupsOpen
      keyOf={keyOfItem}
      view={view}
      paging="server"
      filters={filters}
      toolbar={toolbar}
      overview={overview}
      hrefOf={({ id }) => configPath(id)}
      exportRows={exportRows}
      empty="No config items"
      emptyDetail={<EmptyCatalog />}
    />
  );
}

const keyOfItem = ({ id }: Item) => id;

/** Keys of tags and labels on this page, and keys whose columns the user has switched on. */
function useKeys(rows: readonly Item[] | undefined): readonly string[] {
  const [{ shown }] = useLayout(ID);
  const found = new Set(Object.keys(shown).filter((id) => shown[id] && /^(?:tag|label):/.test(id)));
  for (const { tags, labels } of rows ?? []) {
    for (const key in tags) found.add(`tag:${key}`);
    for (const key in labels) found.add(`label:${key}`);
  }
  const printed = [...found].sort().reverse().join("\n");
  return useMemo(() => (printed === "" ? [] : printed.split("\n")), [printed]);
}
