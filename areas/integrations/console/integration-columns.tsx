import { errorsOf } from "#console/resources/job-errors.ts";
import { JobStatus, type JobStatusName } from "#console/widgets/badge/JobStatus.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { type Integration, integrationTypes } from "./integrations-query.ts";

/** Integrations of this agent, which is Quarterdeck itself, have no agent badge. */
const LOCAL = "local";

/** The source of the scraper of Quarterdeck itself, which has no jobs. */
const BUILT_IN = "System";

const sourceText = (source: string | null) =>
  source === null || source === "UI" ? "Created here" : source === "KubernetesCRD" ? "Kubernetes" : source;

const integrationColumns: readonly Column<Integration>[] = [
  { id: "name", title: "Name", isName: true, minWidth: 280, cell: (row) => <Name row={row} /> },
  { id: "namespace", title: "Namespace", narrow: "hidden", width: 104 },
  {
    id: "source",
    title: "Source",
    minWidth: 112,
    cell: ({ source }) => <Truncated text={sourceText(source)} />,
    // On a phone the type, which wide tables show only as an icon, is more important.
    narrowCell: ({ integration_type }) => integrationTypes[integration_type].label,
  },
  {
    id: "job_status",
    title: "Job Status",
    width: 104,
    narrow: "status",
    cell: ({ job_status: status, integration_type: type, source }) =>
      status ? (
        <JobStatus status={status as JobStatusName} />
      ) : type !== "logging_backends" && source !== BUILT_IN ? (
        <span className="text-muted">Never run</span>
      ) : null,
  },
  {
    id: "job_time_start",
    title: "Last Run",
    width: 152,
    isTime: true,
    cell: ({ job_time_start: at }) => <RowAge since={at} />,
    narrowCell: ({ job_time_start: at }) =>
      at && (
        <span>
          Last Run <RowAge since={at} />
        </span>
      ),
  },
  {
    id: "created_by",
    title: "Created By",
    width: 152,
    narrow: "hidden",
    value: ({ creator_name }) => creator_name,
    cell: ({ creator_name: name, creator_avatar: avatar, creator_email: email }) =>
      name && <PersonName person={{ name, avatar, email }} />,
  },
  {
    id: "created_at",
    title: "Created At",
    narrow: "hidden",
    width: 160,
    isTime: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "updated_at",
    title: "Updated At",
    width: 152,
    isTime: true,
    narrow: "hidden",
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
];

/** A narrow table has no detail line, so the error has its own column. */
const narrowError: Column<Integration> = {
  id: "error",
  title: "Error",
  narrow: "text",
  sort: false,
  value: errorOf,
  cell: drawError,
};

/** The columns, with the error of the last job below the name. */
export const integrationColumnsFor = (isNarrow: boolean): readonly Column<Integration>[] =>
  isNarrow
    ? [...integrationColumns, narrowError]
    : integrationColumns.map((column) => (column.isName ? { ...column, detail: drawError } : column));

/** The first line of the last job's error. */
function errorOf({ job_status: status, job_details: details }: Integration): string | undefined {
  return status === "FAILED" || status === "WARNING" ? errorsOf(details)[0]?.split("\n", 1)[0] : undefined;
}

function drawError(row: Integration) {
  const text = errorOf(row);
  if (text === undefined) return undefined;
  return <span className={row.job_status === "FAILED" ? "text-unhealthy-text" : "text-warning-text"}>{text}</span>;
}

function Name({ row: { name, integration_type, agent } }: { row: Integration }) {
  const { icon, label } = integrationTypes[integration_type];
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon name={icon} size={14} className="shrink-0 text-muted" />
      <Truncated text={name} />
      {/* A phone shows the type in the second line. */}
      <span className="ml-auto shrink-0 text-meta text-muted max-shell:sr-only">{label}</span>
      {agent.name && agent.name !== LOCAL && (
        <span className="shrink-0 rounded-xs bg-sunken px-1.5 text-meta text-muted">{agent.name}</span>
      )}
    </span>
  );
}
