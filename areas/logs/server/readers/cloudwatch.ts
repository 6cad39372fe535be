// Reads AWS CloudWatch Logs: searches with Logs Insights, which returns the newest lines first, and follows a group
// with FilterLogEvents.
import { z } from "zod";
import { openAws } from "#areas/connections/server/index.ts";
import { lineMatcher } from "#lib/logs/line-matcher.ts";
import { readTime } from "#lib/logs/line-time.ts";
import { readSeverity } from "#lib/logs/severity.ts";
import { connectionOf, envVar, filled, longTemplated, part, text } from "#server/spec/parts.ts";
import { entryFields } from "../source/entry-fields.ts";
import { BucketCounter, fieldsOfSample, histogramOfSample } from "../lines/count-lines.ts";
import { labelFilter, labelsBesides, otherLabels } from "../lines/label-filter.ts";
import { templateValues } from "../lines/template-values.ts";
import { defineReader, type LogPage, type LogQuery, type LogSource, type RawLine } from "../source/reader.ts";
import { pollTail } from "../source/tails.ts";
import { cloudWatch } from "./cloudwatch/api.ts";
import { defaultFields, filtersOf, runInsights, type InsightsRow } from "./cloudwatch/insights.ts";

const events = z.object({
  events: z
    .array(
      z.object({
        timestamp: z.number(),
        message: z.string(),
        logStreamName: z.string().optional(),
        eventId: z.string(),
      }),
    )
    .default([]),
  nextToken: z.string().optional(),
});
const streams = z.object({ logStreams: z.array(z.object({ logStreamName: z.string() })).default([]) });
const groups = z.object({
  logGroups: z.array(z.object({ logGroupName: z.string(), storedBytes: z.number().optional() })).default([]),
});

const maxLines = 10_000;
const maxPages = 20;

