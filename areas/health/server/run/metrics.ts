// The metrics of a check: each value is an expression over the data of the run.
import type { Values } from "#server/expression/compile.ts";
import { isNumber, print, Span } from "#server/expression/values.ts";
import { inWords, type Computed } from "./computed.ts";
import type { ComputedMetric } from "./prepare.ts";
import type { Metric } from "./result.ts";

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Returns undefined for a counter that does not increase. Throws a MetricFault with a message for the author of the spec.
 */
export async function measured(metric: ComputedMetric, values: Values): Promise<Metric | undefined> {
  const { name, type } = metric;
  const wrong = (why: string) => new MetricFault(`The metric ${name} ${why}`);
  if (!metricName.test(name)) throw wrong("is not a valid metric name: use letters, digits and underscores");
  const compute = (computed: Computed) =>
    computed.run(values).catch((error: unknown) => {
      throw wrong(`cannot be computed: ${inWords(error)}`);
    });
  const value = figureOf(await compute(metric.value));
  if (value === undefined) throw wrong(`is not a number: ${metric.value.text}`);
  if (type === "counter" && value <= 0) return undefined;
  const labels: Record<string, string> = {};
  for (const label of metric.labels) {
    if (!labelName.test(label.name)) throw wrong(`has the label ${label.name}, which is not a valid label name`);
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
