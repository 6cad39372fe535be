// The spec of a topology: a tree of components and their sources. Lookups are canaries that are not stored.
import { z } from "zod";
import {
  cel,
  connection,
  envVar,
  filledIn,
  icon,
  list,
  namedEnvVar,
  number,
  part,
  schedule,
  selector,
  template,
  templated,
  templatedLabels,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { canarySpec } from "#areas/health/server/index.ts";

/** A config query: a resource selector, plus the fields of older manifests. */
export const configQuery = selector.extend({
  type: text.optional().meta({ label: "Type", deprecated: true }),
  class: text.optional().meta({ label: "Class", deprecated: true }),
  external_id: text.optional().meta({ label: "External id", deprecated: true }),
  tags: templatedLabels.optional().meta({ label: "Tags", deprecated: true }),
});

const propertyTypes = ["url", "badge", "currency", "text", "age", "hidden"] as const;

const propertyFields = {
  name: text.meta({ label: "Name" }),
  label: text.optional().meta({ label: "Label" }),
  icon: icon.optional(),
  type: z.enum(propertyTypes, "must be url, badge, currency, text, age or hidden").optional().meta({ label: "Type" }),
  text: templated.optional().meta({ label: "Text" }),
  value: z.union([number, text], "must be a number").optional().meta({ label: "Value" }),
  unit: text.optional().meta({ label: "Unit" }),
  min: number.optional().meta({ label: "Minimum" }),
  max: number.optional().meta({ label: "Maximum" }),
  color: text.optional().meta({ label: "Colour" }),
  order: number.optional().meta({ label: "Order" }),
  tooltip: templated.optional().meta({ label: "Tooltip" }),
  headline: yes.optional().meta({ label: "Headline" }),
  hidden: yes.optional().meta({ label: "Hidden" }),
  status: text.optional().meta({ label: "Status" }),
  lastTransition: text.optional().meta({ label: "Last transition" }),
  links: list(
    part({
      type: text.optional(),
      url: templated.optional(),
      text: templated.optional(),
      icon: icon.optional(),
      label: text.optional(),
      tooltip: templated.optional(),
    }),
  )
    .optional()
    .meta({ label: "Links" }),
};

export const propertySpec = part({
  ...propertyFields,
  summary: template.optional().meta({ label: "Summary" }),
  configLookup: part({
    id: text.optional().meta({ label: "Property with the name of the config item" }),
    config: configQuery.optional().meta({ label: "Config" }),
    field: text.optional().meta({ label: "Field" }),
    display: template.optional().meta({ label: "Display" }),
  })
    .optional()
    .meta({ label: "Config lookup" }),
  lookup: canarySpec.optional().meta({ label: "Lookup" }),
});

export const componentCheck = part({
  selector: selector.optional().meta({ label: "Selector" }),
  inline: canarySpec.optional().meta({ label: "Canary" }),
});

const relationship = part({
  type: text.optional().meta({ label: "Type" }),
  ref: text.optional().meta({ label: "Ref" }),
});
const statement = cel.meta({ field: "long-text", notation: "cel" });
const healths = ["healthy", "unhealthy", "warning", "unknown"] as const;

export const componentSpec = part({
  id: templated.optional().meta({ label: "Id", description: "Default: the name." }),
  name: templated.meta({ label: "Name" }),
  text: templated.optional().meta({ label: "Text", description: "Displayed instead of the name." }),
  type: templated.optional().meta({ label: "Type" }),
  namespace: templated.optional().meta({ label: "Namespace" }),
  icon: icon.optional(),
  tooltip: templated.optional().meta({ label: "Tooltip" }),
  owner: templated.optional().meta({ label: "Owner" }),
  order: number.optional().meta({ label: "Order" }),
  labels: templatedLabels.optional(),
  hidden: yes.optional().meta({ label: "Hidden" }),
  lifecycle: templated.optional().meta({ label: "Lifecycle" }),
  externalID: templated.optional().meta({ label: "External id" }),
  configID: text.optional().meta({ label: "Config item" }),
  health: z.enum(healths, "must be healthy, unhealthy, warning or unknown").optional().meta({ label: "Health" }),
  status: templated.optional().meta({ label: "Status" }),
  summary: z
    .unknown()
    .optional()
    .meta({ label: "Summary", description: "Has no effect: the summary is computed.", deprecated: true }),
  statusExpr: statement.optional().meta({ label: "Status (CEL)", field: "long-text", notation: "cel" }),
  healthExpr: statement.optional().meta({ label: "Health (CEL)", field: "long-text", notation: "cel" }),
  get components(): z.ZodOptional<z.ZodArray<z.ZodType>> {
    return z.array(componentSpec, "must be a list").optional();
  },
  properties: list(propertySpec).optional().meta({ label: "Properties" }),
  selectors: filledIn(list(selector)).optional().meta({ label: "Selectors" }),
  configs: filledIn(list(configQuery)).optional().meta({ label: "Configs" }),
  checks: list(componentCheck).optional().meta({ label: "Checks" }),
  logs: list(part({ name: text, type: text.optional(), labels: templatedLabels.optional() }))
    .optional()
    .meta({ label: "Logs" }),
  relationships: list(relationship).optional().meta({ label: "Relationships" }),
  parentLookup: part({
    name: templated.optional(),
    type: templated.optional(),
    namespace: templated.optional(),
    externalID: templated.optional(),
  })
    .optional()
    .meta({ label: "Parent" }),
  get forEach(): z.ZodOptional<z.ZodType> {
    return part({
      components: z.array(componentSpec, "must be a list").optional(),
      properties: filledIn(list(propertySpec)).optional(),
      selectors: filledIn(list(selector)).optional(),
      configs: filledIn(list(configQuery)).optional(),
      checks: list(componentCheck).optional(),
      relationships: filledIn(list(relationship)).optional(),
    })
      .optional()
      .meta({ label: "For each" });
  },
  lookup: canarySpec.optional().meta({ label: "Lookup" }),
});

export const topologySpec = part({
  id: templated.optional().meta({ label: "Id" }),
  schedule: schedule.optional().meta({ field: "schedule", label: "Schedule" }),
  components: list(componentSpec).optional().meta({ label: "Components" }),
  type: text.optional().meta({ label: "Type" }),
  icon: icon.optional(),
  text: text.optional().meta({ label: "Text" }),
  label: text.optional().meta({ label: "Label" }),
  tooltip: text.optional().meta({ label: "Tooltip" }),
  owner: text.optional().meta({ label: "Owner" }),
  statusExpr: statement.optional().meta({ label: "Status (CEL)", field: "long-text", notation: "cel" }),
  healthExpr: statement.optional().meta({ label: "Health (CEL)", field: "long-text", notation: "cel" }),
  groupBy: part({ tag: text.optional(), selector: selector.optional() }).optional().meta({ label: "Group by" }),
  properties: list(propertySpec).optional().meta({ label: "Properties" }),
  configs: list(configQuery).optional().meta({ label: "Configs" }),
  push: part({
    url: text.optional().meta({ label: "URL" }),
    connection: connection.optional(),
    username: envVar.optional().meta({ label: "Username", field: "env-var" }),
    password: envVar.optional().meta({ label: "Password", field: "env-var", secret: true }),
    bearer: envVar.optional().meta({ label: "Bearer token", field: "env-var", secret: true }),
    headers: list(namedEnvVar).optional().meta({ label: "Headers" }),
  })
    .optional()
    .meta({ label: "Push" }),
  agents: texts.optional().meta({ label: "Agents" }),
});

export type ComponentSpec = z.output<typeof componentSpec>;
export type PropertySpec = z.output<typeof propertySpec>;
export type ComponentCheck = z.output<typeof componentCheck>;
export type ConfigQuery = z.output<typeof configQuery>;
export type TopologySpec = z.output<typeof topologySpec>;
