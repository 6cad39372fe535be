import { Suspense } from "react";
import type { ListedResource } from "#console/resources/resource-row.ts";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import type { NamedPeople } from "#language/columns.ts";

interface Team extends ListedResource {
  members?: number;
  first_members?: NamedPeople;
}

/** The columns that only teams have. */
export const teamColumns: readonly Column<ListedResource>[] = [
  {
    id: "members",
    title: "Members",
    // The names of the members are longer than the name of a team.
    minWidth: 592,
    sort: false,
    value: ({ members = 0 }: Team) => members,
    cell: (team: Team) => <Members team={team} />,
    // A phone has space only for a few names.
    narrowCell: ({ members = 0, first_members: first = [] }: Team) =>
      members === 0 ? (
        "No members"
      ) : (
        <span className="flex min-w-0 gap-1">
          <span className="min-w-0 truncate">{namesOf(first).join(", ")}</span>
          {members > first.length && <span className="shrink-0">+{members - first.length}</span>}
        </span>
      ),
  },
];

const namesOf = (people: NamedPeople) => people.map(({ name }) => name);

// The names need the data client, which the sign-in page does not load.
const MemberNames = lazyPart(async () => (await import("./MemberNames.tsx")).MemberNames);

/** The number of members, and their names. */
function Members({ team: { id, members = 0, first_members: people = [] } }: { team: Team }) {
  if (members === 0) return <span className="text-muted">No members</span>;
  const first = namesOf(people);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {/* Wide enough for two digits, so that the names of all rows start at the same position. */}
      <span className="w-5 shrink-0 font-medium tabular-nums">{members}</span>
      <Suspense fallback={<span className="min-w-0 truncate text-muted">{first.join(", ")}</span>}>
        <MemberNames team={id} first={first} />
      </Suspense>
    </span>
  );
}
