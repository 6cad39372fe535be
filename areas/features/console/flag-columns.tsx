import { PersonName } from "#console/widgets/PersonName.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import type { Flag } from "./features-query.ts";

const origins = { file: "File", environment: "Environment" } as const;

export const sourceOf = ({ origin }: Pick<Flag, "origin">) => (origin === null ? "Database" : origins[origin]);

export const flagColumns: readonly Column<Flag>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 184,
    cell: ({ name }) => <Truncated text={name} className="font-mono" />,
  },
  {
    id: "value",
    title: "Value",
    width: 88,
    narrow: "status",
    cell: ({ value }) => <Truncated text={value} cut="end" className="font-mono" />,
  },
  {
    id: "description",
    title: "Description",
    minWidth: 232,
    cell: ({ description }) => <Truncated text={description} cut="end" className="text-muted" />,
  },
  {
    id: "source",
    title: "Source",
    width: 128,
    narrow: "hidden",
    value: sourceOf,
    cell: (flag) => <Source flag={flag} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 136,
    narrow: "hidden",
    value: ({ created_by }) => created_by?.name,
    cell: ({ created_by: by }) => by && <PersonName person={by} />,
  },
  {
    id: "created_at",
    title: "Created At",
    narrow: "hidden",
    width: 176,
    isHidden: true,
    cell: ({ created_at }) => <Age since={created_at} />,
  },
  {
    id: "updated_at",
    title: "Updated At",
    narrow: "labelled",
    width: 176,
    cell: ({ updated_at }) => <Age since={updated_at} />,
  },
];

/** The source of the value; a value that is edited elsewhere has a lock, and an overridden one is mentioned. */
function Source({ flag }: { flag: Flag }) {
  const { origin, overrides } = flag;
  const more =
    origin !== null
      ? `Set by the ${origin}; cannot be edited here`
      : overrides && `Overrides ${overrides.value} of the ${overrides.origin}`;
  return (
    <span title={more ?? undefined} className="flex min-w-0 items-center gap-1.5">
      {origin !== null && <Icon name="lock" size={14} className="shrink-0 text-muted" />}
      <span className="min-w-0 truncate">{sourceOf(flag)}</span>
      {overrides && <span className="min-w-0 truncate text-muted">over {overrides.origin}</span>}
    </span>
  );
}
