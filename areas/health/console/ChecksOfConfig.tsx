import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import type { Check } from "./dashboard/check.ts";
import { FrozenClock } from "./dashboard/frozen-clock.ts";
import { healthColumns } from "./dashboard/health-columns.tsx";
import { CheckDrawer } from "./CheckDrawer.tsx";

const checksOfConfig = (id: string) =>
  rows(
    ["check_summary_for_config", id],
    () => db.from("check_summary_for_config").select<string, Check>("*").eq("config_id", id).order("name"),
    { of: ["checks", "check_config_relationships"] },
  );

const openUrl = urlState({ checkId: text(), timeRange: text() });
const columns = healthColumns({ hasNamespace: true, isNarrow: false });

/** The checks that look at an item of the catalog. */
export function ChecksOfConfig({ id }: { id: string }) {
  const checks = useQuery(checksOfConfig(id));
  const [{ checkId, timeRange }, change] = useUrl(openUrl);
  return (
    <FrozenClock value={null}>
      <DataTable
        id="config.checks"
        caption="Checks"
        columns={columns}
        rows={checks}
        keyOf={keyOfCheck}
        open={({ id: opened }) => void change({ checkId: opened })}
        empty="No checks"
        emptyDetail="A check belongs to an item when the relationships in its spec name it. None names this one."
      />
      <CheckDrawer
        checkId={checkId}
        timeRange={timeRange || undefined}
        onClose={() => void change({ checkId: undefined, timeRange: undefined })}
      />
    </FrozenClock>
  );
}

const keyOfCheck = ({ id }: Check) => id;
