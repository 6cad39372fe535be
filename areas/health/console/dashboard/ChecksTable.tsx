import { type ReactNode, useMemo, useState } from "react";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { BulkActions } from "../several/bulk-actions.tsx";
import type { Check } from "./check.ts";
import { createDrawnChecks } from "./drawn-checks.ts";
import { healthColumns, ROOMY } from "./health-columns.tsx";
import { pivotTableColumns } from "./pivot-columns.tsx";
import { RowFigures } from "./RowFigures.tsx";
import type { Dashboard } from "./use-dashboard.ts";
import type { HealthPageView } from "./use-health-view.ts";

export interface ChecksProps {
  dashboard: Dashboard;
  toolbar: ReactNode;
  /** Shown if there are no checks. */
  empty: ReactNode;
  hrefOf: ((check: Check) => string) | undefined;
  open: ((check: Check) => void) | undefined;
  /** Undefined if the list is read-only. */
  bulk?: BulkActions | undefined;
}

/** The checks as a table or as a pivot. */
export function ChecksTable({
  dashboard,
  toolbar,
  empty,
  hrefOf,
  open,
  bulk,
  hasTools,
  canSelect,
}: ChecksProps & { hasTools: boolean; canSelect: boolean }) {
  const { page, summary, arrangement, pivoted, isNew } = dashboard;
  const hasFigures = open !== undefined;
  const isNarrow = useMedia(NARROW_TABLE);
  const isRoomy = useMedia(ROOMY);
  const columns = useMemo(
    () =>
      pivoted
        ? pivotTableColumns(pivoted.columns, pivoted.pivot, isNarrow)
        : healthColumns({ hasFigures, isNarrow, isRoomy }),
    [pivoted, hasFigures, isNarrow, isRoomy],
  );
  const actions = canSelect ? bulk?.actions : undefined;
  const [drawn] = useState(createDrawnChecks);
  const view = useSortView(page);
  const hidden = page.view.hidePassing && page.view.health === "" ? (arrangement?.tally.healthy ?? 0) : 0;
  const arranged = useMemo(
    () => arrangement && { lines: arrangement.lines, view: JSON.stringify([page.view, [...page.view.labels]]) },
    [arrangement, page.view],
  );
  return (
    <RowFigures drawn={drawn} isSignedIn={hasFigures}>
      <div className="h-full p-4 pb-0">
        <DataTable
          key={pivoted ? "pivot" : "table"}
          id={pivoted ? `health pivot ${pivoted.pivot.cell}` : "health"}
          caption="Checks"
          columns={columns}
          rows={{ ...summary, data: arrangement?.checks, refetch: summary.reload }}
          arranged={arranged}
          // If passing checks are hidden, every row needs attention.
          areGroupsOpen={isNew || page.view.hidePassing}
          keyOf={keyOfCheck}
          view={view}
          toolbar={toolbar}
          hasTools={hasTools}
          {...(hrefOf && { hrefOf })}
          {...(open && { open })}
          {...(actions && { actions })}
          onDrawn={pivoted ? undefined : drawn.set}
          emptyState={empty}
          footnote={hidden > 0 && <HiddenPassing count={hidden} show={() => page.choose({ hidePassing: false })} />}
        />
      </div>
      {bulk?.dialogs}
    </RowFigures>
  );
}

const HiddenPassing = ({ count, show }: { count: number; show: () => void }) => (
  <>
    {count.toLocaleString("en")} passing hidden{" "}
    <button type="button" onClick={show} className="h-6 min-h-touch px-1 text-link hover:underline">
      Show
    </button>
  </>
);

const keyOfCheck = ({ id }: Check) => id;
const nothing = () => {};

/** The part of the table's view that this page stores: the sort order. */
function useSortView({ url: { sortBy, sortDesc }, change }: HealthPageView): TableView {
  return useMemo(
    () => ({
      sort: { id: sortBy, desc: sortDesc === "true" },
      pageIndex: 0,
      pageSize: Number.MAX_SAFE_INTEGER,
      groupBy: "",
      changeSort: (sort) => change({ sortBy: sort?.id, sortDesc: sort?.desc ? "true" : undefined }),
      changePage: nothing,
      changePageSize: nothing,
      changeGroupBy: nothing,
    }),
    [sortBy, sortDesc, change],
  );
}
