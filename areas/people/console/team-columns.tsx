import type { ListedResource } from "#console/resources/resource-row.ts";
import { Avatar } from "#console/widgets/Avatar.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import type { NamedPeople } from "#language/columns.ts";
import { countOf } from "#lib/text/words.ts";

interface Team extends ListedResource {
  members?: number;
  first_members?: NamedPeople;
}

/** The columns that only teams have. */
export const teamColumns: readonly Column<ListedResource>[] = [
  {
    id: "members",
    title: "Members",
    minWidth: 280,
    sort: false,
    value: ({ members = 0 }: Team) => members,
    cell: (team: Team) => <Members team={team} />,
    narrowCell: ({ members = 0 }: Team) => countOf(members, "member", "members"),
  },
];

/** The pictures and names of the first members, and the number of further members. */
function Members({ team: { members = 0, first_members: first = [] } }: { team: Team }) {
  if (members === 0) return <span className="text-muted">No members</span>;
  const others = members - first.length;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {/* Wide enough for three pictures, so that the names in all rows are aligned. */}
      <span className="flex w-16 shrink-0 gap-0.5">
        {first.map(({ id, name, avatar }) => (
          <Avatar key={id} name={name} image={avatar ?? null} size="xs" />
        ))}
      </span>
      <span className="min-w-0 truncate">{first.map(({ name }) => name).join(", ")}</span>
      {others > 0 && <span className="shrink-0 text-muted">+{others}</span>}
    </span>
  );
}
