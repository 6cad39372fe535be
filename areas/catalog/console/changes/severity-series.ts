// The bars of the histogram of changes: five steps, the worst one lowest, where it is compared most easily.
import type { HistogramSeries } from "#console/widgets/histogram/counts.ts";
import type { Bucket, Timeline } from "#console/widgets/histogram/brush.ts";
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

/**
 * A range such as today ends in the future: bars are drawn until now. Changes that are dated later, because the clock of a source is
 * ahead, are drawn all the same.
 */
export function severityTimeline({ buckets, to }: Histogram, now: number): Timeline {
  const end = Date.parse(to);
  const all = buckets.map(({ time, severities }): Bucket => ({
    at: Date.parse(time),
    counts: steps.map(({ of }) => of.reduce((sum, severity) => sum + (severities[severity] ?? 0), 0)),
  }));
  const isShown = ({ at, counts }: Bucket) => at <= now || counts.some((count) => count > 0);
  const shown = all.slice(0, all.findLastIndex(isShown) + 1);
  const next = all[shown.length]?.at ?? end;
  return { buckets: shown, end: (shown.at(-1)?.at ?? 0) > now ? next : Math.min(end, now) };
}
