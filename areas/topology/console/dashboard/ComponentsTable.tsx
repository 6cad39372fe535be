import { type ReactNode, useMemo } from "react";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { type TableView, useTableView } from "#console/widgets/table/table-view.ts";
import { useCardLinks } from "../card/card-links.ts";
import { componentColumns, type ComponentRow } from "./component-columns.tsx";
import { useHeldOrder } from "./held-order.ts";
import type { TopologyDashboard } from "./use-topology.ts";

interface ComponentsTableProps {
  dashboard: TopologyDashboard;
  toolbar: ReactNode;
  empty: ReactNode;
}

/** The components of the cards as rows, in the same order. */
export function ComponentsTable({ dashboard, toolbar, empty }: ComponentsTableProps) {
  const { of, query, components, viewKey, filters, agentNames, distinctions, sort, carried } = dashboard;
  const links = useCardLinks({ query: carried, of });
  const columns = useMemo(() => componentColumns(agentNames, distinctions), [agentNames, distinctions]);
  const { shown, pointer } = useHeldOrder(components, viewKey);
  const rows = useMemo(() => shown?.map(({ item, isGone }): ComponentRow => ({ ...item, isGone })), [shown]);
  const arranged = useMemo(
    () => rows && { lines: rows.map((row) => ({ type: "row" as const, row })), view: viewKey },
    [rows, viewKey],
  );
  const own = useTableView();
  const view: TableView = {
    ...own,
    groupBy: "",
    sort: { id: sort.by, desc: sort.order === "desc" },
    // A third click on a column title would remove the sort order, but the server always needs a sort order.
    changeSort: (next) =>
      next ? sort.change({ by: next.id, order: next.desc ? "desc" : "asc" }) : sort.choose(sort.by),
  };
  return (
    <div className="min-h-0 flex-1 p-4 pb-0" {...pointer}>
      <DataTable
        id="topology.components"
        caption="Components"
        columns={columns}
        rows={{ ...query, data: rows }}
        arranged={arranged}
        keyOf={keyOf}
        view={view}
        filters={filters}
        toolbar={toolbar}
        hrefOf={(row) => links.component(row)}
        emptyState={empty}
      />
    </div>
  );
}

const keyOf = ({ id }: ComponentRow) => id;
