import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import { causeWords, statusWord } from "../parts/status-words.ts";
import { Status } from "../parts/Status.tsx";
import type { RunRow } from "./runs-query.ts";

export const titleOfRun = ({ playbooks }: Pick<RunRow, "playbooks">) =>
  playbooks?.title || playbooks?.name || "Playbook";

/** The resource that a run is about. */
export function resourceOfRun({ config, component, check }: Pick<RunRow, "config" | "component" | "check">) {
  if (config) return { kind: "config", ...config };
  if (component) return { kind: "component", ...component };
  return check ? { kind: "check", ...check } : undefined;
}

const columns: readonly Column<RunRow>[] = [
  {
    id: "playbook",
    title: "Playbook",
    isName: true,
    minWidth: 192,
    share: 3,
    sort: false,
    value: titleOfRun,
    cell: (run) => (
      <span className="flex min-w-0 items-center gap-2">
        <AnyIcon name={run.playbooks?.icon ?? "circle-play"} fallback="circle-play" className="shrink-0 text-muted" />
        <span className="truncate">{titleOfRun(run)}</span>
      </span>
    ),
  },
  {
    id: "resource",
    title: "Resource",
    minWidth: 144,
    share: 2,
    sort: false,
    isHiddenIfEmpty: true,
    value: (run) => resourceOfRun(run)?.name,
    cell: (run) => {
      const resource = resourceOfRun(run);
      return resource && <ResourceLink kind={resource.kind} id={resource.id} name={resource.name} />;
    },
  },
  {
    id: "status",
    title: "Status",
    width: 160,
    narrow: "status",
    sort: false,
    value: ({ status }) => statusWord(status),
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: "start_time",
    title: "Date",
    width: 144,
    isTime: true,
    sort: false,
    // A run that has not started has only the time of its creation.
    value: ({ start_time: start, created_at: created }) => start ?? created,
    cell: ({ start_time: start, created_at: created }) => <RowAge since={start ?? created} />,
  },
  {
    id: "duration",
    title: "Duration",
    width: 96,
    sort: false,
    value: ({ start_time: start, end_time: end }) =>
      start !== null && end !== null ? Date.parse(end) - Date.parse(start) : undefined,
    cell: ({ start_time: start, end_time: end }) => start !== null && end !== null && <Age since={start} to={end} />,
  },
  {
    id: "created_at",
    title: "Created At",
    width: 144,
    sort: false,
    narrow: "hidden",
    // Most runs start when they are created.
    isHidden: true,
    cell: ({ created_at: created }) => <RowAge since={created} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 160,
    sort: false,
    value: ({ created_by: person, cause }) => (cause === "person" ? person?.name : causeWords[cause]),
    cell: ({ created_by: person, cause }) =>
      cause === "person" && person ? <PersonName person={person} /> : causeWords[cause],
  },
];

/**
 * The resource column is hidden on resource pages, and the playbook column on playbook pages. On a playbook page the
 * status is the main column, because runs may have no resource.
 */
export const runColumns = (without: readonly string[] = []): readonly Column<RunRow>[] => {
  const rest = columns.filter(({ id }) => !without.includes(id));
  const main = without.includes("playbook") ? "status" : rest[0]?.id;
  return [
    ...rest.filter(({ id }) => id === main).map((column) => ({ ...column, isName: true as const })),
    ...rest.filter(({ id }) => id !== main),
  ];
};
