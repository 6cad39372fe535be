// Prints metrics in the text format of Prometheus.

export type MetricLabels = Readonly<Record<string, string | null | undefined>>;

export const family = (name: string, type: "gauge" | "counter" | "histogram", help: string) =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

/** Prints `{a="b",c="d"}` without the braces; labels without a value are left out. */
export const printLabels = (labels: MetricLabels) =>
  Object.entries(labels)
    .flatMap(([name, value]) =>
      value === null || value === undefined || value === "" ? [] : [`${name}="${escape(value)}"`],
    )
    .join(",");

const escape = (value: string) => value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

export const sample = (name: string, labels: string, value: number) =>
  `${name}${labels === "" ? "" : `{${labels}}`} ${printValue(value)}\n`;

const printValue = (value: number) =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";

export const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));

/** Makes a name valid by replacing other characters with underscores. */
export const metricName = (name: string) => name.replaceAll(/[^a-zA-Z0-9_:]/g, "_").replace(/^(?=\d)/, "_");
export const labelName = (name: string) => name.replaceAll(/\W/g, "_").replace(/^(?=\d)/, "_");

/** Counts values per upper bound, cumulatively. */
export class Histogram {
  readonly bounds: readonly number[];
  private readonly counts: Float64Array;
  private sum = 0;
  private total = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length);
  }

  observe(value: number): void {
    const at = this.bounds.findIndex((bound) => value <= bound);
    if (at >= 0) this.counts[at]! += 1;
    this.sum += value;
    this.total += 1;
  }

  /** Adds up several histograms. */
  static sum(bounds: readonly number[], some: readonly Histogram[]): Histogram {
    const whole = new Histogram(bounds);
    for (const { counts, sum, total } of some) {
      for (const [at, count] of counts.entries()) whole.counts[at]! += count;
      whole.sum += sum;
      whole.total += total;
    }
    return whole;
  }

  print(name: string, labels: string): string {
    let below = 0;
    const more = labels === "" ? "" : `${labels},`;
    const buckets = this.bounds.map((bound, at) => {
      below += this.counts[at]!;
      return sample(`${name}_bucket`, `${more}le="${bound}"`, below);
    });
    return [
      ...buckets,
      sample(`${name}_bucket`, `${more}le="+Inf"`, this.total),
      sample(`${name}_sum`, labels, this.sum),
      sample(`${name}_count`, labels, this.total),
    ].join("");
  }
}
