import { Suspense } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { printTimeRange } from "#lib/time/time-range.ts";
import { Icon } from "../Icon.tsx";
import { Popover } from "../popover/Popover.tsx";
import type { TimeRangePickerProps } from "./TimeRangePanel.tsx";

const Panel = lazyPart(async () => (await import("./TimeRangePanel.tsx")).TimeRangePanel);

/** A time range: two times, a distance from now, or a name such as Yesterday. */
export function TimeRangePicker({ label = "Time range", ...picker }: TimeRangePickerProps) {
  const shown = printTimeRange(picker.range);
  return (
    <Popover
      label={`${label}: ${shown}`}
      align="end"
      className="inline-flex h-control max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 transition-colors hover:bg-hover active:bg-press"
      popupClassName="w-max"
      button={
        <>
          <Icon name="clock" size={14} className="text-muted" />
          <span className="min-w-0 truncate tabular-nums">{shown}</span>
          <Icon name="chevron-down" size={14} className="text-muted" />
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<div className="h-112 w-88 shell:w-176" role="status" aria-label="Loading time ranges" />}>
          <Panel {...picker} close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
