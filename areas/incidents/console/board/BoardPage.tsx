import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Count } from "#console/widgets/tabs/tab-look.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { capitalise } from "#lib/text/words.ts";
import { useBoardFilters, useFilterOptions } from "../list/incident-filters.ts";
import { type IncidentRow, resourceOf, rowsOfIncidents } from "../list/incidents-query.ts";
import { incidentPath } from "../parts/incident-path.ts";
import { IncidentsScreen } from "../list/IncidentsScreen.tsx";
import { type IncidentStatus, incidentTypes, typeOf, workflow } from "../parts/incident-words.ts";
import { changeIncident, useIncidentWrite } from "../parts/incident-writes.ts";
import { People } from "../parts/People.tsx";

/** Closed and cancelled incidents are shown only in the list. */
const boardColumns = ["new", "open", "investigating", "mitigated", "resolved"] as const;
type BoardStatus = (typeof boardColumns)[number];

/** Maximum number of cards per column. A column with more cards is hard to read. */
const MAX_CARDS = 500;

/** The incidents as cards in one column per status. */
export function BoardPage() {
  const filters = useBoardFilters();
  const options = useFilterOptions();
  const found = useQuery(rowsOfIncidents(filters, { statuses: boardColumns, limit: MAX_CARDS }));
  return (
    <IncidentsScreen title="Board" refresh={found}>
      <div className="flex h-full min-h-0 flex-col gap-3 p-4">
        <div className="flex shrink-0">
          <FilterBar filters={filters} options={options} />
        </div>
        <div className="flex min-h-0 flex-1 gap-3 overflow-x-auto max-shell:snap-x max-shell:snap-mandatory">
          {boardColumns.map((status) => {
            const incidents = found.data?.filter((each) => each.status === status);
            return (
              <Column
                key={status}
                status={status}
                incidents={incidents}
                isCollapsed={incidents?.length === 0 && found.data?.length !== 0}
              />
            );
          })}
        </div>
        {(found.data?.length ?? 0) >= MAX_CARDS && (
          <p className="text-muted">Only the newest {MAX_CARDS} incidents are shown. Filter them, or use the list.</p>
        )}
      </div>
    </IncidentsScreen>
  );
}

interface ColumnProps {
  status: BoardStatus;
  incidents: readonly IncidentRow[] | undefined;
  /** An empty column is narrow if other columns have incidents, and is left out on a phone. */
  isCollapsed: boolean;
}

/** The incidents of one status. On a phone, a column is as wide as the page, and scrolling stops at each column. */
function Column({ status, incidents, isCollapsed }: ColumnProps) {
  const width = isCollapsed ? "w-24 shrink-0 max-shell:hidden" : "w-72 min-w-52 flex-1 max-shell:min-w-full";
  return (
    <section
      aria-label={capitalise(status)}
      className={`flex snap-start flex-col rounded-md border border-line bg-sunken/50 ${width}`}
    >
      <h2 className="flex h-9 shrink-0 items-center gap-2 px-3 font-medium">
        {capitalise(status)}
        <Count of={incidents?.length} />
      </h2>
      {incidents === undefined ? (
        <div className="p-3">
          <TextSkeleton label={status} lines={4} />
        </div>
      ) : incidents.length === 0 ? (
        <p className="px-3 pb-3 text-muted">None</p>
      ) : (
        <ul className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pb-2">
          {incidents.map((incident) => (
            <Card key={incident.id} incident={incident} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Card({ incident }: { incident: IncidentRow }) {
  const { id, incident_id, title, severity, type, status, created_at, responders, commander } = incident;
  const mayWrite = useActor().can("write", "incident");
  const write = useIncidentWrite();
  const resource = resourceOf(incident);
  const people = [...(commander ? [commander] : []), ...(responders ?? [])];
  return (
    <li className="rounded-md border border-line bg-surface p-2.5 hover:border-line-strong">
      <div className="flex items-start gap-2">
        <AddressLink
          href={incidentPath(id)}
          className="line-clamp-3 min-w-0 flex-1 font-medium wrap-anywhere hover:underline"
        >
          {title}
        </AddressLink>
        {mayWrite && (
          <Menu
            label={`Status of ${incident_id}`}
            align="end"
            items={[
              {
                type: "choice",
                label: "Status",
                value: status,
                options: workflow(status),
                choose: (next) =>
                  void write(() => changeIncident(id, { status: next as IncidentStatus }), {
                    done: "Incident status updated successfully",
                    failed: "Incident status updated failed",
                  }),
              },
            ]}
            className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted hover:bg-hover"
          >
            <Icon name="ellipsis" />
          </Menu>
        )}
      </div>
      {resource && (
        <p className="mt-1 flex min-w-0">
          <ResourceLink {...resource} />
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-muted">
        <span className="font-mono">{incident_id}</span>
        <SeverityBadge severity={severity} isIconOnly />
        <span title={typeOf(type)?.label} className="flex">
          <Icon name={typeOf(type)?.icon ?? incidentTypes[1].icon} size={14} />
          <span className="sr-only">{typeOf(type)?.label ?? "NA"}</span>
        </span>
        <span>
          <Elapsed since={created_at} />
        </span>
        <span className="ml-auto">
          <People label="People" people={[...new Map(people.map((person) => [person.id, person])).values()]} />
        </span>
      </div>
    </li>
  );
}
