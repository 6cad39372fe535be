// Builds CloudWatch Logs Insights queries, and waits for their results.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { escaped, ignoresCase, type Term } from "#lib/logs/search-terms.ts";
import { isExact, parseMatch } from "#lib/text/match.ts";
import { ConnectionFailure } from "#areas/connections/server/index.ts";
import { expressionOfAny } from "../../lines/label-filter.ts";
import type { Labels, LogQuery } from "../../source/reader.ts";
import type { CloudWatch } from "./api.ts";

export const defaultFields = "fields @timestamp, @message, @logStream, @ptr";

/** Returns the commands that apply a search to a query. */
export const filtersOf = ({ terms }: Pick<LogQuery, "terms">, labels: Labels): string[] => [
  ...Object.entries(labels).flatMap(([name, value]) => labelFilters(fieldName(name), value)),
  ...terms.all.map((term) => `filter @message like ${likeOf(term)}`),
  ...terms.none.map((term) => `filter @message not like ${likeOf(term)}`),
];

/** A value is a match expression: `web-*,!web-test`. */
function labelFilters(field: string, value: string): string[] {
  const { include, exclude } = parseMatch(value);
  const [only] = include;
  const isOne = include.length === 1 && only !== undefined && isExact(only);
  const like = (patterns: typeof include) => `like /^(?:${expressionOfAny(patterns)})$/`;
  return [
    ...(isOne ? [`filter ${field} = ${JSON.stringify(only[0])}`] : []),
    ...(!isOne && include.length > 0 ? [`filter ${field} ${like(include)}`] : []),
    ...(exclude.length > 0 ? [`filter ${field} not ${like(exclude)}`] : []),
  ];
}

/** The name of a field with special characters is written in backticks. */
const fieldName = (name: string) =>
  name === "logStream" ? "@logStream" : /^[\w@.]+$/.test(name) ? name : `\`${name.replaceAll("`", "")}\``;

function likeOf(term: Term): string {
  if (term.kind === "pattern")
    return `/${term.pattern.replaceAll(/\\.|\//gs, (sign) => (sign === "/" ? "\\/" : sign))}/`;
  return ignoresCase(term.text) ? `/(?i)${escaped(term.text)}/` : JSON.stringify(term.text);
}

const started = z.object({ queryId: z.string() });
const results = z.object({
  status: z.string(),
  results: z.array(z.array(z.object({ field: z.string(), value: z.string().optional() }))).default([]),
});

export type InsightsRow = Readonly<Record<string, string>>;

const pollMs = 300;

/** Runs a query. If the caller cancels it, the query is also stopped in CloudWatch. */
export async function runInsights(
  call: CloudWatch,
  query: { logGroup: string; text: string; start: number; end: number; limit: number },
  { signal, stop }: { signal: AbortSignal; stop(queryId: string): Promise<void> },
): Promise<InsightsRow[]> {
  const { queryId } = await call(
    "StartQuery",
    {
      logGroupNames: query.logGroup.split(",").map((name) => name.trim()),
      queryString: query.text,
      // Start and end are inclusive and in whole seconds; the exact time is compared afterwards.
      startTime: Math.floor(query.start / 1_000),
      endTime: Math.ceil(Math.min(query.end, Date.now() + 60_000) / 1_000),
      limit: query.limit,
    },
    started,
  );
  try {
    for (;;) {
      const answer = await call("GetQueryResults", { queryId }, results);
      if (answer.status === "Complete")
        return answer.results.map((row) => Object.fromEntries(row.map(({ field, value }) => [field, value ?? ""])));
      if (!["Scheduled", "Running", "Unknown"].includes(answer.status))
        throw new ConnectionFailure(`CloudWatch stopped the query: ${answer.status}`, "Choose a shorter time range.");
      await delay(pollMs, undefined, { signal });
    }
  } catch (error) {
    // A query that keeps running costs money. The caller does not wait for the response.
    if (signal.aborted) void stop(queryId).catch(() => {});
    throw error;
  }
}
