import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { PermissionDialog } from "./PermissionDialog.tsx";
import type { Draft, PermissionRow } from "./permission-draft.ts";
import { allPermissions, permissionsPage, type RuledResource } from "./permissions-query.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
// The tab is part of another page, whose URL has its own filters.
const noFilters = { states: () => new Map<string, never>(), text: () => "" };

interface PermissionsOfProps {
  of: RuledResource;
  columns: readonly Column<PermissionRow>[];
  /** The initial draft of a new permission. */
  begin: Draft;
  emptyDetail: string;
}

/** The rules of one resource, in a tab of its page. */
export function PermissionsOf({ of, columns, begin, emptyDetail }: PermissionsOfProps) {
  const mayWrite = useActor().can("write", "permissions");
  const view = useTableView({ name: "permissions", sort: NEWEST_FIRST });
  const asked = { filters: noFilters, view, of };
  const found = useQuery(permissionsPage(asked));
  const [openId, setOpenId] = useState("");
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="p-4 [--table-ground:var(--raised)]">
      <DataTable
        id={`permissions-of-${of.kind}`}
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
        emptyDetail={emptyDetail}
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
