// The spec of a rule that opens incidents.
import { z } from "zod";
import { isTimeZone } from "#lib/time/zoned-time.ts";
import { capitalise } from "#lib/text/words.ts";
import {
  duration,
  list,
  longTemplated,
  number,
  part,
  selector,
  templated,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";

/** Severities are accepted in upper and lower case. */
const severityNames = ["info", "warning", "low", "medium", "high", "blocker", "critical"] as const;
const severities = [...severityNames.map(capitalise), ...severityNames];

const incidentTypes = [
  "availability",
  "cost",
  "performance",
  "security",
  "integration",
  "compliance",
  "technicalDebt",
  "technical_debt",
  "reliability",
] as const;
/** An incident that opens as resolved, closed or cancelled would be opened repeatedly. */
const openStatuses = ["new", "open", "investigating", "mitigated"] as const;

const time = text.regex(/^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$|^24:00$/, "must be a time such as 09:00");

const timeZone = text
  .superRefine((name, context) => {
    if (!isTimeZone(name)) context.addIssue({ code: "custom", message: "must be a time zone such as Europe/Berlin" });
  })
  .meta({ label: "Time zone", placeholder: "Europe/Berlin" });

const hours = part({
  start: time.meta({ label: "Start" }),
  end: time.meta({ label: "End", description: "The hours end on the next day if the end is not after the start." }),
  days: list(z.int("must be a number from 1 (Monday) to 7").min(1).max(7)).optional().meta({ label: "Days" }),
  timeZone: timeZone.optional(),
  negate: yes.optional().meta({ label: "Outside of these hours" }),
});

const timeout = part({ timeout: duration.optional().meta({ label: "After" }) });

export const incidentRuleSpec = part({
  name: text.optional().meta({ label: "Label" }),
  components: list(selector).optional().meta({ label: "Components" }),
  checks: list(selector).optional().meta({ label: "Checks" }),
  configs: list(selector).optional().meta({ label: "Config items" }),
  filter: part({
    status: texts.optional().meta({ label: "Status", description: "A status or a health. Default: unhealthy." }),
    severity: texts.optional().meta({
      label: "Severity",
      description: "The severity of the check, or of an open insight of the component or config item.",
    }),
    category: texts.optional().meta({
      label: "Category",
      description: "The category of the check, or the type of an open insight of the component or config item.",
    }),
    age: duration.optional().meta({ label: "Age", description: "How long the status lasts before an incident opens." }),
  })
    .optional()
    .meta({ label: "Filter" }),
  template: part({
    title: templated.optional().meta({
      label: "Title",
      placeholder: "{{.name}} is {{.status}}",
      description:
        "Everybody who may read incidents sees it. Default: the type and the status of the resource, without its name.",
    }),
    description: longTemplated.optional().meta({ label: "Description", field: "long-text" }),
    type: z.enum(incidentTypes, "is not a type of incident").optional().meta({ label: "Type" }),
    status: z
      .enum(openStatuses, "must be new, open, investigating or mitigated, because a new incident is not finished")
      .optional()
      .meta({ label: "Status" }),
    severity: z
      .enum(severities, "must be Info, Warning, Low, Medium, High, Blocker or Critical")
      .optional()
      .meta({ label: "Severity" }),
    created_by: text.optional().meta({ label: "Author (id of a person)" }),
    commander_id: text.optional().meta({ label: "Commander (id of a person)" }),
    communicator_id: text.optional().meta({ label: "Communicator (id of a person)" }),
  })
    .optional()
    .meta({ label: "Incident" }),
  priority: number.optional().meta({ label: "Priority", description: "Rules with a higher priority come first." }),
  breakOnMatch: yes.optional().meta({ label: "Stop after this rule" }),
  autoAssignOwner: yes.optional().meta({ label: "Assign the owner" }),
  autoClose: timeout.optional().meta({ label: "Close automatically" }),
  autoResolve: timeout.optional().meta({ label: "Resolve automatically" }),
  hoursOfOperation: list(hours).optional().meta({ label: "Hours of operation" }),
  timeZone: timeZone.optional(),
  responders: z.record(z.string(), z.unknown(), "must be an object").optional().meta({ label: "Responders" }),
});

export type IncidentRuleSpec = z.output<typeof incidentRuleSpec>;

/** The responder types that Quarterdeck contacts: it sends a message or creates a ticket. */
const contactedKeys = ["person", "team", "email", "webhook", "jira"] as const;
export type ContactedKey = (typeof contactedKeys)[number];

export const isContacted = (key: string): key is ContactedKey => contactedKeys.some((contacted) => contacted === key);

export const recordedKeys = (responders: IncidentRuleSpec["responders"]): readonly string[] =>
  Object.keys(responders ?? {}).filter((key) => !isContacted(key));

export const recordedMessage = (key: string) =>
  `responders.${key}: is kept, but Quarterdeck contacts only ${contactedKeys.join(", ")}`;

/** Returns a warning for each responder of a saved rule that has no effect. */
export const responderWarnings = (spec: unknown): string[] =>
  recordedKeys((spec as IncidentRuleSpec | null | undefined)?.responders).map((key) => `spec.${recordedMessage(key)}`);
