// The spec of a table column.
import { z } from "zod";
import { cel, count, filled, goTemplate, labels, list, number, part, text, yes } from "#server/spec/parts.ts";
import { columnTypes } from "../../contract.schema.ts";

const threshold = part({
  percent: number.optional().meta({ label: "From percent" }),
  value: number.optional().meta({ label: "From value" }),
  color: text.optional().meta({ label: "Color" }),
});

const limit = z.union([number, cel], "must be a number or an expression");

export const gaugeFields = {
  min: limit.optional().meta({ label: "Min" }),
  max: limit.optional().meta({ label: "Max" }),
  unit: text.optional().meta({ label: "Unit" }),
  precision: count.optional().meta({ label: "Precision" }),
  thresholds: list(threshold).optional().meta({ label: "Thresholds" }),
};
export const gaugeSpec = part(gaugeFields);

const url = part({
  config: cel.optional().meta({
    label: "Config item (CEL)",
    description: "An expression that returns the id of a config item, or a search.",
  }),
  view: part({
    namespace: text.optional().meta({ label: "Namespace" }),
    name: filled.meta({ label: "Name" }),
    filter: z
      .record(z.string(), cel, "must be an object")
      .optional()
      .meta({ label: "Variables (CEL)", field: "key-values" }),
  })
    .optional()
    .meta({ label: "View" }),
  template: goTemplate.optional().meta({ label: "Address", placeholder: "https://example.org/$(row.name)" }),
}).superRefine((value, context) => {
  if ([value.config, value.view, value.template].filter((way) => way !== undefined).length !== 1)
    context.addIssue({ code: "custom", message: "must have exactly one of config, view and template" });
});
export type UrlSpec = z.output<typeof url>;

export const columnSpec = part({
  name: filled
    .refine((value) => !value.startsWith("__"), "must not begin with __, which is reserved")
    .meta({ label: "Name" }),
  type: z.enum(columnTypes, `must be one of ${columnTypes.join(", ")}`).meta({ label: "Type" }),
  description: text.optional().meta({ label: "Description" }),
  primaryKey: yes.optional().meta({ label: "Part of the primary key" }),
  hidden: yes.optional().meta({ label: "Hidden" }),
  width: z.union([text, number], "must be a string").optional().meta({ label: "Width" }),
  unit: text.optional().meta({ label: "Unit" }),
  icon: cel.optional().meta({ label: "Icon (CEL)", notation: "cel" }),
  filter: part({ type: z.literal("multiselect", "must be multiselect").optional() })
    .optional()
    .meta({ label: "Filter" }),
  url: url.optional().meta({ label: "Link" }),
  gauge: gaugeSpec.optional().meta({ label: "Gauge" }),
  badge: part({
    color: part({ auto: yes.optional(), map: labels.optional() }).optional().meta({ label: "Color" }),
  })
    .optional()
    .meta({ label: "Badge" }),
  configItem: part({ idField: filled.meta({ label: "Column with the config item id" }) })
    .optional()
    .meta({ label: "Config item" }),
  card: part({
    position: text.optional().meta({ label: "Position" }),
    useForAccent: yes.optional().meta({ label: "Use for the card color" }),
  })
    .optional()
    .meta({ label: "Card" }),
  for: text.optional().meta({ label: "For", deprecated: true }),
});
export type ColumnSpec = z.output<typeof columnSpec>;
