import { useMemo } from "react";
import { permissionColumns } from "./permission-columns.tsx";
import { type Draft, emptyDraft } from "./permission-draft.ts";
import { PermissionsOf } from "./PermissionsOf.tsx";

/** The Permissions tab of a playbook: the rights of the playbook itself, and the rights of others to use it. */
export function PermissionsOfPlaybook({ id }: { id: string }) {
  const begin = useMemo<Draft>(
    () => ({ ...emptyDraft, subjectType: "playbook", subject: id, resourceType: "connection" }),
    [id],
  );
  return (
    <PermissionsOf
      of={{ kind: "playbook", id }}
      columns={permissionColumns}
      begin={begin}
      emptyDetail="No rule gives this playbook rights, or allows or denies anything about it beyond the roles."
    />
  );
}
