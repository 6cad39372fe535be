import { useState } from "react";
import { TimeHistogram } from "#console/widgets/histogram/TimeHistogram.tsx";
import type { GalleryEntry } from "../entry.ts";

const HOUR = 3_600_000;
const end = Date.parse("2026-11-15T12:00:00Z");
const series = [
  { label: "Critical", colour: "var(--unhealthy)" },
  { label: "Medium", colour: "var(--warning)" },
  { label: "Info", colour: "var(--unknown)" },
];
const many = Array.from({ length: 60 }, (_, index) => ({
  at: end - (60 - index) * HOUR,
  counts: [index % 17 === 3 ? 2 : 0, index % 5, Math.round(20 * (1 + Math.sin(index / 6)) + (index === 40 ? 400 : 0))],
}));
const few = many.map(({ at }, index) => ({ at, counts: [index === 12 ? 1 : 0, 0, index === 50 ? 1 : 0] }));
const none = many.map(({ at }) => ({ at, counts: [0, 0, 0] }));

function Brushed() {
  const [span, setSpan] = useState("No time range is selected yet.");
  return (
    <>
      <TimeHistogram
        title="Changes"
        series={series}
        buckets={many}
        end={end}
        onBrush={({ from, to }) => setSpan(`${new Date(from).toISOString()} to ${new Date(to).toISOString()}`)}
      />
      <p role="status" className="mt-2 text-muted">
        {span}
      </p>
    </>
  );
}

const still = { title: "Changes", series, end, onBrush: () => {} };

export const entry: GalleryEntry = {
  name: "Time histogram",
  group: "Nouns",
  states: [
    { name: "Many", draw: () => <Brushed /> },
    { name: "Two bars", draw: () => <TimeHistogram {...still} buckets={few} /> },
    { name: "The current hour", draw: () => <TimeHistogram {...still} buckets={many} end={end - HOUR / 2} /> },
    { name: "None", draw: () => <TimeHistogram {...still} buckets={none} /> },
    { name: "Loading", draw: () => <TimeHistogram {...still} buckets={undefined} /> },
    {
      name: "Failed",
      draw: () => (
        <TimeHistogram {...still} buckets={undefined} error="The histogram could not be loaded." retry={() => {}} />
      ),
    },
  ],
};
