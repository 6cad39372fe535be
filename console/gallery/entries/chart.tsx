import { Chart } from "#console/widgets/chart/Chart.tsx";
import { Sparkline } from "#console/widgets/chart/Sparkline.tsx";
import { printDuration } from "#lib/time/duration.ts";
import type { GalleryEntry } from "../entry.ts";

const HOUR = 3_600_000;
const end = Date.parse("2026-11-15T12:00:00Z");
const times = Array.from({ length: 300 }, (_, index) => end - (299 - index) * (HOUR / 10));
const wave = (height: number, length: number, noise: number) =>
  times.map((_, index) => Math.round(height * (1.4 + Math.sin(index / length) + Math.sin(index * 7.3) * noise)));
const p95 = wave(60, 20, 0.15);
const series = [
  { label: "95th percentile", values: p95 },
  { label: "97th percentile", values: p95.map((value) => Math.round(value * 1.2 + 8)) },
  { label: "99th percentile", values: p95.map((value, index) => (index > 140 && index < 160 ? null : value * 2)) },
];
const fails = (index: number) => index % 23 === 0 || (index > 200 && index < 215);
const results = [
  { label: "Healthy", meaning: "healthy" as const, values: p95.map((value, index) => (fails(index) ? null : value)) },
  {
    label: "Unhealthy",
    meaning: "unhealthy" as const,
    values: p95.map((value, index) => (fails(index) ? value * 1.8 : null)),
  },
];
const many = Array.from({ length: 8 }, (_, index) => ({
  label: `production/checkout-service-7f9c6d5b8-x${index}`,
  values: wave(20 + index * 10, 15 + index * 3, 0.1),
}));

const day = { from: end - 24 * HOUR, to: end };
const clock = (moment: number) => new Date(moment).toISOString().slice(11, 16);

export const entry: GalleryEntry = {
  name: "Chart",
  group: "Nouns",
  states: [
    { name: "Time series", draw: () => <Chart title="Latency" times={times} series={series} print={printDuration} /> },
    {
      name: "Scatter",
      draw: () => <Chart title="Results" look="points" times={times} series={results} print={printDuration} />,
    },
    {
      name: "Few points in a long time range",
      draw: () => (
        <Chart
          title="Results"
          look="points"
          times={times.slice(-20)}
          series={results.map(({ values, ...each }) => ({ ...each, values: values.slice(-20) }))}
          print={printDuration}
          printTime={clock}
          span={day}
        />
      ),
    },
    { name: "Many lines", draw: () => <Chart title="Memory" times={times} series={many} height={160} /> },
    { name: "Loading", draw: () => <Chart title="Latency" times={undefined} series={[]} height={120} /> },
    { name: "No data", draw: () => <Chart title="Latency" times={[]} series={[]} height={120} /> },
    {
      name: "Failed",
      draw: () => (
        <Chart
          title="Latency"
          times={[]}
          series={[]}
          height={120}
          error="The database cannot be reached."
          retry={() => {}}
        />
      ),
    },
    {
      name: "Sparkline",
      draw: () => (
        <div className="flex flex-wrap items-center gap-6">
          <Sparkline label="Latency" values={p95.slice(0, 60)} />
          <Sparkline label="With gaps" values={[1, 4, 2, null, null, 6, 3, 8, null, 5, 5]} />
          <Sparkline label="Flat" values={[3, 3, 3, 3]} />
          <Sparkline label="One value" values={[3]} />
          <Sparkline label="Nothing" values={[]} />
        </div>
      ),
    },
  ],
};
