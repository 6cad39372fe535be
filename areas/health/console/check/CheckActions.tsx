import { Link } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { Origin } from "#console/resources/Origin.tsx";
import { originOf } from "#console/resources/resource-row.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { CheckDetail } from "./check-query.ts";
import { OPEN_CHECK, openCheckOf } from "../canary/open-check.ts";
import { DeleteCheck, PauseCheck } from "./ChangeCheck.tsx";
import { SetMaintenance } from "./SetMaintenance.tsx";
import { RunNow } from "./RunNow.tsx";

interface CheckActionsProps {
  check: CheckDetail;
  span: string;
}

/** The actions on a check: edit it or link to its source, run it, and actions of other areas. */
export function CheckActions({ check, span }: CheckActionsProps) {
  const actor = useActor();
  const { canaries: canary } = check;
  return (
    <>
      {originOf(canary) ? (
        <span className="mr-auto flex h-8 min-w-0 items-center text-muted">
          <Origin row={canary} />
        </span>
      ) : (
        <Link
          to={`/settings/canaries/${canary.id}`}
          search={{ [OPEN_CHECK]: openCheckOf(check) }}
          className="mr-auto inline-flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
        >
          <Icon name={actor.can("write", "canaries") ? "pencil" : "eye"} size={14} />
          {actor.can("write", "canaries") ? "Edit" : "View"}
        </Link>
      )}
      {actor.can("write", "canaries") && check.deleted_at === null && (
        <>
          {!originOf(canary) && !check.transformed && <DeleteCheck check={check} />}
          <PauseCheck check={check} />
          <SetMaintenance check={check} />
        </>
      )}
      <Slot name="check.actions" of={{ id: check.id, name: check.name, timeRange: span }} />
      {actor.can("check:run", "canaries") && check.deleted_at === null && <RunNow check={check} />}
    </>
  );
}
