// The fields that every check has.
import { z } from "zod";
import {
  checkCel,
  count,
  duration,
  filled,
  icon,
  list,
  number,
  part,
  template,
  templatedLabels,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { relatedSelector } from "#server/spec/related.ts";

export const retries = part({
  delay: duration.optional().meta({ label: "Delay", field: "duration" }),
  interval: duration.optional().meta({ label: "Interval", field: "duration" }),
  timeout: duration.optional().meta({ label: "Timeout", field: "duration" }),
  maxRetries: count.optional().meta({ label: "Max retries" }),
  disabled: yes.optional().meta({ label: "Disabled" }),
}).meta({ label: "Retries" });

const metric = part({
  name: filled.meta({ label: "Name" }),
  type: z.enum(["counter", "gauge", "histogram"], "must be counter, gauge or histogram").meta({ label: "Type" }),
  value: checkCel.min(1, "is required").meta({ label: "Value (CEL)", notation: "cel" }),
  labels: list(part({ name: filled, value: text.optional(), valueExpr: checkCel.optional() })).optional(),
});

const common = {
  name: filled.meta({ label: "Name" }),
  description: text.optional().meta({ label: "Description" }),
  icon: icon.optional(),
};

/** Older manifests write the namespace as an object. */
const namespace = z
  .union([text, part({ name: text.optional() })], "must be a string")
  .optional()
  .meta({ label: "Namespace", field: "text" });

export function namespaceIn(written: unknown): string | undefined {
  const said: unknown =
    typeof written === "object" && written !== null ? (written as { name?: unknown }).name : written;
  return typeof said === "string" && said.trim() !== "" ? said.trim() : undefined;
}

/** Fields that the form shows below the fields of the kind: meaning, relations and retries. */
const advanced = {
  labels: templatedLabels.optional(),
  namespace,
  dependsOn: texts.optional().meta({ label: "Depends on" }),
  markFailOnEmpty: yes.optional().meta({ label: "Fail on empty results" }),
  retries: retries.optional(),
  relationships: part({ components: list(relatedSelector).optional(), configs: list(relatedSelector).optional() })
    .optional()
    .meta({ label: "Relationships" }),
  metrics: list(metric).optional().meta({ label: "Metrics" }),
};

const templates = {
  test: template.optional().meta({ label: "Test" }),
  display: template.optional().meta({ label: "Display" }),
  transform: template.optional().meta({ label: "Transform" }),
  transformDeleteStrategy: z
    .enum(["MarkHealthy", "MarkUnhealthy", "Ignore"], "must be MarkHealthy, MarkUnhealthy or Ignore")
    .optional()
    .meta({ label: "Delete strategy for created checks" }),
};

/** The spec of a kind of check, with the fields that every check has. */
export const check = <Shape extends z.ZodRawShape>(shape: Shape) =>
  part({ ...common, ...shape, ...templates, ...advanced });

export const threshold = number.min(0, "must not be negative");
