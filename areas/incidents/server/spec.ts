// The spec of a rule that opens incidents.
import { z } from "zod";
import { duration, list, longText, number, part, selector, text, texts, yes } from "#server/spec/parts.ts";

const severities = [
  "Low",
  "Medium",
  "High",
  "Blocker",
  "Critical",
  "low",
  "medium",
  "high",
  "blocker",
  "critical",
] as const;

export const incidentRuleSpec = part({
  name: text.optional().meta({ label: "Label" }),
  components: list(selector).optional().meta({ label: "Components" }),
  filter: part({
    status: texts.optional().meta({ label: "Status" }),
    severity: texts.optional().meta({ label: "Severity" }),
    category: texts.optional().meta({ label: "Category" }),
    age: duration.optional().meta({ label: "Age", field: "duration" }),
  })
    .optional()
    .meta({ label: "Filter" }),
  template: part({
    title: text.optional().meta({ label: "Title" }),
    description: longText.optional().meta({ label: "Description", field: "long-text" }),
    type: text.optional().meta({ label: "Type" }),
    status: text.optional().meta({ label: "Status" }),
    severity: z
      .enum(severities, "must be Low, Medium, High, Blocker or Critical")
      .optional()
      .meta({ label: "Severity" }),
  })
    .optional()
    .meta({ label: "Incident" }),
  priority: number.optional().meta({ label: "Priority" }),
  breakOnMatch: yes.optional().meta({ label: "Stop after this rule" }),
  autoAssignOwner: yes.optional().meta({ label: "Assign the owner" }),
  autoClose: part({ timeout: duration.optional() }).optional().meta({ label: "Close automatically" }),
  autoResolve: part({ timeout: duration.optional() }).optional().meta({ label: "Resolve automatically" }),
  hoursOfOperation: list(part({ start: text, end: text, negate: yes.optional() }))
    .optional()
    .meta({ label: "Hours of operation" }),
  responders: z.record(z.string(), z.unknown(), "must be an object").optional().meta({ label: "Responders" }),
});
