// Routes for the labels, the fields and the histogram of a selection.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { BucketCounter } from "../lines/count-lines.ts";
import type { FieldValues, LabelValues } from "../source/reader.ts";
import { readLogs, requireLogs } from "./access.ts";
import { warningOf } from "./failures.ts";
import { askSources, queryFor, selectEntries } from "./selected.ts";

/** A query for a histogram or for fields has no pages. */
const page = { limit: 500, direction: "backward" } as const;
const maxValues = 1_000;

export function exploreRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.logLabels,
    schema.logLabels,
    { access: readLogs, reads: true, summary: "The labels by which lines of a component or a backend can be selected" },
    async ({ body, actor, signal, scrubber }) => {
      await requireLogs(system, "the list of log labels");
      const { entries, selection } = await selectEntries(system, actor, body);
      const { answers } = await askSources(system, entries, { signal, scrubber }, (source) => source.labels(selection));
      return scrubber.document({ labels: mergeLabels(answers.flatMap(({ answer }) => answer)) });
    },
  );
  handle(
    app,
    contract.logFields,
    schema.logFields,
    { access: readLogs, reads: true, summary: "The fields of the newest lines that a search finds" },
    async ({ body, actor, signal, scrubber }) => {
      await requireLogs(system, "the list of log fields");
      const { entries, selection } = await selectEntries(system, actor, body);
      const { answers } = await askSources(system, entries, { signal, scrubber }, (source, entry) =>
        source.fields(queryFor(entry, selection, body, page)),
      );
      return scrubber.document({ fields: mergeFields(answers.flatMap(({ answer }) => answer)) });
    },
  );
  handle(
    app,
    contract.logHistogram,
    schema.logHistogram,
    { access: readLogs, reads: true, summary: "Counts lines by interval and severity" },
    async ({ body, actor, signal, scrubber }) => {
      await requireLogs(system, "a log histogram");
      const { entries, selection } = await selectEntries(system, actor, body);
      const interval = Math.max(1, Math.ceil((selection.end - selection.start) / body.buckets));
      const { answers, failures } = await askSources(system, entries, { signal, scrubber }, (source, entry) =>
        source.histogram(queryFor(entry, selection, body, page), interval),
      );
      const counter = new BucketCounter(selection.start, interval);
      for (const { answer } of answers)
        for (const { time, severity, count } of answer.buckets)
          if (time >= selection.start - interval && time <= selection.end)
            counter.add(time, severity === "unknown" ? undefined : severity, count);
      const reached = answers.flatMap(({ answer }) => answer.reached ?? []);
      return {
        start: new Date(selection.start).toISOString(),
        interval,
        buckets: counter.buckets().map((bucket) => ({ ...bucket, time: new Date(bucket.time).toISOString() })),
        ...(reached.length > 0 && { reached: new Date(Math.max(...reached)).toISOString() }),
        ...(failures.length > 0 && { warnings: failures.map(warningOf) }),
      };
    },
  );
}

function mergeLabels(all: readonly LabelValues[]): { name: string; values: string[] }[] {
  const merged = new Map<string, Set<string>>();
  for (const { name, values } of all) {
    const known = merged.get(name) ?? new Set<string>();
    merged.set(name, known);
    for (const value of values) known.add(value);
  }
  return [...merged]
    .map(([name, values]) => ({ name, values: [...values].sort().slice(0, maxValues) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function mergeFields(all: readonly FieldValues[]) {
  const merged = new Map<string, { name: string; count: number; values: { value: string; count: number }[] }>();
  for (const { name, count, values } of all) {
    const known = merged.get(name);
    if (!known) merged.set(name, { name, count, values: [...values] });
    else {
      known.count += count;
      for (const { value, count: more } of values) {
        const same = known.values.find((item) => item.value === value);
        if (same) same.count += more;
        else known.values.push({ value, count: more });
      }
    }
  }
  return [...merged.values()].sort((a, b) => b.count - a.count);
}
