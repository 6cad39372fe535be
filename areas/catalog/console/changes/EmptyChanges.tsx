import type { ReactNode } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { relativeRange, type TimeRange } from "#lib/time/time-range.ts";
import { fartherBack } from "./farther-back.ts";

interface EmptyChangesProps {
  range: TimeRange;
  change: (range: TimeRange) => void;
  children: ReactNode;
}

/** Explains an empty list, with a button that extends the time range. */
export function EmptyChanges({ range, change, children }: EmptyChangesProps) {
  const timeZone = useTimeZone();
  const back = useClock((now) => fartherBack(range, { now, timeZone }));
  const farther = back === "" ? undefined : relativeRange(back);
  return (
    <>
      <p>{children}</p>
      {farther && (
        <Button icon="history" onClick={() => change(farther)} className="mt-3">
          Show the last {farther.display}
        </Button>
      )}
    </>
  );
}
