// Reads Grafana Loki: https://grafana.com/docs/loki/latest/reference/loki-http-api/
import { createHash } from "node:crypto";
import { z } from "zod";
import { webAccess } from "#areas/connections/server/index.ts";
import { readSeverity, severities } from "#lib/logs/severity.ts";
import { connectionOf, credentials, longTemplated, part, templated } from "#server/spec/parts.ts";
import { entryFields } from "../source/entry-fields.ts";
import { BucketCounter, fieldsOfSample } from "../lines/count-lines.ts";
import { labelsBesides } from "../lines/label-filter.ts";
import { templateValues } from "../lines/template-values.ts";
import {
  defineReader,
  QueryRefused,
  type LogPage,
  type LogQuery,
  type LogSelection,
  type LogSource,
  type RawLine,
} from "../source/reader.ts";
import { pollTail } from "../source/tails.ts";
import { logQl, metricQuery, selectsStreams } from "./loki/log-ql.ts";
import { openLogServer } from "./log-server.ts";

const labelList = z.object({ data: z.array(z.string()).nullish() });
const streams = z.object({
  data: z.object({
    resultType: z.string(),
    result: z.array(
      z.object({
        stream: z.record(z.string(), z.string()).optional(),
        metric: z.record(z.string(), z.string()).optional(),
        // The time is in nanoseconds for lines and in seconds for numbers.
        values: z.array(z.tuple([z.union([z.string(), z.number()]), z.string()]).rest(z.unknown())),
      }),
    ),
  }),
});
const build = z.object({ version: z.string() });

/** The default limit of Loki. */
const maxLines = 5_000;
const maxLabels = 20;

export const loki = defineReader({
  type: "loki",
  title: "Loki",
  icon: "loki",
  spec: part({
    url: templated.optional().meta({ label: "URL", placeholder: "https://loki.example.org:3100" }),
    connection: connectionOf("http").optional(),
    ...credentials,
    ...webAccess,
    query: longTemplated.optional().meta({
      label: "Query template",
      placeholder: '{cluster="north", app="{{.labels.app}}"} | json',
      description:
        "LogQL that every search extends. It can use id, type and labels. Default: the labels of the request.",
    }),
    ...entryFields,
  }),
  isNative: (text) => text.startsWith("{"),

  async open(spec, run): Promise<LogSource> {
    const server = await openLogServer("Loki", spec, run);

    const labelNames = async ({ start, end }: Pick<LogSelection, "start" | "end">) =>
      (await server.get(`/loki/api/v1/labels?${rangeOf({ start, end })}`, labelList)).data ?? [];

    /** Every selector needs a label, so a search without labels uses a label that almost all streams have. */
    const anyStream = async (range: Pick<LogSelection, "start" | "end">) => {
      const names = (await labelNames(range)).filter((name) => !name.startsWith("__"));
      const name = ["service_name", "job", "app", "namespace"].find((known) => names.includes(known)) ?? names[0];
      return name === undefined ? undefined : `{${name}=~".+"}`;
    };

    /** Returns undefined if the range has no streams at all. */
    const queryOf = async (query: LogQuery): Promise<string | undefined> => {
      const { labels } = query;
      const base = spec.query ? await run.fill(spec.query, templateValues(spec.query, query)) : undefined;
      const isOpen = base === undefined && query.native === undefined && !selectsStreams(labels);
      const any = isOpen ? await anyStream(query) : undefined;
      if (isOpen && any === undefined) return undefined;
      return logQl({ ...query, labels: labelsBesides(labels, spec.query) }, any ?? base);
    };

    const source: LogSource = {
      async search(query): Promise<LogPage> {
        const text = await queryOf(query);
        if (text === undefined) return { lines: [] };
        const limit = Math.min(query.limit, maxLines);
        const words = new URLSearchParams({ query: text, limit: String(limit), direction: query.direction });
        const { data } = await server.get(`/loki/api/v1/query_range?${words}&${rangeOf(query)}`, streams);
        if (data.resultType !== "streams")
          throw new QueryRefused(
            "The query returns numbers instead of lines. Remove the functions around the log query.",
          );
        const lines = linesIn(data.result, query.direction);
        return { lines, ...(lines.length >= limit && { reached: lines.at(-1)?.time }) };
      },
      tail: (query) => pollTail(source.search, query, { signal: run.signal, everyMs: 1_000 }),
      fields: (query) => fieldsOfSample(source.search, query),
      async labels(selection) {
        const names = (await labelNames(selection)).filter((name) => !name.startsWith("__")).slice(0, maxLabels);
        return Promise.all(
          names.map(async (name) => {
            const path = `/loki/api/v1/label/${encodeURIComponent(name)}/values?${rangeOf(selection)}`;
            return { name, values: (await server.get(path, labelList)).data ?? [] };
          }),
        );
      },
      async histogram(query, bucketMs) {
        const counter = new BucketCounter(query.start, bucketMs);
        const text = await queryOf(query);
        if (text === undefined) return { buckets: [] };
        const seconds = Math.max(1, Math.ceil(bucketMs / 1_000));
        const words = new URLSearchParams({ query: metricQuery(text, seconds), step: `${seconds}s` });
        const { data } = await server.get(`/loki/api/v1/query_range?${words}&${rangeOf(query)}`, streams);
        for (const { metric = {}, values } of data.result) {
          const severity = readSeverity(metric["detected_level"]) ?? readSeverity(metric["level"]);
          // Each value is the number of lines in the interval that ends at its time.
          for (const [time, count] of values)
            counter.add(Math.max(query.start, Number(time) * 1_000 - seconds * 1_000), severity, Number(count));
        }
        return { buckets: counter.buckets() };
      },
      async describe() {
        const { version } = await server.get("/loki/api/v1/status/buildinfo", build);
        const names = await labelNames({ start: Date.now() - 3_600_000, end: Date.now() });
        return `Loki ${version}, with ${names.length} labels in the last hour`;
      },
    };
    return source;
  },
});

/** The end of a range is excluded, so a millisecond is added. */
const rangeOf = ({ start, end }: Pick<LogSelection, "start" | "end">) =>
  new URLSearchParams({
    start: `${Math.max(0, Math.floor(start))}000000`,
    end: `${Math.floor(Math.min(end, Date.now() + 3_600_000)) + 1}000000`,
  });

type Streams = z.output<typeof streams>["data"]["result"];

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function linesIn(result: Streams, direction: LogQuery["direction"]): RawLine[] {
  const sign = direction === "backward" ? -1 : 1;
  return result
    .flatMap(({ stream = {}, values }) =>
      values
        .map(([time, text]) => [String(time), text] as const)
        .filter(([time]) => /^\d{7,19}$/.test(time))
        .map(([time, text]) => lineOf(stream, time, text)),
    )
    .sort((a, b) => sign * order(a.timestamp ?? "", b.timestamp ?? "") || order(a.id, b.id));
}

function lineOf(labels: Readonly<Record<string, string>>, nanoseconds: string, message: string): RawLine {
  const time = Number(nanoseconds.slice(0, -6));
  const digest = createHash("sha1").update(JSON.stringify(labels)).update(message).digest("base64url").slice(0, 12);
  const severity = readSeverity(labels["detected_level"]) ?? readSeverity(labels["level"]);
  return {
    id: `${nanoseconds}-${digest}`,
    time,
    timestamp: `${new Date(time).toISOString().slice(0, -1)}${nanoseconds.slice(-6)}Z`,
    message,
    labels,
    ...(severity && severities.includes(severity) && { severity }),
  };
}
