import type { Column } from "#console/widgets/table/column.ts";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import type { SummaryRow } from "../../contract.ts";
import { MessageResource } from "../parts/MessageResource.tsx";
import { CurrentState } from "../parts/ResourceState.tsx";
import { MainCount, StatisticsBar } from "../parts/StatisticsBar.tsx";

export const summaryColumns: readonly Column<SummaryRow>[] = [
  {
    id: "last_seen",
    title: "Last Seen",
    isName: true,
    width: 168,
    sort: false,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <RowAge since={row.last_seen} />
        {row.total > 1 && (
          <span className="truncate text-muted">
            (over <Age since={row.first_observed} to={row.last_seen} />)
          </span>
        )}
      </span>
    ),
  },
  {
    id: "resource",
    title: "Resource",
    narrow: "name",
    minWidth: 240,
    share: 1.5,
    sort: false,
    value: ({ resource }) => resource?.name ?? "Unknown",
    cell: ({ resource, resource_kind, total }) => (
      <MessageResource kind={resource_kind} resource={resource} total={total} />
    ),
    // On a phone the name links to the page of the row.
    narrowCell: ({ resource, total }) => <MessageResource resource={resource} total={total} />,
  },
  {
    id: "health",
    title: "Health/Status",
    narrow: "status",
    width: 184,
    sort: false,
    value: ({ resource }) =>
      resource === null || resource.deleted_at !== null ? "Deleted" : (resource.status ?? resource.health),
    cell: ({ resource }) => <CurrentState resource={resource} />,
  },
  {
    id: "resource_health_description",
    title: "Title",
    narrow: "line",
    minWidth: 176,
    sort: false,
  },
  {
    id: "statistics",
    title: "Statistics",
    width: 176,
    sort: false,
    value: ({ sent, error, suppressed, in_progress }) =>
      `Sent: ${sent}, Error: ${error}, Suppressed: ${suppressed}, In progress: ${in_progress}`,
    cell: (row) => <StatisticsBar counts={row} />,
    // A phone has no space for the bar.
    narrowCell: (row) => <MainCount counts={row} />,
  },
];
