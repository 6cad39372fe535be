import { useMemo } from "react";
import { permissionColumns } from "./permission-columns.tsx";
import { type Draft, emptyDraft } from "./permission-draft.ts";
import { PermissionsOf } from "./PermissionsOf.tsx";

const columns = permissionColumns.filter(({ id }) => id !== "object");

/** The Permissions tab of a connection. */
export function PermissionsOfConnection({ id }: { id: string }) {
  const begin = useMemo<Draft>(() => ({ ...emptyDraft, resourceType: "connection", connection_id: id }), [id]);
  return (
    <PermissionsOf
      of={{ kind: "connection", id }}
      columns={columns}
      begin={begin}
      emptyDetail="No rule allows or denies anything for this connection beyond the roles."
    />
  );
}
