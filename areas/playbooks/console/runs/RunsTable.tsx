import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useAgentOptions } from "#console/resources/agent-names.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { type FilterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import type { TimeRange } from "#lib/time/time-range.ts";
import { playbookNames } from "../parts/playbooks-query.ts";
import { runPath } from "../parts/paths.ts";
import { statusOptions } from "../parts/status-words.ts";
import { runColumns } from "./run-columns.tsx";
import { allRuns, runsPage, type RunRow, type RunsAsked } from "./runs-query.ts";

interface RunsTableProps {
  id: string;
  filters: FilterSet;
  /** The default time range; if undefined, all runs are shown. */
  time?: TimeRange;
  of?: RunsAsked["of"];
  /** Shows only the runs of this playbook. */
  playbook?: string;
  without?: readonly string[];
  emptyDetail?: ReactNode;
  emptyAction?: ReactNode;
  /** Wraps the table in a page that refreshes it and shows its errors. */
  children?: (query: ReturnType<typeof useRuns>["query"], table: ReactNode) => ReactNode;
}

const FOLLOWED = { relations: ["playbook_runs"], everyMs: 1000 };

function useRuns({ filters: set, time, of, playbook }: RunsTableProps) {
  const filters = useFilters(set);
  const view = useTableView();
  const { range, change: changeRange } = useTimeRange(time);
  const timeZone = useTimeZone();
  const text = (name: string) => (name === "playbook" && playbook !== undefined ? playbook : filters.text(name));
  const asked = { filters: { text }, range, timeZone, view, of };
  const query = useQuery(runsPage(asked));
  useFollowed(query, FOLLOWED);
  return { filters, view, range, changeRange, asked, query };
}

/** Runs of playbooks; a row opens the page of the run. */
export function RunsTable(props: RunsTableProps) {
  const { id, time, without, emptyDetail, emptyAction, children } = props;
  const { filters, view, range, changeRange, asked, query } = useRuns(props);
  const names = useQuery({ ...playbookNames, enabled: props.filters["playbook"] !== undefined }).data;
  const agents = useAgentOptions(filters.text("agent_id"));
  const options = useMemo(
    () => ({
      playbook: names?.map(({ id: value, title: label }) => ({ value, label })),
      status: statusOptions,
      agent_id: agents,
    }),
    [names, agents],
  );
  const columns = useMemo(() => runColumns(without), [without]);
  const table = (
    <DataTable
      id={id}
      caption="Runs"
      columns={columns}
      rows={query}
      keyOf={keyOfRun}
      view={view}
      paging="server"
      pageSizes="simple"
      filters={filters}
      toolbar={
        <FilterBar filters={filters} options={options}>
          {time && <TimeRangePicker range={range} onChange={(next) => void changeRange(next)} />}
        </FilterBar>
      }
      hrefOf={(run) => runPath(run.id)}
      exportRows={() => allRuns(asked)}
      empty="No runs"
      emptyIcon="history"
      emptyDetail={emptyDetail}
      emptyAction={emptyAction}
    />
  );
  return children ? children(query, table) : table;
}

const keyOfRun = ({ id }: RunRow) => id;
