import { type ReactNode, useCallback, useMemo } from "react";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { arrangeInsights } from "./arrange-insights.ts";
import { insightColumns } from "./insight-columns.tsx";
import { groupOptions } from "./insight-filters.ts";
import { InsightDialog } from "./InsightDialog.tsx";
import { allInsights, type Insight } from "./insights-query.ts";
import { SeverityTotals } from "./SeverityTotals.tsx";
import { type Insights, useInsights } from "./use-insights.ts";

interface InsightsTableProps {
  /** Only insights of this item. */
  of?: { id: string };
  emptyDetail: ReactNode;
  /** Renders the page around the table. The page handles refreshing and errors. */
  children?: (insights: Insights, table: ReactNode) => ReactNode;
}

const insightUrl = urlState({ insight: text() });

/** A table of insights. Filters and the open insight are stored in the URL. */
export function InsightsTable({ of, emptyDetail, children }: InsightsTableProps) {
  const insights = useInsights(of);
  const { filters, options, view, groupBy, changeGroupBy, request, query } = insights;
  const [{ insight: openId }, change] = useUrl(insightUrl);
  const open = useCallback(({ id }: Insight) => void change({ insight: id }), [change]);
  const rows = query.data?.rows;
  const isOfItem = of !== undefined;
  const statuses = [...filters.states("status").values()];
  const hasOneStatus = statuses.length === 1 && statuses[0] === "include";
  const columns = useMemo(() => insightColumns({ isOfItem, hasOneStatus }), [isOfItem, hasOneStatus]);
  const arranged = useMemo(
    () =>
      rows && groupBy !== "none"
        ? { lines: arrangeInsights(rows, groupBy), view: [groupBy, view.pageIndex, view.sort?.id].join(" ") }
        : undefined,
    [rows, groupBy, view],
  );
  const table = (
    <>
      <DataTable
        id={of ? "catalog.item.insights" : "catalog.insights"}
        caption="Insights"
        columns={columns}
        rows={query}
        arranged={arranged}
        areGroupsOpen
        keyOf={keyOfInsight}
        view={view}
        paging="server"
        filters={filters}
        toolbar={
          <FilterBar
            filters={filters}
            options={options}
            label="Insight filters"
            choices={
              <ChoiceFilter
                label="Group By"
                all={false}
                neutral="none"
                options={of ? groupOptions.filter(({ value }) => value !== "config_name") : groupOptions}
                value={groupBy}
                change={changeGroupBy}
              />
            }
          />
        }
        overview={!of && <SeverityTotals request={request} filters={filters} />}
        open={open}
        exportRows={() => allInsights(request)}
        // By default only open insights are shown.
        empty={filters.reset === undefined ? "No open insights" : "No insights"}
        emptyDetail={emptyDetail}
      />
      <InsightDialog id={openId} close={() => void change({ insight: undefined })} />
    </>
  );
  return children ? children(insights, table) : table;
}

const keyOfInsight = ({ id }: Insight) => id;
