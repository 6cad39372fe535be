// Figures that a check measures beside whether it passes: each an expression over what was found.
import type { Values } from "#server/expression/compile.ts";
import { isNumber, print, Span } from "#server/expression/values.ts";
import { inWords, type Computed } from "./computed.ts";
import type { ComputedMetric } from "./prepare.ts";
import type { Metric } from "./result.ts";

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Undefined for one that has nothing to say; throws a sentence for who wrote it. */
export async function measured(metric: ComputedMetric, values: Values): Promise<Metric | undefined> {
  const { name, type } = metric;
  const wrong = (why: string) => new MetricFault(`The metric ${name} ${why}`);
  if (!metricName.test(name)) throw wrong("is no name of a metric: write letters, digits and underscores");
  const compute = (one: Computed) =>
    one.run(values).catch((error: unknown) => {
      throw wrong(`cannot be computed: ${inWords(error)}`);
    });
  const value = figureOf(await compute(metric.value));
  if (value === undefined) throw wrong(`came to no number: ${metric.value.text}`);
  if (type === "counter" && value <= 0) return undefined;
  const labels: Record<string, string> = {};
  for (const label of metric.labels) {
    if (!labelName.test(label.name)) throw wrong(`has the label ${label.name}, which is no name of a label`);
    labels[label.name] = typeof label.value === "string" ? label.value : print(await compute(label.value));
  }
  return { name, type, labels, value };
}

export class MetricFault extends Error {
  override readonly name = "MetricFault";
}

function figureOf(value: unknown): number | undefined {
  if (value instanceof Span) return value.ms;
  if (typeof value === "boolean") return Number(value);
  const figure = isNumber(value) || (typeof value === "string" && value.trim() !== "") ? Number(value) : Number.NaN;
  return Number.isFinite(figure) ? figure : undefined;
}
