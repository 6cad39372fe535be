import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { db, rows } from "#console/client/rows.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
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

/** Maintenance windows open and close with time, so the rows are recomputed this often. */
const TICK_MS = 10_000;

/** Next to the details of the item there is less space than on the health page. */
const hidden = new Set(["uptime_24h", "uptime_7d"]);
const columns = {
  narrow: healthColumns({ hasFigures: true, isNarrow: true }),
  wide: healthColumns({ hasFigures: true, isNarrow: false }).map((column): Column<Check> =>
    hidden.has(column.id) ? { ...column, isHidden: true } : column,
  ),
};

const WORST_FIRST = { id: "health", desc: false };

const openUrl = urlState({ checkId: text(), timeRange: text() });

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
  const isNarrow = useMedia(NARROW_TABLE);
  return (
    <FrozenClock value={null}>
      <RowFigures drawn={drawn} isSignedIn>
        <DataTable
          id="config.checks"
          caption="Checks"
          columns={isNarrow ? columns.narrow : columns.wide}
          rows={{ ...checks, data: shown }}
          keyOf={keyOfCheck}
          view={useTableView({ sort: WORST_FIRST })}
          open={({ id: opened }) => void change({ checkId: opened })}
          empty="No checks watch this item"
          onDrawn={drawn.set}
          emptyIcon="heart-pulse"
          emptyDetail="Add a check, or link an existing one by selecting this item in its relationships."
          emptyAction={<AddCheck />}
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

const NEW_CHECK = "/settings/canaries/new";

function AddCheck() {
  const mayWrite = useActor().can("write", "canaries");
  const hasPage = useHasPage(NEW_CHECK);
  return (
    mayWrite &&
    hasPage && (
      <Link
        to={NEW_CHECK}
        className="inline-flex h-control items-center gap-2 rounded-md bg-accent px-3 font-medium text-on-accent transition-colors hover:bg-accent-hover"
      >
        <Icon name="plus" size={14} />
        Add a check
      </Link>
    )
  );
}

const keyOfCheck = ({ id }: Check) => id;
