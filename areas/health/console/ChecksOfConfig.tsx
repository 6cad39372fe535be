import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { db, rows } from "#console/client/rows.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import type { Check } from "./dashboard/check.ts";
import { createDrawnChecks } from "./dashboard/drawn-checks.ts";
import { FrozenClock } from "./dashboard/frozen-clock.ts";
import { healthColumns } from "./dashboard/health-columns.tsx";
import { withMaintenance } from "./dashboard/maintained.ts";
import { RowFigures } from "./dashboard/RowFigures.tsx";
import { CheckDrawer } from "./CheckDrawer.tsx";

const checksOfConfig = (id: string) =>
  rows(
    ["check_summary_for_config", id],
    () => db.from("check_summary_for_config").select<string, Check>("*").eq("config_id", id).order("name"),
    { of: ["checks", "check_config_relationships"] },
  );

/** Open and future maintenance windows. */
const windowsNow = rows(["maintenance_windows", "all"], () =>
  db
    .from("maintenance_windows")
    .select("check_id,canary_id,label_selector,starts_at,ends_at,schedule,duration_minutes")
    .is("deleted_at", null)
    .or(`ends_at.is.null,ends_at.gt.${new Date().toISOString()}`),
);

/** Windows open and close with time: the rows are recomputed this often. */
const TICK_MS = 10_000;

const openUrl = urlState({ checkId: text(), timeRange: text() });
const columns = healthColumns({ hasFigures: true });

/** The checks of a catalog item. */
export function ChecksOfConfig({ id }: { id: string }) {
  const checks = useQuery(checksOfConfig(id));
  const windows = useQuery(windowsNow).data;
  const now = useClock((present) => Math.floor(present / TICK_MS) * TICK_MS);
  const shown = useMemo(
    () => checks.data && withMaintenance(checks.data, windows ?? [], now),
    [checks.data, windows, now],
  );
  const [{ checkId, timeRange }, change] = useUrl(openUrl);
  const [drawn] = useState(createDrawnChecks);
  return (
    <FrozenClock value={null}>
      <RowFigures drawn={drawn} isSignedIn>
        <DataTable
          id="config.checks"
          caption="Checks"
          columns={columns}
          rows={{ ...checks, data: shown }}
          keyOf={keyOfCheck}
          open={({ id: opened }) => void change({ checkId: opened })}
          empty="No checks"
          onDrawn={drawn.set}
          emptyDetail="A check belongs to an item when the relationships in its spec name it. None names this one."
        />
      </RowFigures>
      <CheckDrawer
        checkId={checkId}
        timeRange={timeRange || undefined}
        onClose={() => void change({ checkId: undefined, timeRange: undefined })}
      />
    </FrozenClock>
  );
}

const keyOfCheck = ({ id }: Check) => id;
