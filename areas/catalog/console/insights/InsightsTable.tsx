import { type ReactNode, useCallback, useMemo } from "react";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { arrangeInsights } from "./arrange-insights.ts";
import { insightColumns, insightColumnsOfItem } from "./insight-columns.tsx";
import { groupOptions } from "./insight-filters.ts";
import { InsightDialog } from "./InsightDialog.tsx";
import { allInsights, type Insight } from "./insights-query.ts";
import { type Insights, useInsights } from "./use-insights.ts";

interface InsightsTableProps {
  /** Only those of one item. */
  of?: { id: string };
  emptyDetail: ReactNode;
  /** For the page around it, which refreshes and says what failed. */
  children?: (insights: Insights, table: ReactNode) => ReactNode;
}

const insightUrl = urlState({ insight: text() });

/** What analyzers found, with everything that narrows it in the address, the open one included. */
export function InsightsTable({ of, emptyDetail, children }: InsightsTableProps) {
  const insights = useInsights(of);
  const { filters, options, view, groupBy, changeGroupBy, asked, query } = insights;
  const [{ insight: openId }, change] = useUrl(insightUrl);
  const open = useCallback(({ id }: Insight) => void change({ insight: id }), [change]);
  const rows = query.data?.rows;
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
        columns={of ? insightColumnsOfItem : insightColumns}
        rows={query}
        arranged={arranged}
        areGroupsOpen
        keyOf={keyOfInsight}
        view={view}
        paging="server"
        filters={filters}
        toolbar={
          <FilterBar filters={filters} options={options} label="Filters of insights">
            <ChoiceFilter
              label="Group By"
              all={false}
              options={of ? groupOptions.filter(({ value }) => value !== "config_name") : groupOptions}
              value={groupBy}
              change={changeGroupBy}
            />
          </FilterBar>
        }
        open={open}
        exportRows={() => allInsights(asked)}
        // Nobody has chosen that only open ones are shown.
        empty={filters.reset === undefined ? "No open insights" : "No insights"}
        emptyDetail={emptyDetail}
      />
      <InsightDialog id={openId} close={() => void change({ insight: undefined })} />
    </>
  );
  return children ? children(insights, table) : table;
}

const keyOfInsight = ({ id }: Insight) => id;
