import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { filterRows } from "#console/widgets/filter/filter-rows.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import type { RowsQuery } from "#console/widgets/table/row-source.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { countOf } from "#lib/text/words.ts";
import { removePerson, type User, type Users } from "../contract.ts";
import { EditUser } from "./EditUser.tsx";
import { userColumns } from "./user-columns.tsx";
import { userFilters, userOptions, userReaders, useChangedUsers } from "./users.ts";

export type FoundUsers = Omit<RowsQuery<never>, "data"> & { data: Users | undefined };

const BY_NAME = { id: "name", desc: false };
const userUrl = urlState({ id: text() });

export function UsersTable({ found }: { found: FoundUsers }) {
  const actor = useActor();
  const filters = useFilters(userFilters);
  const [{ id: openId }, change] = useUrl(userUrl);
  const view = useTableView({ sort: BY_NAME });
  const [leaving, setLeaving] = useState<User>();
  const changed = useChangedUsers();
  const mayWrite = actor.can("write", "identities");

  const shown = useMemo(() => found.data && filterRows(found.data.users, filters, userReaders), [found.data, filters]);
  return (
    <div className="h-full p-4 pb-0">
      <DataTable
        id="users"
        caption="Users"
        columns={userColumns}
        rows={{ ...found, data: shown }}
        keyOf={keyOfUser}
        view={view}
        filters={filters}
        toolbar={<FilterBar filters={filters} options={userOptions} />}
        overview={shown && shown.length > 0 && <SecondFactors users={shown} />}
        {...(mayWrite && { open: ({ id }: User) => void change({ id }) })}
      />
      <EditUser
        user={mayWrite ? found.data?.users.find(({ id }) => id === openId) : undefined}
        close={() => void change({ id: undefined })}
        remove={setLeaving}
      />
      <Confirm
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        look="delete"
        title="Delete user"
        onConfirm={async () => {
          if (!leaving) return;
          await ask(removePerson, { params: { id: leaving.id } });
          toast.success(`${leaving.name} deleted successfully`);
          await changed();
          if (leaving.id === openId) await change({ id: undefined });
        }}
      >
        Are you sure you want to delete this user? {leaving?.name} will be signed out everywhere at once, and all access
        tokens will stop working. The history of {leaving?.name} is kept.
      </Confirm>
    </div>
  );
}

/** Counts the listed users with a second factor, and the administrators without one. */
function SecondFactors({ users }: { users: readonly User[] }) {
  const secured = users.filter(({ has_second_factor: has }) => has).length;
  const open = users.filter(({ has_second_factor: has, roles }) => !has && roles.includes("admin")).length;
  return (
    <p className="flex min-h-7 shrink-0 flex-wrap items-start gap-x-4 pb-2">
      <span className="text-muted">
        {secured} of {countOf(users.length, "user", "users")} {secured === 1 ? "uses" : "use"} 2FA
      </span>
      {open > 0 && (
        <span className="flex items-center gap-1.5 font-medium text-warning-text">
          <Icon name="triangle-alert" size={14} />
          {countOf(open, "administrator", "administrators")} without 2FA
        </span>
      )}
    </p>
  );
}

const keyOfUser = ({ id }: User) => id;