export const cloudwatch = defineReader({
  type: "cloudwatch",
  title: "CloudWatch",
  icon: "aws",
  spec: part({
    connection: connectionOf("aws").optional(),
    auth: part({
      region: text.optional().meta({ label: "Region" }),
      access_key: envVar.optional().meta({ label: "Access key", field: "env-var" }),
      secret_key: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
    })
      .optional()
      .meta({ label: "Credentials" }),
    log_group: filled.meta({ label: "Log group", description: "One, or several separated by commas." }),
    namespace: text
      .optional()
      .meta({ label: "Namespace", description: "The namespace of the secrets that this entry refers to." }),
    query: longTemplated.optional().meta({
      label: "Query template",
      placeholder: "fields @timestamp, @message | filter app = '{{.labels.app}}'",
      description: "A Logs Insights query that every search extends.",
    }),
    ...entryFields,
  }),
  isNative: (search) => /^\s*(?:fields|filter|parse|display|stats|sort|dedup)\b/.test(search),

  async open(spec, run): Promise<LogSource> {
    const { region, access_key: accessKey, secret_key: secretKey } = spec.auth ?? {};
    const connection = await openAws({ connection: spec.connection, accessKey, secretKey, region }, run);
    const call = await cloudWatch(connection, run);
    const logGroup = spec.log_group;

    /** A native query is appended to the template, which limits every search. */
    const commandsOf = async (query: LogQuery): Promise<string[]> => {
      const { labels, native } = query;
      const base = spec.query ? await run.fill(spec.query, templateValues(spec.query, query, slashIn(spec.query))) : "";
      const filters = filtersOf(query, labelsBesides(labels, spec.query));
      return [base || defaultFields, ...filters, ...(native === undefined ? [] : [native])];
    };
    const insights = (query: Parameters<typeof runInsights>[1]) =>
      runInsights(call, query, {
        signal: run.signal,
        // Stopping a query must work although the signal of the call is already aborted.
        stop: async (queryId) => {
          const stopping = await cloudWatch(connection, { ...run, signal: AbortSignal.timeout(5_000) });
          await stopping("StopQuery", { queryId }, z.unknown());
        },
      });

    const source: LogSource = {
      async search(query): Promise<LogPage> {
        const limit = Math.min(query.limit, maxLines);
        const order = query.direction === "backward" ? "desc" : "asc";
        const commands = await commandsOf(query);
        const isSorted = /\|\s*(?:sort|limit|head|tail)\b/.test(query.native ?? "");
        const text = [...commands, ...(isSorted ? [] : [`sort @timestamp ${order}`, `limit ${limit}`])].join(" | ");
        const { start, end } = query;
        const rows = await insights({ logGroup, text, start, end, limit });
        const lines = rows.map(lineOf).filter(({ time }) => time >= start && time <= end);
        return {
          lines: lines.toSorted((a, b) => (order === "desc" ? b.time - a.time : a.time - b.time)),
          ...(rows.length >= limit && { reached: lines.at(-1)?.time ?? start }),
        };
      },
      tail: (query) => pollTail(newEvents, query, { signal: run.signal, everyMs: 2_000 }),
      fields: (query) => fieldsOfSample(source.search, query),
      async labels() {
        const body = {
          logGroupName: logGroup.split(",")[0]!.trim(),
          orderBy: "LastEventTime",
          descending: true,
          limit: 50,
        };
        const { logStreams } = await call("DescribeLogStreams", body, streams);
        return [{ name: "logStream", values: logStreams.map(({ logStreamName }) => logStreamName) }];
      },
      async histogram(query, bucketMs) {
        if (query.native !== undefined) return histogramOfSample(source.search, query, bucketMs);
        const seconds = Math.max(1, Math.ceil(bucketMs / 1_000));
        const commands = [...(await commandsOf(query)), `stats count(*) as lines by bin(${seconds}s) as time, level`];
        const { start, end } = query;
        const rows = await insights({ logGroup, text: commands.join(" | "), start, end, limit: maxLines });
        const counter = new BucketCounter(start, bucketMs);
        for (const row of rows)
          counter.add(Math.max(start, timeOf(row["time"])), readSeverity(row["level"]), Number(row["lines"]));
        return { buckets: counter.buckets() };
      },
      async describe() {
        const prefix = logGroup.split(",")[0]!.trim();
        const { logGroups } = await call("DescribeLogGroups", { logGroupNamePrefix: prefix }, groups);
        if (!logGroups.some(({ logGroupName }) => logGroupName === prefix)) {
          // If the group is missing, this call fails with a clear message.
          await source.labels({ labels: {}, start: 0, end: 0 });
        }
        return `The CloudWatch log group ${prefix}`;
      },
    };

    /** Returns new events in the order in which they were written. */
    async function newEvents(query: LogQuery): Promise<LogPage> {
      const { logStream } = query.labels;
      const { matches } = lineMatcher(query.terms);
      const isWanted = labelFilter(otherLabels(query.labels, ["logStream"]));
      const lines: RawLine[] = [];
      let nextToken: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const body = {
          logGroupName: logGroup.split(",")[0]!.trim(),
          startTime: query.start,
          ...(logStream && { logStreamNames: [logStream] }),
          ...(nextToken && { nextToken }),
        };
        const answer = await call("FilterLogEvents", body, events);
        for (const { timestamp, message, logStreamName = "", eventId } of answer.events) {
          const line = { id: eventId, time: timestamp, message, labels: { logStream: logStreamName } };
          if (matches(message) && isWanted(line)) lines.push(line);
        }
        nextToken = answer.nextToken;
        if (nextToken === undefined || lines.length >= query.limit) break;
      }
      lines.sort((a, b) => a.time - b.time);
      return { lines, ...(nextToken !== undefined && { reached: lines.at(-1)?.time ?? query.start }) };
    }
    return source;
  },
});

/** A slash ends a regular expression. */
const slashIn = (template: string) => (/(?:like|=~)\s*\//.test(template) ? "/" : "");

/** Insights returns times in UTC, without a zone. */
const timeOf = (text: string | undefined) => readTime(`${text ?? ""}Z`) ?? 0;

function lineOf(row: InsightsRow): RawLine {
  const { "@timestamp": timestamp, "@message": message = "", "@ptr": id, "@logStream": logStream, ...others } = row;
  const labels = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith("@")));
  return {
    id: id ?? `${timestamp}-${message.length}`,
    time: timeOf(timestamp),
    message: message.replace(/\n$/, ""),
    labels: { ...labels, ...(logStream && { logStream }) },
  };
}
