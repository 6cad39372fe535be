import type { ListedResource } from "#console/resources/resource-row.ts";
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

/** The number of members, and the names of the first ones. */
function Members({ team: { members = 0, first_members: first = [] } }: { team: Team }) {
  if (members === 0) return <span className="text-muted">No members</span>;
  const others = members - first.length;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {/* Wide enough for two digits, so that the names of all rows start at the same position. */}
      <span className="w-5 shrink-0 text-right font-medium tabular-nums">{members}</span>
      <span className="min-w-0 truncate text-muted">{first.map(({ name }) => name).join(", ")}</span>
      {others > 0 && <span className="shrink-0 text-muted">+{others}</span>}
    </span>
  );
}
