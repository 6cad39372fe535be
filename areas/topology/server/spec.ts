// The spec of a topology: a tree of components and their sources. Lookups are canaries that are not stored.
import { z } from "zod";
import {
  cel,
  connection,
  filledIn,
  icon,
  list,
  number,
  part,
  schedule,
  selector,
  templated,
  templatedLabels,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { canarySpec } from "#areas/health/server/index.ts";

const property = part({
  name: text.meta({ label: "Name" }),
  label: text.optional().meta({ label: "Label" }),
  icon: icon.optional(),
  type: z
    .enum(["url", "badge", "currency", "text", "age", "hidden"], "must be url, badge, currency, text, age or hidden")
    .optional()
    .meta({ label: "Type" }),
  text: templated.optional().meta({ label: "Text" }),
  value: z.union([number, text]).optional().meta({ label: "Value" }),
  unit: text.optional().meta({ label: "Unit" }),
  min: number.optional(),
  max: number.optional(),
  color: text.optional().meta({ label: "Colour" }),
  order: number.optional().meta({ label: "Order" }),
  tooltip: templated.optional().meta({ label: "Tooltip" }),
  headline: yes.optional().meta({ label: "Headline" }),
  links: list(
    part({
      type: text.optional(),
      url: templated.optional(),
      text: templated.optional(),
      icon: icon.optional(),
      label: text.optional(),
    }),
  )
    .optional()
    .meta({ label: "Links" }),
  summary: z.unknown().optional(),
  configLookup: part({ id: text.optional(), config: selector.optional(), field: text.optional() }).optional(),
  lookup: canarySpec.optional().meta({ label: "Lookup" }),
});

const componentCheck = part({
  selector: selector.optional().meta({ label: "Selector" }),
  inline: canarySpec.optional().meta({ label: "Canary" }),
});
const query = selector;

export const componentSpec = part({
  id: templated.optional().meta({ label: "Id", description: "Default: the name." }),
  name: text.meta({ label: "Name" }),
  type: text.optional().meta({ label: "Type" }),
  namespace: text.optional().meta({ label: "Namespace" }),
  icon: icon.optional(),
  tooltip: text.optional().meta({ label: "Tooltip" }),
  owner: text.optional().meta({ label: "Owner" }),
  order: number.optional().meta({ label: "Order" }),
  labels: templatedLabels.optional(),
  hidden: yes.optional().meta({ label: "Hidden" }),
  lifecycle: text.optional().meta({ label: "Lifecycle" }),
  externalID: text.optional().meta({ label: "External id" }),
  statusExpr: cel.optional().meta({ label: "Status (CEL)", field: "long-text", notation: "cel" }),
  healthExpr: cel.optional().meta({ label: "Health (CEL)", field: "long-text", notation: "cel" }),
  get components(): z.ZodOptional<z.ZodArray<z.ZodType>> {
    return z.array(componentSpec, "must be a list").optional();
  },
  properties: list(property).optional().meta({ label: "Properties" }),
  selectors: list(selector).optional().meta({ label: "Selectors" }),
  configs: list(query).optional().meta({ label: "Configs" }),
  checks: list(componentCheck).optional().meta({ label: "Checks" }),
  logs: list(part({ name: text, type: text.optional(), labels: templatedLabels.optional() }))
    .optional()
    .meta({ label: "Logs" }),
  parentLookup: part({
    name: text.optional(),
    type: text.optional(),
    namespace: text.optional(),
    externalID: text.optional(),
  })
    .optional()
    .meta({ label: "Parent" }),
  forEach: part({
    selectors: filledIn(list(selector)).optional(),
    configs: filledIn(list(query)).optional(),
    checks: list(componentCheck).optional(),
  })
    .optional()
    .meta({ label: "For each" }),
  lookup: canarySpec.optional().meta({ label: "Lookup" }),
});

export const topologySpec = part({
  schedule: schedule.optional().meta({ field: "schedule", label: "Schedule" }),
  components: list(componentSpec).optional().meta({ label: "Components" }),
  type: text.optional().meta({ label: "Type" }),
  icon: icon.optional(),
  text: text.optional().meta({ label: "Text" }),
  label: text.optional().meta({ label: "Label" }),
  tooltip: text.optional().meta({ label: "Tooltip" }),
  owner: text.optional().meta({ label: "Owner" }),
  statusExpr: cel.optional().meta({ label: "Status (CEL)", field: "long-text", notation: "cel" }),
  healthExpr: cel.optional().meta({ label: "Health (CEL)", field: "long-text", notation: "cel" }),
  groupBy: part({ tag: text.optional(), selector: selector.optional() }).optional().meta({ label: "Group by" }),
  properties: list(property).optional().meta({ label: "Properties" }),
  configs: list(query).optional().meta({ label: "Configs" }),
  push: part({ url: text.optional(), connection: connection.optional(), headers: z.unknown().optional() })
    .optional()
    .meta({ label: "Push" }),
  agents: texts.optional().meta({ label: "Agents" }),
});
