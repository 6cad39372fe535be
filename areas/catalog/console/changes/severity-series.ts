// The bars of the histogram of changes: five severity levels, the highest at the bottom, where bars are easiest to
// compare.
import type { HistogramSeries } from "#console/widgets/histogram/counts.ts";
import type { Bucket, Timeline } from "#console/widgets/histogram/brush.ts";
import type { Histogram } from "../../contract.ts";

interface Level extends HistogramSeries {
  severities: readonly string[];
}

const levels: readonly Level[] = [
  { label: "Critical", colour: "var(--unhealthy)", severities: ["critical", "blocker"] },
  { label: "High", colour: "color-mix(in oklch, var(--unhealthy) 80%, var(--warning))", severities: ["high"] },
  { label: "Medium", colour: "var(--warning)", severities: ["medium", "warning"] },
  { label: "Low", colour: "var(--chart-1)", severities: ["low"] },
  // Most changes have this level, so the bars of this level have a subdued colour.
  { label: "Info", colour: "color-mix(in srgb, var(--unknown) 80%, var(--canvas))", severities: ["info", "none"] },
];

export const severitySeries: readonly HistogramSeries[] = levels;

/**
 * A range such as today ends in the future, so bars are drawn only up to now, or up to the last change if the clock of
 * a source is ahead.
 */
export function severityTimeline({ buckets, to }: Histogram, now: number): Timeline {
  const end = Date.parse(to);
  const all = buckets.map(({ time, severities: counts }): Bucket => ({
    at: Date.parse(time),
    counts: levels.map(({ severities }) => severities.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0)),
  }));
  const isShown = ({ at, counts }: Bucket) => at <= now || counts.some((count) => count > 0);
  const shown = all.slice(0, all.findLastIndex(isShown) + 1);
  const next = all[shown.length]?.at ?? end;
  return { buckets: shown, end: (shown.at(-1)?.at ?? 0) > now ? next : Math.min(end, now) };
}
