import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { ExplainPanel } from "./ExplainPanel.tsx";
import { permissionColumnsFor } from "./permission-columns.tsx";
import { PermissionDialog } from "./PermissionDialog.tsx";
import type { PermissionRow } from "./permission-draft.ts";
import { allPermissions, permissionFilters, permissionOptions, permissionsPage } from "./permissions-query.ts";

const NEWEST_FIRST = { id: "updated_at", desc: true };
const permissionUrl = urlState({ id: text() });

/** The page with permissions in addition to the roles. */
export function PermissionsPage() {
  const mayWrite = useActor().can("write", "permissions");
  const filters = useFilters(permissionFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const asked = { filters, view };
  const found = useQuery(permissionsPage(asked));
  const [{ id: openId }, change] = useUrl(permissionUrl);
  const columns = useMemo(() => permissionColumnsFor(found.data?.rows), [found.data]);
  const [isAdding, setAdding] = useState(false);
  const [isExplaining, setExplaining] = useState(false);
  const explain = () => setExplaining(true);
  return (
    <Page
      title="Permissions"
      refresh={found}
      actions={
        <>
          <Button icon="shield-check" className="max-shell:hidden" onClick={explain}>
            Explain access
          </Button>
          {mayWrite && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              Add Permission
            </Button>
          )}
        </>
      }
    >
      <div className="flex h-full flex-col p-4 pb-0">
        {/* On a phone the header has no space for the button. */}
        <div className="flex flex-col pb-3 shell:hidden">
          <Button icon="shield-check" onClick={explain}>
            Explain access
          </Button>
        </div>
        <div className="min-h-0 flex-1">
          <DataTable
            id="permissions"
            caption="Permissions"
            columns={columns}
            rows={found}
            keyOf={keyOfPermission}
            view={view}
            paging="server"
            filters={filters}
            toolbar={<FilterBar filters={filters} options={permissionOptions} />}
            open={({ id }) => void change({ id })}
            exportRows={() => allPermissions(asked)}
            empty="No permissions"
            emptyDetail="No rule allows or denies anything beyond the roles."
            emptyIcon="shield-check"
            emptyAction={
              mayWrite && (
                <Button icon="plus" onClick={() => setAdding(true)}>
                  Add the first permission
                </Button>
              )
            }
          />
        </div>
      </div>
      <PermissionDialog
        id={openId}
        known={found.data?.rows.find(({ id }) => id === openId)}
        isAdding={isAdding}
        close={() => {
          setAdding(false);
          if (openId !== "") void change({ id: undefined });
        }}
      />
      <ExplainPanel isOpen={isExplaining} close={() => setExplaining(false)} />
    </Page>
  );
}

const keyOfPermission = ({ id }: PermissionRow) => id;
