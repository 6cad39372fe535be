// The spec of a query. A query has exactly one source. Its rows become a SQL table with the name of the query, which
// the merge and the panels read.
import { z } from "zod";
import { refuseOddRequest, refuseTwice, requestFields, webAccess } from "#areas/connections/server/index.ts";
import { isEmptySelector } from "#language/resource-selector.ts";
import {
  connectionOf,
  count,
  credentials,
  filled,
  filledIn,
  jsonPath,
  longTemplated,
  part,
  selector,
  templated,
  templatedLabels,
  text,
  texts,
} from "#server/spec/parts.ts";

/** The column types that a spec can set, for results without rows and for values that a source sends as strings. */
export const dataTypes = ["string", "integer", "decimal", "boolean", "datetime", "duration", "jsonb"] as const;
export type DataType = (typeof dataTypes)[number];

const everything = "is empty, and an empty selector selects nothing: write agent: all to select everything";

const selected = filledIn(selector).superRefine((value, context) => {
  if (isEmptySelector(value)) context.addIssue({ code: "custom", message: everything });
});

const otherView = part({
  name: templated.optional().meta({ label: "Name" }),
  namespace: templated.optional().meta({ label: "Namespace" }),
  labelSelector: templated.optional().meta({ label: "Label selector" }),
}).superRefine(({ name, labelSelector }, context) => {
  if (!name && !labelSelector)
    context.addIssue({ code: "custom", path: ["name"], message: "is required unless there is a label selector" });
});

const needsTarget = (
  { connection, url }: { connection?: string | undefined; url?: string | undefined },
  context: Pick<z.RefinementCtx, "addIssue">,
) => {
  if (!connection && !url)
    context.addIssue({ code: "custom", path: ["connection"], message: "is required unless a URL is set" });
};

const prometheus = part({
  connection: connectionOf("prometheus", "http").optional(),
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
  ...webAccess,
  query: longTemplated.min(1, "is required").meta({ label: "Query" }),
  range: part({
    start: templated.optional().meta({ label: "Start", placeholder: "now-24h" }),
    end: templated.optional().meta({ label: "End", placeholder: "now" }),
    step: templated.optional().meta({ label: "Step", placeholder: "5m" }),
  })
    .optional()
    .meta({ label: "Range" }),
  selectLabels: texts.optional().meta({ label: "Labels", description: "Default: all labels." }),
}).superRefine((value, context) => {
  needsTarget(value, context);
  refuseTwice(value, context);
});

const sql = part({
  connection: connectionOf("postgres", "mysql", "sql_server").optional(),
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
  query: longTemplated.min(1, "is required").meta({ label: "Query" }),
}).superRefine(needsTarget);

const { env: _, ...request } = requestFields;
const http = part({ ...request, jsonpath: jsonPath.optional().meta({ label: "JSONPath" }) }).superRefine(
  refuseOddRequest,
);

const logs = part({
  backend: filled.meta({ label: "Log backend", description: "The name or id of a log backend." }),
  query: longTemplated.optional().meta({ label: "Query" }),
  labels: templatedLabels.optional(),
  start: templated.optional().meta({ label: "Start", placeholder: "now-1h" }),
  end: templated.optional().meta({ label: "End", placeholder: "now" }),
  limit: count.max(10_000, "must be at most 10000").optional().meta({ label: "Lines" }),
});

/** The sources, each with the schema of its fields. */
export const sources = {
  configs: selected.optional().meta({ label: "Configs" }),
  changes: selected.optional().meta({ label: "Changes" }),
  checks: selected.optional().meta({ label: "Checks" }),
  components: selected.optional().meta({ label: "Components" }),
  incidents: selected.optional().meta({ label: "Incidents" }),
  viewTableSelector: otherView.optional().meta({ label: "Another view" }),
  prometheus: prometheus.optional().meta({ label: "Prometheus" }),
  sql: sql.optional().meta({ label: "SQL" }),
  http: http.optional().meta({ label: "HTTP" }),
  logs: logs.optional().meta({ label: "Logs" }),
};

export type Source = keyof typeof sources;
export const allSources = Object.keys(sources) as Source[];

/** Returns the sources that a query has. */
export const sourcesIn = (query: Readonly<Record<string, unknown>>): Source[] =>
  allSources.filter((source) => query[source] !== undefined && query[source] !== null);

export const querySpec = part({
  ...sources,
  columns: z
    .record(z.string(), z.enum(dataTypes, `must be one of ${dataTypes.join(", ")}`), "must be an object")
    .optional()
    .meta({ label: "Column types", field: "key-values" }),
}).superRefine((value, context) => {
  const named = sourcesIn(value);
  if (named.length === 1) return;
  context.addIssue({
    code: "custom",
    path: named.length === 0 ? [] : [named[1]!],
    message: `must have exactly one of ${allSources.join(", ")}`,
  });
});
export type QuerySpec = z.output<typeof querySpec>;

/** The name of a query is also the name of its SQL table. */
export const queryName = text.regex(
  /^(?!sqlite_)[A-Za-z_][\w-]{0,62}$/i,
  "must consist of letters, digits, _ and -, begin with a letter, and have at most 63 characters",
);
