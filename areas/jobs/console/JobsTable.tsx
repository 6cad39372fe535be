import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useAgentOptions } from "#console/resources/agent-names.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { printJobName } from "#console/widgets/badge/JobStatus.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { type FilterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { ZoneNote } from "#console/widgets/time/Timestamp.tsx";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { countOf } from "#lib/text/words.ts";
import type { TimeRange } from "#lib/time/time-range.ts";
import { jobColumnsFor } from "./job-columns.tsx";
import { JobDetails } from "./JobDetails.tsx";
import { durationOptions, resourceTypeOptions, statusOptions } from "./jobs-filters.ts";
import { allJobs, type Job, jobNames, type JobsAsked, jobsPage } from "./jobs-query.ts";

interface JobsTableProps {
  id: string;
  filters: FilterSet;
  /** The default time range; if undefined, all runs are shown. */
  time?: TimeRange;
  of?: JobsAsked["of"];
  emptyDetail: string;
  /** Renders the page around the table. The page handles refreshing and errors. */
  children?: (query: ReturnType<typeof useJobs>["query"], table: React.ReactNode) => React.ReactNode;
}

const NEWEST_FIRST = { id: "created_at", desc: true };
const KEPT = ["duration"];
const jobUrl = urlState({ job: text() });

function useJobs({ filters: set, time, of }: Pick<JobsTableProps, "filters" | "time" | "of">) {
  const filters = useFilters(set);
  const view = useTableView({ sort: NEWEST_FIRST, pageSize: 150, isOwnSize: true });
  const { range, change: changeRange } = useTimeRange(time, { keeps: KEPT });
  const timeZone = useTimeZone();
  const asked = { filters, range, timeZone, view, of };
  return { filters, view, range, changeRange, asked, query: useQuery(jobsPage(asked)) };
}

/** A table of job runs. Filters and the open run are stored in the URL. */
export function JobsTable({ id, emptyDetail, children, ...shown }: JobsTableProps) {
  const { filters, view, range, changeRange, asked, query } = useJobs(shown);
  const names = useQuery(jobNames);
  const agents = useAgentOptions(filters.text("agent_id"));
  const [{ job: openId }, change] = useUrl(jobUrl);
  const options = useMemo(
    () => ({
      name: names.data?.map(({ name }) => ({ value: name, label: printJobName(name) })),
      resource_type: resourceTypeOptions,
      status: statusOptions,
      duration: durationOptions,
      agent_id: agents,
    }),
    [names.data, agents],
  );
  const open = useCallback((job: Job) => void change({ job: job.id }), [change]);
  const jobs = query.data?.rows;
  const isOfResource = shown.of !== undefined;
  const isNarrow = useMedia(NARROW_TABLE);
  const columns = useMemo(() => jobColumnsFor(jobs, { isOfResource, isNarrow }), [jobs, isOfResource, isNarrow]);
  const table = (
    <>
      <DataTable
        id={id}
        caption="Job history"
        columns={columns}
        rows={query}
        keyOf={keyOfJob}
        view={view}
        paging="server"
        filters={filters}
        toolbar={
          <FilterBar filters={filters} options={options}>
            <TimeRangePicker range={range} onChange={(next) => void changeRange(next)} />
          </FilterBar>
        }
        overview={<Outcomes jobs={query.data?.total === query.data?.rows.length ? query.data?.rows : undefined} />}
        open={open}
        exportRows={() => allJobs(asked)}
        footnote={
          isNarrow ? (
            "one row per run"
          ) : (
            <>
              one row per run, <ZoneNote />
            </>
          )
        }
        emptyDetail={emptyDetail}
      />
      <JobDetails
        id={openId}
        known={query.data?.rows.find((job) => job.id === openId)}
        close={() => void change({ job: undefined })}
      />
    </>
  );
  return children ? children(query, table) : table;
}

/**
 * Counts the listed runs that failed or warned, which may be far apart in a list by time. Runs whose job has succeeded
 * since are counted separately, since nothing has to be done about them. The line keeps its height while runs load or
 * are on several pages, so that the table does not move.
 */
function Outcomes({ jobs }: { jobs: readonly Job[] | undefined }) {
  const { failed = [], warned = [], recovered = [] } = Object.groupBy(jobs ?? [], outcomeOf);
  const isGood = jobs && failed.length + warned.length + recovered.length === 0;
  return (
    <p className="flex h-7 shrink-0 gap-3">
      {failed.length > 0 && (
        <span className="text-unhealthy-text">{countOf(failed.length, "failed run", "failed runs")}</span>
      )}
      {warned.length > 0 && (
        <span className="text-warning-text">{countOf(warned.length, "run", "runs")} with warnings</span>
      )}
      {recovered.length > 0 && (
        <span title="A later run of the same job succeeded" className="text-muted">
          {failed.length + warned.length === 0 && recovered.length > 1 && "All "}
          {countOf(recovered.length, "run has", "runs have")} recovered
        </span>
      )}
      {isGood && <span className="text-muted">No failures</span>}
    </p>
  );
}

const outcomeOf = ({ status, recovered_at: recoveredAt }: Job) =>
  status !== "FAILED" && status !== "WARNING"
    ? "other"
    : recoveredAt !== null
      ? "recovered"
      : status === "FAILED"
        ? "failed"
        : "warned";

const keyOfJob = ({ id }: Job) => id;
