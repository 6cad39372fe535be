// Sends a query to Prometheus, or to a server with the same API. Each sample becomes a row with its labels as columns.
import { z } from "zod";
import { openWebServer } from "#areas/connections/server/index.ts";
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { QuerySpec } from "../spec/query-spec.ts";
import type { QueryRun } from "./query-run.ts";
import { queryLimits, sendRows, type RowSink } from "./row-sink.ts";

type Spec = NonNullable<QuerySpec["prometheus"]>;
type Row = Readonly<Record<string, unknown>>;

const sample = z.tuple([z.number(), z.string()]);
const labels = z.record(z.string(), z.string());
const data = z.discriminatedUnion("resultType", [
  z.object({ resultType: z.literal("vector"), result: z.array(z.object({ metric: labels, value: sample })) }),
  z.object({ resultType: z.literal("matrix"), result: z.array(z.object({ metric: labels, values: z.array(sample) })) }),
  z.object({ resultType: z.enum(["scalar", "string"]), result: sample }),
]);
const answer = z.union([
  z.object({ status: z.literal("success"), data }),
  z.object({ status: z.literal("error"), error: z.string() }),
]);

/** The approximate number of samples per series if the query has no `step`. */
const defaultSteps = 250;
const minStepMs = 1_000;

export async function readPrometheus(spec: Spec, run: QueryRun, sink: RowSink): Promise<void> {
  const server = await openWebServer(spec, run, { answerMs: 60_000, maxBytes: queryLimits.maxBytes });
  const path = spec.range ? "/api/v1/query_range" : "/api/v1/query";
  const form = new URLSearchParams({ query: spec.query, ...(spec.range && rangeOf(spec.range)) });
  const reply = await server.post(path, form.toString(), "application/x-www-form-urlencoded");
  const document = documentIn(reply.text());
  sink.require(samplesIn(document));
  const found = answer.safeParse(document);
  if (!found.success)
    throw new Error(
      reply.status >= 400
        ? `The server responded with the status ${reply.status}.`
        : "The response does not have the format of Prometheus. Check the URL.",
    );
  if (found.data.status === "error") throw new Error(`The query failed: ${found.data.error}`);
  const series = seriesIn(found.data.data);
  const columns = new Set(["timestamp", "value", ...(spec.selectLabels ?? [])]);
  if (!spec.selectLabels) for (const { metric } of series) for (const label of Object.keys(metric)) columns.add(label);
  const names = [...columns];
  await sink.columns(names, { value: "decimal" });
  await sendRows(sink, names, rowsOf(series), run.scrubber);
}

/** Counts the samples, so that the limit is checked before the response is validated. */
function samplesIn(document: unknown): number {
  const { result } = (document as { data?: { result?: unknown } } | undefined)?.data ?? {};
  if (!Array.isArray(result)) return 0;
  const lengthOf = (one: { values?: unknown } | null) => (Array.isArray(one?.values) ? one.values.length : 1);
  return (result as ({ values?: unknown } | null)[]).reduce((sum, one) => sum + lengthOf(one), 0);
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rangeOf({ start = "now-1h", end = "now", step = "" }: NonNullable<Spec["range"]>) {
  const clock = { now: Date.now(), timeZone: "UTC" };
  const [from, to] = [
    resolvePoint(parsePoint(start || "now-1h"), { ...clock, round: "down" }),
    resolvePoint(parsePoint(end || "now"), { ...clock, round: "up" }),
  ];
  const stepMs = step === "" ? Math.max(minStepMs, (to - from) / defaultSteps) : parseDuration(step);
  return { start: String(from / 1_000), end: String(to / 1_000), step: String(stepMs / 1_000) };
}

interface Series {
  metric: Readonly<Record<string, string>>;
  values: readonly z.output<typeof sample>[];
}

function seriesIn(found: z.output<typeof data>): readonly Series[] {
  if (found.resultType === "matrix") return found.result;
  if (found.resultType === "vector") return found.result.map(({ metric, value }) => ({ metric, values: [value] }));
  return [{ metric: {}, values: [found.result] }];
}

function* rowsOf(series: readonly Series[]): Generator<Row> {
  for (const { metric, values } of series)
    for (const [time, value] of values)
      yield { ...metric, timestamp: new Date(time * 1_000).toISOString(), value: Number(value) };
}
