// The spec of a panel: a SQL statement that reads the results of the queries, and the settings of the panel type.
import { z } from "zod";
import { count, filled, labels, longText, part, text, yes } from "#server/spec/parts.ts";
import { panelTypes } from "../../contract.schema.ts";
import { gaugeFields, gaugeSpec } from "./column-spec.ts";

export const panelSpec = part({
  name: filled.meta({ label: "Name" }),
  type: z.enum(panelTypes, `must be one of ${panelTypes.join(", ")}`).meta({ label: "Type" }),
  description: text.optional().meta({ label: "Description" }),
  query: longText.min(1, "is required").meta({ label: "Query (SQL over the results)", field: "long-text" }),
  number: part({
    unit: text.optional().meta({ label: "Unit" }),
    precision: count.optional().meta({ label: "Precision" }),
  })
    .optional()
    .meta({ label: "Number" }),
  gauge: gaugeSpec.optional().meta({ label: "Gauge" }),
  bargauge: part({
    ...gaugeFields,
    group: text.optional().meta({ label: "Group" }),
    format: text.optional().meta({ label: "Format" }),
  })
    .optional()
    .meta({ label: "Bar gauge" }),
  piechart: part({
    showLabels: yes.optional().meta({ label: "Show labels" }),
    colors: labels.optional().meta({ label: "Colors" }),
  })
    .optional()
    .meta({ label: "Pie chart" }),
  timeseries: part({
    timeKey: text.optional().meta({ label: "Time column", placeholder: "timestamp" }),
    valueKey: text.optional().meta({ label: "Value column", placeholder: "value" }),
    style: z
      .enum(["lines", "area", "points", "bars"], "must be lines, area, points or bars")
      .optional()
      .meta({ label: "Style" }),
    legend: z
      .union([yes, part({ enable: yes.optional() })], "must be true or false")
      .optional()
      .meta({ label: "Legend" }),
    unit: text.optional().meta({ label: "Unit" }),
  })
    .optional()
    .meta({ label: "Time series" }),
  heatmap: part({
    mode: z.enum(["calendar", "compact"], "must be calendar or compact").optional().meta({ label: "Mode" }),
    unit: text.optional().meta({ label: "Unit" }),
  })
    .optional()
    .meta({ label: "Heatmap" }),
});
export type PanelSpec = z.output<typeof panelSpec>;
