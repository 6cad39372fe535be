import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import type { PermissionRow } from "./permission-draft.ts";
import { resourceWords, subjectWords, thingOf } from "./permission-words.ts";
import { Until } from "./Until.tsx";

export const permissionColumns: readonly Column<PermissionRow>[] = [
  {
    id: "subject",
    title: "Subject",
    isName: true,
    width: 224,
    sort: false,
    value: (row) => {
      const { kind, name } = subjectWords(row);
      return kind ? `${kind}: ${name}` : name;
    },
    cell: (row) => <Subject row={row} />,
  },
  {
    id: "object",
    title: "Resource",
    width: 208,
    sort: false,
    value: (row) => thingOf(row)?.name ?? resourceWords(row),
    cell: (row) => <Resource row={row} />,
  },
  {
    id: "action",
    title: "Action",
    width: 144,
    filter: "action",
    cell: ({ action }) => <Truncated text={action} cut="end" className="font-mono" />,
  },
  {
    id: "deny",
    title: "Effect",
    narrow: "status",
    width: 80,
    sort: false,
    filter: "effect",
    filterItem: ({ deny }) => (deny ? "deny" : "allow"),
    value: ({ deny }) => (deny ? "Deny" : "Allow"),
    cell: ({ deny }) => <Effect isDenied={deny} />,
  },
  {
    id: "description",
    title: "Description",
    minWidth: 112,
    // On a phone the text has its own lines, because it would be cut off next to the other details.
    narrow: "text",
    value: ({ description, error }) => error ?? description,
    narrowCell: ({ description, error }) =>
      error === null ? description : <span className="text-unhealthy-text">{error}</span>,
    cell: ({ description, error }) =>
      error === null ? (
        description && <Truncated text={description} cut="end" />
      ) : (
        <span title={error} className="text-unhealthy-text">
          {error}
        </span>
      ),
  },
  {
    id: "until",
    title: "Until",
    width: 152,
    isTime: true,
    cell: ({ until }) => until && <Until at={until} isOver={isOver(until)} />,
    narrowCell: ({ until }) =>
      until && (
        <>
          {!isOver(until) && "Ends "}
          <Until at={until} isOver={isOver(until)} />
        </>
      ),
  },
  {
    id: "updated_at",
    title: "Updated",
    width: 112,
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
  {
    id: "created_at",
    title: "Created",
    narrow: "hidden",
    width: 112,
    isHidden: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "createdBy",
    title: "Created By",
    narrow: "hidden",
    width: 168,
    isHidden: true,
    sort: false,
    value: ({ createdBy }) => createdBy?.name,
    cell: ({ createdBy: by }) => by && <PersonName person={by} />,
  },
];

const isOver = (until: string) => Date.parse(until) <= Date.now();

/** The columns for these rows. The expiry column is shown if at least one permission has an expiry. */
export const permissionColumnsFor = (rows: readonly PermissionRow[] | undefined): readonly Column<PermissionRow>[] =>
  rows?.some(({ until }) => until !== null) === true
    ? permissionColumns
    : permissionColumns.map((column) => (column.id === "until" ? { ...column, isHidden: true } : column));

const Effect = ({ isDenied }: { isDenied: boolean }) =>
  isDenied ? (
    <span className="flex items-center gap-1.5 font-medium text-unhealthy-text">
      <Icon name="ban" size={14} />
      Deny
    </span>
  ) : (
    <span className="flex items-center gap-1.5">
      <Icon name="check" size={14} className="text-healthy" />
      Allow
    </span>
  );

export function Subject({ row }: { row: PermissionRow }) {
  const { kind: known, name } = subjectWords(row);
  // The kind is always shown for a team, because the icon alone is not enough.
  const kind = known || (row.subject_type === "team" ? "Team" : known);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {/* As wide as an avatar, so that all names begin at the same position. */}
      <span className="flex w-5 shrink-0 justify-center">
        {row.person ? (
          <Avatar name={name} image={row.person.avatar ?? null} size="xs" />
        ) : row.subject_type === "team" ? (
          <TechnologyIcon name={row.team?.icon} secondary="group" className="text-muted" />
        ) : (
          <Icon name="shield-check" className="text-muted" />
        )}
      </span>
      {kind && <span className="shrink-0 text-muted">{kind}:</span>}
      <Truncated text={name} cut="end" />
    </span>
  );
}

export function Resource({ row }: { row: PermissionRow }) {
  const thing = thingOf(row);
  return thing ? <ResourceLink {...thing} /> : <Truncated text={resourceWords(row)} cut="end" />;
}
