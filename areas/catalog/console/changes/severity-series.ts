// The bars of the histogram of changes: five steps, the worst one lowest, where it is compared most easily.
import type { HistogramSeries } from "#console/widgets/histogram/counts.ts";
import type { Bucket } from "#console/widgets/histogram/brush.ts";
import type { Histogram } from "../../contract.ts";

interface Step extends HistogramSeries {
  of: readonly string[];
}

const steps: readonly Step[] = [
  { label: "Critical", colour: "var(--unhealthy)", of: ["critical", "blocker"] },
  { label: "High", colour: "color-mix(in oklch, var(--unhealthy), var(--warning))", of: ["high"] },
  { label: "Medium", colour: "var(--warning)", of: ["medium", "warning"] },
  { label: "Low", colour: "var(--chart-1)", of: ["low"] },
  { label: "Info", colour: "var(--unknown)", of: ["info", "none"] },
];

export const severitySeries: readonly HistogramSeries[] = steps;

export const severityBuckets = ({ buckets }: Histogram): Bucket[] =>
  buckets.map(({ time, severities }) => ({
    at: Date.parse(time),
    counts: steps.map(({ of }) => of.reduce((sum, severity) => sum + (severities[severity] ?? 0), 0)),
  }));
