import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { Slot, useSlot } from "#console/shell/Slot.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { checkStatusLabels, jobStatusLabels } from "#console/widgets/badge/JobStatus.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { filterSet, type FilterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { useMedia, NARROW_TABLE } from "#console/widgets/use-media.ts";
import { useAgentOptions } from "./agent-names.ts";
import { checkTotals, listColumns, reasonsIn } from "./list-columns.tsx";
import { useOriginNames } from "./origin-names.ts";
import { listed } from "./resource-client.ts";
import type { SettingsResource } from "./settings-resource.ts";
import type { ListedResource } from "./resource-row.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
const jobUrl = urlState({ jobOf: text() });
const filterByName = filterSet({ search: { type: "search", label: "Search by name" } });
const filterByJob = filterSet({ ...filterByName, status: { type: "choice", label: "Job Status" } });
const filterByResult = filterSet({ ...filterByName, status: { type: "choice", label: "Last Result" } });
const filterByRareJob = filterSet({
  ...filterByName,
  status: { type: "choice", label: "Job Status", isChipOnly: true },
});
/** Each filter set with an additional filter for the agent, which the page of an agent sets. */
const withAgent = new Map<FilterSet, FilterSet>(
  [filterByName, filterByJob, filterByResult, filterByRareJob].map((set) => [
    set,
    filterSet({ ...set, agent_id: { type: "choice", label: "Agent", isChipOnly: true } }),
  ]),
);
const optionsWith = (labels: typeof jobStatusLabels) =>
  (["FAILED", "WARNING", "SUCCESS", "RUNNING"] as const).map((value) => ({ value, label: labels[value] }));
const jobOptions = optionsWith(jobStatusLabels);
const resultOptions = optionsWith(checkStatusLabels);

/** The page that lists the resources of one kind. */
export function ResourceList({ resource }: { resource: SettingsResource }) {
  const { content, actions, refresh } = useResourceList(resource);
  return (
    <Page title={resource.title} refresh={refresh} actions={actions}>
      {content}
    </Page>
  );
}

/** The parts of the list, for pages that show other content around it. */
export function useResourceList(resource: SettingsResource) {
  const { path, title, name, table, kind, order = NEWEST_FIRST } = resource;
  const mayWrite = useActor().can("write", resource.resource);
  const navigate = useNavigate();
  const filters = useFilters(filtersOf(resource));
  const agentId = filters.text("agent_id");
  const agents = useAgentOptions(agentId);
  const options = useMemo(
    () => ({
      status: resource.hasChecks ? resultOptions : jobOptions,
      agent_id: agents,
    }),
    [resource.hasChecks, agents],
  );
  const view = useTableView({ sort: order });
  const found = useQuery(
    listed(resource, {
      search: filters.text("search"),
      jobStatus: filters.text("status"),
      agentId,
      sort: view.sort ?? order,
    }),
  );
  const [{ jobOf }, change] = useUrl(jobUrl);
  const names = useOriginNames(found.data?.rows ?? NO_ROWS);
  const isNarrow = useMedia(NARROW_TABLE);
  const hasJobDetails = useSlot("resource.job").length > 0;
  const all = found.data?.rows ?? NO_ROWS;
  const reasons = useMemo(() => reasonsIn(all, resource.jobReason), [all, resource.jobReason]);
  const isFiltered = filters.chips.length > 0;
  const hidesJobs = resource.areJobsRare === true && !isFiltered && !all.some(({ job_status: status }) => status);
  const columns = useMemo(
    () =>
      listColumns(hidesJobs ? { ...resource, hasJobs: false } : resource, {
        names,
        openJob: hasJobDetails ? (id) => void change({ jobOf: id }) : undefined,
        reasons,
        isNarrow,
      }),
    [resource, hidesJobs, names, hasJobDetails, change, reasons, isNarrow],
  );
  const shown = found.data?.rows.length ?? 0;
  const total = found.data?.total ?? 0;
  const add = () => void navigate({ to: `${path}/new` });
  const actions = mayWrite && (
    <Button look="primary" icon="plus" onClick={add}>
      Add {name}
    </Button>
  );
  const content = (
    <div className="flex h-full flex-col p-4 pb-0">
      <div className="min-h-0 flex-1">
        <DataTable
          id={`settings.${table}`}
          caption={title}
          columns={columns}
          rows={found}
          keyOf={keyOfResource}
          view={view}
          filters={filters}
          toolbar={<FilterBar filters={filters} options={options} />}
          hrefOf={resource.rowHref ?? (({ id }) => `${path}/${id}`)}
          footnote={resource.hasChecks && all.length > 0 && checkTotals(all)}
          empty={isFiltered ? "No resources found" : `No ${title.toLowerCase()}`}
          emptyDetail={resource.purpose}
          emptyIcon={resource.icon}
          emptyAction={
            mayWrite && (
              <Button icon="plus" onClick={add}>
                Add the first {name.toLowerCase()}
              </Button>
            )
          }
        />
      </div>
      {total > shown && (
        <p role="status" className="border-t border-line px-3 py-2 text-muted">
          The first {shown.toLocaleString("en")} of {total.toLocaleString("en")} are shown. Search by name to find
          others.
        </p>
      )}
      {jobOf !== "" && (
        <Slot name="resource.job" of={{ id: jobOf, kind, close: () => void change({ jobOf: undefined }) }} />
      )}
    </div>
  );
  return { content, actions, refresh: found };
}

function filtersOf(resource: SettingsResource): FilterSet {
  const set = ownFiltersOf(resource);
  return resource.runsOnAgents ? withAgent.get(set)! : set;
}

function ownFiltersOf({ hasJobs, hasFaults, hasChecks, areJobsRare }: SettingsResource): FilterSet {
  if (!hasJobs && !hasFaults) return filterByName;
  return areJobsRare ? filterByRareJob : hasChecks ? filterByResult : filterByJob;
}

const NO_ROWS: readonly ListedResource[] = [];
const keyOfResource = ({ id }: ListedResource) => id;
