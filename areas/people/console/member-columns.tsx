import { PersonName } from "#console/widgets/PersonName.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { Member } from "./team-members.ts";

export const memberColumns: readonly Column<Member>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 180,
    cell: (member) => <PersonName person={member} size="sm" />,
  },
  { id: "email", title: "Email", minWidth: 180, cell: ({ email }) => email && <Truncated text={email} cut="end" /> },
];

export const idColumn: Column<Member> = {
  id: "id",
  title: "Id",
  narrow: "hidden",
  minWidth: 120,
  cell: ({ id }) => <Truncated text={id} className="font-mono text-muted" />,
};

/** The column with the remove button, for users who may change the team. */
export const removeColumn = (remove: (member: Member) => void): Column<Member> => ({
  id: "actions",
  title: "Actions",
  isTitleHidden: true,
  narrow: "status",
  width: 80,
  align: "right",
  sort: false,
  value: () => undefined,
  cell: (member) => (
    <IconButton
      size="small"
      icon="trash-2"
      label={`Remove ${member.name} from the team`}
      onClick={() => remove(member)}
    />
  ),
});
