import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useUrl } from "#console/url/url-state.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { FilterChips } from "#console/widgets/filter/FilterChips.tsx";
import { FiltersButton } from "#console/widgets/filter/FiltersButton.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { allRuns, type CheckDetail, historyOf, type Run } from "./check-query.ts";
import { HISTORY, historyFilters, RESETS, runUrl } from "./check-url.ts";
import { DurationFilter } from "./DurationFilter.tsx";
import { historyColumns } from "./history-columns.tsx";
import { OpenRuns } from "./OpenRuns.tsx";
import { describeSpan } from "./time-spans.ts";

interface HistoryProps {
  check: CheckDetail;
  span: string;
}

const NEWEST_FIRST = { id: "time", desc: true };
const PAGE_SIZE = 50;
const statuses = [
  { value: "healthy", label: "Healthy" },
  { value: "unhealthy", label: "Unhealthy" },
];
const [STATUS, DURATION] = ["history.status", "history.duration"] as const;

/** The runs of a check, newest first by default. */
export function History({ check, span }: HistoryProps) {
  const filters = useFilters(historyFilters, RESETTING);
  const view = useTableView({ name: HISTORY, sort: NEWEST_FIRST, pageSize: PAGE_SIZE, isOwnSize: true });
  const [, change] = useUrl(runUrl);
  const [status, duration] = [filters.text(STATUS), filters.text(DURATION)];
  const { pageIndex, pageSize, sort } = view;
  const query = { id: check.id, span, last: check.last_runtime, status, duration, sort };
  const found = useQuery(historyOf({ ...query, pageIndex, pageSize }));
  const open = useCallback((run: Run) => void change({ run: run.time }), [change]);
  const actions = useMemo(
    () => [
      {
        label: "Compare",
        icon: "columns-2" as const,
        run: (_rows: readonly Run[], times: readonly string[]) =>
          times.length === 2
            ? void change({ compare: times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).join("_") })
            : toast.error("Choose two runs to compare them."),
      },
    ],
    [change],
  );
  const isPhone = useMedia(NARROW_TABLE);
  const controls = (
    <>
      <ChoiceFilter
        label="Status"
        all="All"
        options={statuses}
        value={status}
        change={(value) => filters.changeText(STATUS, value)}
      />
      <DurationFilter value={duration} change={(value) => filters.changeText(DURATION, value)} />
    </>
  );
  return (
    <div className="h-full pt-3 in-[[role=dialog]]:[--table-ground:var(--raised)]">
      <DataTable
        id="check-history"
        caption="History"
        columns={historyColumns}
        rows={found}
        keyOf={timeOf}
        view={view}
        paging="server"
        filters={filters}
        toolbar={
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div role="search" aria-label="Filter the history" className="flex flex-wrap items-start gap-2">
              {isPhone ? (
                <FiltersButton count={filters.chips.length} popupClassName="w-(--available-width)">
                  {() => <div className="flex flex-col gap-2 p-3">{controls}</div>}
                </FiltersButton>
              ) : (
                controls
              )}
            </div>
            <FilterChips filters={filters} />
          </div>
        }
        open={open}
        actions={actions}
        exportRows={() => allRuns(query)}
        isDense
        emptyDetail={
          check.last_runtime === null
            ? "The check has not run yet."
            : `The check did not run in the last ${describeSpan(span).replace(/^1 /, "")}.`
        }
      />
      <OpenRuns check={check} />
    </div>
  );
}

const RESETTING = { resets: RESETS };
const timeOf = ({ time }: Run) => time;
