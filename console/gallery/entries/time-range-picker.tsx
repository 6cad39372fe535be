import { useState } from "react";
import { TimeRangePanel } from "#console/widgets/time/TimeRangePanel.tsx";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import { absoluteRange, relativeRange, type TimeRange } from "#lib/time/time-range.ts";
import type { GalleryEntry } from "../entry.ts";

const twoDays = relativeRange("now-2d", "2 days");

function InAddress() {
  const { range, change } = useTimeRange(twoDays);
  return <TimeRangePicker range={range} onChange={(chosen) => void change(chosen)} />;
}

function Silence() {
  const [range, setRange] = useState<TimeRange>();
  return <TimeRangePicker label="Silence for" isFuture range={range} onChange={setRange} />;
}

function Open() {
  const [range, setRange] = useState<TimeRange | undefined>(absoluteRange("2026-11-03 00:00", "2026-11-12 23:59"));
  return (
    <div className="w-max max-w-full rounded-lg border border-line bg-raised shadow-raised">
      <TimeRangePanel range={range} onChange={setRange} close={() => {}} />
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Time range picker",
  group: "Time",
  states: [
    { name: "In the URL", draw: () => <InAddress /> },
    { name: "Open", draw: () => <Open /> },
    { name: "Ahead", draw: () => <Silence /> },
    {
      name: "Little space",
      draw: () => (
        <div className="w-48">
          <TimeRangePicker
            label="Other"
            range={absoluteRange("2026-11-01 00:00", "2026-11-15 23:59")}
            onChange={() => {}}
          />
        </div>
      ),
    },
  ],
};
