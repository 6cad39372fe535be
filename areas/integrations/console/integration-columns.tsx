import { JobStatus, type JobStatusName } from "#console/widgets/badge/JobStatus.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { type Integration, integrationTypes } from "./integrations-query.ts";

/** Integrations of this agent, which is Quarterdeck itself, have no agent badge. */
const LOCAL = "local";

export const integrationColumns: readonly Column<Integration>[] = [
  { id: "name", title: "Name", isName: true, minWidth: 192, cell: (row) => <Name row={row} /> },
  { id: "namespace", title: "Namespace", width: 112 },
  {
    id: "source",
    title: "Source",
    minWidth: 120,
    cell: ({ source }) => (source === null || source === "UI" ? "Created here" : <Truncated text={source} />),
  },
  {
    id: "job_status",
    title: "Job Status",
    width: 112,
    narrow: "status",
    cell: ({ job_status: status }) => (status ? <JobStatus status={status as JobStatusName} /> : null),
  },
  {
    id: "job_time_start",
    title: "Last Run",
    width: 112,
    narrow: "labelled",
    cell: ({ job_time_start: at }) => <RowAge since={at} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 136,
    narrow: "hidden",
    value: ({ creator_name }) => creator_name,
    cell: ({ creator_name: name, creator_avatar: avatar, creator_email: email }) =>
      name && <PersonName person={{ name, avatar, email }} />,
  },
  { id: "created_at", title: "Created At", width: 120, cell: ({ created_at }) => <RowAge since={created_at} /> },
  {
    id: "updated_at",
    title: "Updated At",
    width: 120,
    narrow: "hidden",
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
];

function Name({ row: { name, integration_type, agent } }: { row: Integration }) {
  const { icon, label } = integrationTypes[integration_type];
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span title={label} className="flex shrink-0">
        <Icon name={icon} size={14} className="text-muted" />
        <span className="sr-only">{label}</span>
      </span>
      <Truncated text={name} />
      {agent.name && agent.name !== LOCAL && (
        <span className="shrink-0 rounded-xs bg-sunken px-1.5 text-meta text-muted">{agent.name}</span>
      )}
    </span>
  );
}
