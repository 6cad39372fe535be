// Custom metrics of checks, with the values of their last runs in this process. The number of series is limited,
// because labels may have any value.
import type { Metric } from "../run/result.ts";
import { family, Histogram, labelName, metricName, printLabels, sample } from "./exposition.ts";

const maxSeries = 10_000;
/** Default histogram buckets, for values of an unknown range. */
const defaultBounds = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

interface Family {
  type: Metric["type"];
  series: Map<string, { checkId: string; value: number | Histogram }>;
}

export class CustomMetrics {
  private readonly families = new Map<string, Family>();
  private size = 0;
  /** Number of dropped measurements: above the limit, or with the name of a metric of a different type. */
  dropped = 0;

  note(checkId: string, metrics: readonly Metric[]): void {
    for (const metric of metrics) if (!this.keep(checkId, metric)) this.dropped += 1;
  }

  private keep(checkId: string, { name, type, labels, value }: Metric): boolean {
    const known = this.families.get(metricName(name));
    if (known && known.type !== type) return false;
    const target: Family = known ?? { type, series: new Map() };
    const key = printLabels(
      Object.fromEntries(Object.entries(labels).map(([label, text]) => [labelName(label), text])),
    );
    const present = target.series.get(key);
    if (!present && this.size >= maxSeries) return false;
    if (!known) this.families.set(metricName(name), target);
    if (!present) this.size += 1;
    target.series.set(key, { checkId, value: next(type, present?.value, value) });
    return true;
  }

  /** Drops the series of deleted checks. */
  retain(isPresent: (checkId: string) => boolean): void {
    for (const [name, { series }] of this.families) {
      for (const [key, { checkId }] of series) if (!isPresent(checkId) && series.delete(key)) this.size -= 1;
      if (series.size === 0) this.families.delete(name);
    }
  }

  /** Prints all metrics except metrics whose names are already in use. */
  print(taken: ReadonlySet<string>): string {
    return [...this.families]
      .filter(([name]) => !taken.has(name))
      .map(
        ([name, { type, series }]) =>
          family(name, type, "Measured by checks.") +
          [...series]
            .map(([labels, { value }]) =>
              value instanceof Histogram ? value.print(name, labels) : sample(name, labels, value),
            )
            .join(""),
      )
      .join("");
  }
}

function next(type: Metric["type"], present: number | Histogram | undefined, value: number): number | Histogram {
  if (type === "gauge") return value;
  if (type === "counter") return (typeof present === "number" ? present : 0) + Math.max(0, value);
  const histogram = present instanceof Histogram ? present : new Histogram(defaultBounds);
  histogram.observe(value);
  return histogram;
}
