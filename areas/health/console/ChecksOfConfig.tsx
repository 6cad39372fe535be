import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import type { Check } from "./dashboard/check.ts";
import { createDrawnChecks } from "./dashboard/drawn-checks.ts";
import { FrozenClock } from "./dashboard/frozen-clock.ts";
import { healthColumns } from "./dashboard/health-columns.tsx";
import { RowFigures } from "./dashboard/RowFigures.tsx";
import { CheckDrawer } from "./CheckDrawer.tsx";
import { useChecksOfConfig } from "./checks-of-config.ts";

/** A check of the item that passes needs no description, so only failing checks have a second line, with the reason. */
function withReasonsOnly({ isDetailInCell: _isDetailInCell, ...column }: Column<Check>): Column<Check> {
  const { detail } = column;
  return detail ? { ...column, detail: (check) => (check.status === "unhealthy" ? detail(check) : undefined) } : column;
}

/** The item's details leave less space for the table than on the health page. */
const columns = {
  narrow: healthColumns({ hasFigures: true, isNarrow: true, isRoomy: false }),
  wide: healthColumns({ hasFigures: true, isNarrow: false, isRoomy: false }).map(withReasonsOnly),
};

const WORST_FIRST = { id: "health", desc: false };

const openUrl = urlState({ checkId: text(), timeRange: text() });

/** The checks of a catalog item. */
export function ChecksOfConfig({ id }: { id: string }) {
  const checks = useChecksOfConfig(id);
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
          rows={checks}
          keyOf={keyOfCheck}
          view={useTableView({ sort: WORST_FIRST })}
          open={({ id: opened }) => void change({ checkId: opened })}
          empty="No checks for this item"
          onDrawn={drawn.set}
          emptyIcon="heart-pulse"
          emptyDetail="Add a check, or select this item in the relationships of an existing check."
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
