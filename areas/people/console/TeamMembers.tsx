import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { filterRows } from "#console/widgets/filter/filter-rows.ts";
import { filterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { AddMembers } from "./AddMembers.tsx";
import { idColumn, memberColumns, removeColumn } from "./member-columns.tsx";
import { type Member, membersOf, removeMember } from "./team-members.ts";

const memberFilters = filterSet({ member: { type: "search", label: "Search members" } });
const readers = { member: ({ id, name, email }: Member) => [id, name, email ?? ""] };
const BY_NAME = { id: "name", desc: false };

/** The Members tab of a team page. */
export function TeamMembers({ id: team }: { id: string }) {
  const mayWrite = useActor().can("write", "database");
  const found = useQuery(membersOf(team));
  const filters = useFilters(memberFilters);
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const members = useMemo(() => found.data?.map(({ person }) => person), [found.data]);
  const shown = useMemo(() => members && filterRows(members, filters, readers), [members, filters]);
  const columns = useMemo(
    () => [...memberColumns, idColumn, ...(mayWrite ? [removeColumn(setLeaving)] : [])],
    [mayWrite],
  );
  const isEmpty = members?.length === 0;
  const add = mayWrite && (
    <Button look={isEmpty ? "primary" : "plain"} icon="user-plus" onClick={() => setAdding(true)}>
      Add Members
    </Button>
  );
  return (
    <div className="h-full p-4 pb-0">
      <DataTable
        id="team-members"
        caption="Members"
        columns={columns}
        rows={{ ...found, data: shown }}
        keyOf={keyOfMember}
        view={useTableView({ name: "members", sort: BY_NAME })}
        filters={filters}
        toolbar={<FilterBar filters={filters}>{!isEmpty && add}</FilterBar>}
        empty="No members"
        emptyIcon="users-round"
        emptyDetail={isEmpty && "You haven't added any team members to the team yet."}
        emptyAction={isEmpty && add}
      />
      <AddMembers team={team} members={members ?? []} isOpen={isAdding} close={() => setAdding(false)} />
      <Confirm
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        look="delete"
        title="Remove member"
        confirmLabel="Remove"
        onConfirm={async () => {
          if (!leaving) return;
          await removeMember(team, leaving.id);
          toast.success(`${leaving.name} removed from team successfully`);
          await found.refetch();
        }}
      >
        {leaving?.name} will no longer belong to the team and will lose its permissions.
      </Confirm>
    </div>
  );
}

const keyOfMember = ({ id }: Member) => id;
