import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { refreshed } from "#console/client/query.ts";
import { deleteResource } from "#console/resources/resource-client.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { CheckNotice } from "./CheckNotice.tsx";
import type { CheckDetail } from "./check-query.ts";
import { openWindows, windowsAbout, type WindowRow } from "./maintenance-query.ts";

const table = { table: "maintenance_windows" } as const;
const NONE: readonly WindowRow[] = [];

/** Shows an open maintenance window and its end, with a button to end it. */
export function MaintenanceNotice({ check }: { check: CheckDetail }) {
  const windows = useQuery(windowsAbout(check)).data ?? NONE;
  const mayWrite = useActor().can("write", "canaries");
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const id = useClock((now) => openWindows(windows, check, now)[0]?.window.id ?? "");
  const until = useClock((now) => openWindows(windows, check, now)[0]?.until ?? 0);
  const window = windows.find((item) => item.id === id);
  if (!window) return null;
  const recurs = window.schedule !== null;
  const end = async () => {
    await deleteResource(table, window.id);
    await refreshed(cache, table);
    toast.success(recurs ? "Maintenance window removed" : "Maintenance ended");
  };
  return (
    <CheckNotice
      meaning="unknown"
      title="In maintenance"
      action={
        mayWrite && (
          <Button className="-my-1" onClick={() => setAsking(true)}>
            {recurs ? "Remove" : "End now"}
          </Button>
        )
      }
    >
      {window.name}
      {Number.isFinite(until) && (
        <>
          , until <Timestamp at={until} format="medium" />
        </>
      )}
      . Runs are recorded, but send no notifications and do not count towards uptime.
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        look="delete"
        confirmLabel={recurs ? "Remove" : "End"}
        title={recurs ? "Remove the maintenance window?" : "End the maintenance?"}
        onConfirm={end}
      >
        {recurs ? "The window does not open again. " : ""}
        From now on failures of its checks send notifications again.
      </Confirm>
    </CheckNotice>
  );
}
