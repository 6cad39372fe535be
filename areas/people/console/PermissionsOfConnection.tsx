import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { permissionColumns } from "./permission-columns.tsx";
import { PermissionDialog } from "./PermissionDialog.tsx";
import { type Draft, emptyDraft, type PermissionRow } from "./permission-draft.ts";
import { allPermissions, permissionsPage } from "./permissions-query.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
// The tab is part of another page, whose URL has its own filters.
const noFilters = { states: () => new Map<string, never>(), text: () => "" };
const columns = permissionColumns.filter(({ id }) => id !== "object");

/** The Permissions tab of a connection. */
export function PermissionsOfConnection({ id }: { id: string }) {
  const mayWrite = useActor().can("write", "permissions");
  const view = useTableView({ name: "permissions", sort: NEWEST_FIRST });
  const asked = { filters: noFilters, view, connection: id };
  const found = useQuery(permissionsPage(asked));
  const [openId, setOpenId] = useState("");
  const [isAdding, setAdding] = useState(false);
  const begin = useMemo<Draft>(() => ({ ...emptyDraft, resourceType: "connection", connection_id: id }), [id]);
  return (
    <div className="p-4 [--table-ground:var(--raised)]">
      <DataTable
        id="permissions-of-connection"
        caption="Permissions"
        columns={columns}
        rows={found}
        keyOf={keyOfPermission}
        view={view}
        fit="content"
        paging="server"
        toolbar={
          mayWrite ? (
            <Button icon="plus" onClick={() => setAdding(true)}>
              Add Permission
            </Button>
          ) : (
            <span />
          )
        }
        open={(row) => setOpenId(row.id)}
        exportRows={() => allPermissions(asked)}
        emptyDetail="No rule allows or denies anything for this connection beyond the roles."
      />
      <PermissionDialog
        id={openId}
        known={found.data?.rows.find((row) => row.id === openId)}
        isAdding={isAdding}
        begin={begin}
        close={() => {
          setAdding(false);
          setOpenId("");
        }}
      />
    </div>
  );
}

const keyOfPermission = ({ id }: PermissionRow) => id;
