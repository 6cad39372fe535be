import { useActor } from "#console/access/access.ts";
import { Origin } from "#console/resources/Origin.tsx";
import { originOf } from "#console/resources/resource-row.ts";
import type { StoredConnection } from "./connections-query.ts";
import { Note } from "./DialogBody.tsx";

/** Whether the user can edit the connection here; if not, the reason. */
export function useReadOnly(row: StoredConnection) {
  const mayWrite = useActor().can("write", "connections");
  const isElsewhere = originOf(row) !== undefined;
  const isReadOnly = isElsewhere || !mayWrite;
  const reason = isReadOnly && (
    <Note>
      <span className="font-medium">Read-only</span>
      {isElsewhere ? <Origin row={row} /> : "You need permission to write connections."}
    </Note>
  );
  return { isReadOnly, reason };
}
