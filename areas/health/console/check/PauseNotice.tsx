import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { isPausedAt, pauseOf } from "../../model.ts";
import { useChangeChecks } from "../several/change-checks.ts";
import { CheckNotice } from "./CheckNotice.tsx";
import type { CheckDetail } from "./check-query.ts";

/** Shows who paused the check, since when, until when and why, with a button to resume it. */
export function PauseNotice({ check }: { check: CheckDetail }) {
  const mayWrite = useActor().can("write", "canaries");
  const { resume, isBusy } = useChangeChecks();
  const isPaused = useClock((now) => Number(isPausedAt(pauseOf(check), now))) === 1;
  if (!isPaused || check.deleted_at !== null) return null;
  return (
    <CheckNotice
      meaning="unknown"
      title="Paused"
      action={
        mayWrite && (
          <Button className="-my-1" icon="circle-play" isBusy={isBusy} onClick={() => void resume([check])}>
            Resume
          </Button>
        )
      }
    >
      {check.paused_by_person && <>by {check.paused_by_person.name} </>}
      <Timestamp at={check.paused_at} format="short" /> ago,{" "}
      {check.paused_until ? (
        <>
          until <Timestamp at={check.paused_until} format="medium" />
        </>
      ) : (
        "until it is resumed"
      )}
      {check.pause_reason ? `: ${check.pause_reason}` : ""}. The check does not run, and counts neither as passing nor
      as failing.
    </CheckNotice>
  );
}
