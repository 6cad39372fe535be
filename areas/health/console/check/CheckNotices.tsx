import { Slot } from "#console/shell/Slot.tsx";
import { NoticeSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { UnknownFieldList } from "#console/resources/UnknownFields.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { CheckNotice } from "./CheckNotice.tsx";
import type { CheckDetail } from "./check-query.ts";
import { isPausedAt, pauseOf, unknownReason } from "../../model.ts";
import { useUnknownFields } from "../unknown-fields.ts";
import { FailureNotice } from "./FailureNotice.tsx";
import { MaintenanceNotice } from "./MaintenanceNotice.tsx";
import { PauseNotice } from "./PauseNotice.tsx";
import { RestoreCheck } from "./RestoreCheck.tsx";
import { RunNowResult } from "./RunNowResult.tsx";

/** Notices that are shown above the figures. */
export function CheckNotices({ check }: { check: CheckDetail }) {
  const reason = useClock((now) => (isPausedAt(pauseOf(check), now) ? "" : (unknownReason(check, now) ?? "")));
  const unknown = useUnknownFields(check);
  return (
    <>
      <RunNowResult id={check.id} />
      {check.deleted_at !== null && (
        <CheckNotice meaning="unknown" title="Deleted" action={<RestoreCheck check={check} />}>
          This check no longer runs. Its history is kept for a while.
        </CheckNotice>
      )}
      {reason !== "" && check.deleted_at === null && (
        <CheckNotice meaning="unchecked" title="Unknown">
          {reason}
          {check.could_not_check_since !== null && (
            <>
              {" "}
              For <Timestamp at={check.could_not_check_since} format="short" />.
            </>
          )}
        </CheckNotice>
      )}
      <FailureNotice check={check} />
      {check.status === "unhealthy" && check.deleted_at === null && (
        <Slot name="check.failing" of={{ id: check.id }} placeholder={<NoticeSkeleton label="the causes" />} />
      )}
      {unknown.length > 0 && <UnknownFieldList fields={unknown} />}
      <PauseNotice check={check} />
      <MaintenanceNotice check={check} />
    </>
  );
}
