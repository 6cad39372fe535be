import { useQuery } from "@tanstack/react-query";
import { useUrl } from "#console/url/url-state.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { isPausedAt, pauseOf, unknownReason } from "../../model.ts";
import { type CheckDetail, recentRuns } from "./check-query.ts";
import { shownRunUrl, TAB } from "./check-url.ts";
import { CheckNotice } from "./CheckNotice.tsx";
import { flappingOf } from "./run-look.ts";
import { useRunNow } from "./run-now.ts";

/**
 * Shows when a check began to fail, and the error of its last run, which would otherwise be visible only in the
 * history.
 */
export function FailureNotice({ check }: { check: CheckDetail }) {
  const isCurrent = useClock((now) =>
    Number(!isPausedAt(pauseOf(check), now) && unknownReason(check, now) === undefined),
  );
  const isFailing = check.status === "unhealthy" && check.deleted_at === null && isCurrent === 1;
  const runs = useQuery({ ...recentRuns({ id: check.id, last: check.last_runtime }), enabled: isFailing }).data;
  const run = runs?.[0];
  // The result of Run Now, which is shown above, contains the same error.
  const isShownAbove = useRunNow(check.id).state.step === "ran";
  if (!isFailing || isShownAbove || !run || run.status || run.could_not_check) return null;
  const flapping = flappingOf(runs);
  return (
    <CheckNotice meaning="unhealthy" title={flapping ? "Flapping" : "Failing"} action={<ShowRun time={run.time} />}>
      {flapping
        ? `(${flapping.failed} of the last ${flapping.runs} runs failed): `
        : check.last_transition_time && (
            <>
              for <Elapsed since={check.last_transition_time} />:{" "}
            </>
          )}
      <span className="text-unhealthy-text">{[run.message, run.error].filter(Boolean).join(": ")}</span>
    </CheckNotice>
  );
}

/** Opens the run in the history, with everything that it recorded. */
function ShowRun({ time }: { time: string }) {
  const [, change] = useUrl(shownRunUrl);
  return (
    <button
      type="button"
      onClick={() => void change({ run: time, [TAB]: undefined })}
      className="touch-area h-5 shrink-0 font-medium whitespace-nowrap text-link hover:underline"
    >
      Show run
    </button>
  );
}
