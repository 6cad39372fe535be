// The spec of a view: its queries, the columns and panels that show their results, and the display settings of the
// page.
import { z } from "zod";
import {
  cel,
  connectionOf,
  duration,
  filledIn,
  icon,
  jsonPath,
  labels,
  list,
  longTemplated,
  longText,
  number,
  part,
  selector,
  templated,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";

const columnTypes = [
  "string",
  "number",
  "boolean",
  "datetime",
  "duration",
  "health",
  "status",
  "gauge",
  "bytes",
  "decimal",
  "millicore",
  "config_item",
  "labels",
  "url",
] as const;

const query = part({
  configs: filledIn(selector).optional().meta({ label: "Configs" }),
  changes: filledIn(selector).optional().meta({ label: "Changes" }),
  viewTableSelector: part({ name: text.optional(), namespace: text.optional(), labelSelector: text.optional() })
    .optional()
    .meta({ label: "Another view" }),
  prometheus: part({
    connection: connectionOf("prometheus", "http").optional(),
    url: templated.optional().meta({ label: "URL" }),
    query: longTemplated.meta({ label: "Query" }),
    range: part({ start: text.optional(), end: text.optional(), step: text.optional() }).optional(),
    selectLabels: texts.optional(),
  })
    .optional()
    .meta({ label: "Prometheus" }),
  sql: part({
    connection: connectionOf("postgres", "mysql", "sql_server").optional(),
    url: templated.optional().meta({ label: "URL" }),
    query: longTemplated.meta({ label: "Query" }),
  })
    .optional()
    .meta({ label: "SQL" }),
  http: part({
    connection: connectionOf("http").optional(),
    url: templated.optional().meta({ label: "URL" }),
    method: text.optional().meta({ label: "Method" }),
    body: longTemplated.optional().meta({ label: "Body" }),
    jsonpath: jsonPath.optional().meta({ label: "JSONPath" }),
  })
    .optional()
    .meta({ label: "HTTP" }),
});

const threshold = part({ percent: number.optional(), value: number.optional(), color: text.optional() });
const gauge = part({
  min: z.union([number, cel]).optional(),
  max: z.union([number, cel]).optional(),
  unit: text.optional().meta({ label: "Unit" }),
  precision: number.optional().meta({ label: "Precision" }),
  thresholds: list(threshold).optional().meta({ label: "Thresholds" }),
});

const column = part({
  name: text.min(1, "is required").meta({ label: "Name" }),
  type: z.enum(columnTypes, `must be one of ${columnTypes.join(", ")}`).meta({ label: "Type" }),
  description: text.optional().meta({ label: "Description" }),
  primaryKey: yes.optional().meta({ label: "Part of the key" }),
  hidden: yes.optional().meta({ label: "Hidden" }),
  width: text.optional().meta({ label: "Width" }),
  unit: text.optional().meta({ label: "Unit" }),
  icon: cel.optional().meta({ label: "Icon (CEL)", notation: "cel" }),
  gauge: gauge.optional().meta({ label: "Gauge" }),
  url: z.unknown().optional().meta({ label: "Link" }),
});

const panelTypes = [
  "piechart",
  "number",
  "gauge",
  "text",
  "table",
  "duration",
  "bargauge",
  "properties",
  "timeseries",
] as const;
const panel = part({
  name: text.min(1, "is required").meta({ label: "Name" }),
  type: z.enum(panelTypes, `must be one of ${panelTypes.join(", ")}`).meta({ label: "Type" }),
  description: text.optional().meta({ label: "Description" }),
  query: longText.optional().meta({ label: "Query (SQL over the results)", field: "long-text" }),
  number: part({ unit: text.optional(), precision: number.optional() }).optional().meta({ label: "Number" }),
  gauge: gauge.optional().meta({ label: "Gauge" }),
  piechart: part({ showLabels: yes.optional(), colors: labels.optional() }).optional().meta({ label: "Pie chart" }),
});

export const viewSpec = part({
  display: part({
    title: text.optional().meta({ label: "Title" }),
    icon: icon.optional(),
    ordinal: number.optional().meta({ label: "Order in the menu" }),
    sidebar: yes.optional().meta({ label: "In the menu" }),
  })
    .optional()
    .meta({ label: "Display" }),
  queries: z.record(z.string(), query, "must be an object").optional().meta({ label: "Queries" }),
  merge: longText.optional().meta({ label: "Merge (SQL)", field: "long-text" }),
  columns: list(column).optional().meta({ label: "Columns" }),
  mapping: z
    .record(z.string(), cel, "must be an object")
    .optional()
    .meta({ label: "Mapping (CEL)", field: "key-values" }),
  panels: list(panel).optional().meta({ label: "Panels" }),
  cache: part({ maxAge: duration.optional(), minAge: duration.optional(), refreshTimeout: duration.optional() })
    .optional()
    .meta({ label: "Cache" }),
  templating: list(
    part({
      key: text,
      label: text.optional(),
      values: texts.optional(),
      default: text.optional(),
      dependsOn: texts.optional(),
    }),
  )
    .optional()
    .meta({ label: "Variables" }),
});
