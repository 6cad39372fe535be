import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import { MessageResource } from "../parts/MessageResource.tsx";
import { MessageStatus, purposeLabels, statusLabel } from "../parts/MessageStatus.tsx";
import { ChangedState } from "../parts/ResourceState.tsx";
import type { MessageRow } from "./messages-query.ts";

export const messageColumns: readonly Column<MessageRow>[] = [
  {
    id: "created_at",
    title: "Age",
    isName: true,
    width: 272,
    sort: false,
    cell: ({ created_at, first_observed, count }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <RowAge since={created_at} />
        {count > 1 && (
          <span className="truncate text-muted">
            (x{count.toLocaleString("en")} over <Age since={first_observed} to={created_at} />)
          </span>
        )}
      </span>
    ),
  },
  {
    id: "resource",
    title: "Resource",
    narrow: "hidden",
    // The resource column is left out, because the header shows the resource.
    isHidden: true,
    minWidth: 160,
    sort: false,
    value: ({ resource, resource_name }) => resource?.name ?? resource_name,
    cell: ({ resource, resource_name, resource_kind }) => (
      <MessageResource kind={resource_kind} resource={resource} name={resource_name} />
    ),
  },
  {
    id: "resource_status",
    title: "Status",
    width: 176,
    sort: false,
    value: ({ resource_status, resource_health }) => resource_status ?? resource_health,
    cell: ({ resource_health: health, resource_status: status, resource }) => (
      <ChangedState before={{ health, status }} resource={resource} />
    ),
  },
  {
    id: "status",
    title: "Notification",
    narrow: "status",
    width: 160,
    sort: false,
    filter: "status",
    filterItem: ({ status }) => status ?? undefined,
    value: ({ status }) => statusLabel(status),
    cell: ({ status, purpose }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <MessageStatus status={status} />
        {purposeLabels[purpose] && <span className="truncate text-meta text-muted">{purposeLabels[purpose]}</span>}
      </span>
    ),
  },
  {
    id: "resource_health_description",
    title: "Title",
    narrow: "line",
    minWidth: 200,
    sort: false,
    value: ({ resource_health_description, error }) => resource_health_description ?? error,
  },
  {
    id: "recipient",
    title: "Recipient",
    minWidth: 176,
    sort: false,
    value: ({ person, recipient }) => person?.name ?? recipient,
    cell: (row) => <RecipientName row={row} />,
  },
];

function RecipientName({ row: { person, recipient, channel } }: { row: MessageRow }) {
  if (person) return <PersonName person={person} />;
  if (recipient === null) return null;
  return (
    <span title={recipient} className="flex min-w-0 items-center gap-1.5">
      <TechnologyIcon name={channel} secondary="notification" className="text-muted" />
      <span className="truncate">{recipient}</span>
    </span>
  );
}
