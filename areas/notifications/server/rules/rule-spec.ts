// The fields of a notification rule: as columns of its row, and as the spec of a manifest.
import { z } from "zod";
import { callablesOfNotifications } from "#lib/expression/callables.ts";
import { faultIn, faultText } from "#lib/expression/check.ts";
import { parseDuration, printDuration } from "#lib/time/duration.ts";
import {
  cel,
  connection,
  count,
  duration,
  filled,
  filledIn,
  list,
  part,
  templatedLabels,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";

/** A message template; it can call the notification functions. */
const messageTemplate = text
  .superRefine((input, context) => {
    const fault = input === "" ? undefined : faultIn("template", input, callablesOfNotifications);
    if (fault) context.addIssue({ code: "custom", message: faultText(fault), params: { place: fault.place } });
  })
  .meta({ notation: "template" });

/** Names of events that no area publishes are accepted, because an area may publish them later. */
export const eventPattern = filled.regex(
  /^(?:\*|[a-z][a-z_-]*(?:\.[a-z_-]+)*\.(?:\*|[a-z_-]+))$/,
  "is not an event name, such as check.failed or config.unhealthy",
);

const events = list(eventPattern).min(1, "must contain at least one event");

const nanosecondsPerMs = 1e6;

/** A duration as text or, as in existing rows, in nanoseconds. */
const span = z
  .union([duration, z.number().min(0)], "must be a duration such as 5m, or a number of nanoseconds")
  .meta({ field: "duration" });

export const nanoseconds = (value: string | number) =>
  typeof value === "number" ? value : Math.round(parseDuration(value) * nanosecondsPerMs);

/** Converts a column in nanoseconds to milliseconds; undefined if the column is empty. */
export const millisecondsOf = (value: number | null | undefined) =>
  value === null || value === undefined ? undefined : value / nanosecondsPerMs;

const spanColumn = span.transform(nanoseconds).nullish();
/** The column is text. */
const spanText = span
  .transform((value) =>
    typeof value === "number" ? printDuration(value / nanosecondsPerMs).replaceAll(" ", "") : value,
  )
  .or(z.literal(""))
  .nullish();

export const webhook = part({
  url: filled.meta({ label: "URL", secret: true }),
  secret: text.optional().meta({ label: "Signing secret", secret: true }),
  method: z.enum(["POST", "GET"], "must be POST or GET").optional().meta({ label: "Request method" }),
  contentType: text.optional().meta({ label: "Content type" }),
});

const email = text.regex(/^[^@\s]+@[^@\s]+$/, "must be an email address");

/** Addresses other than people and teams; a service has exactly one of them. */
const addresses = {
  connection: connection.nullish(),
  url: text.nullish().meta({ label: "URL of a service", placeholder: "slack://TOKEN@CHANNEL" }),
  email: email.nullish().meta({ label: "Email" }),
  webhook: webhook.nullish().meta({ label: "Webhook" }),
};
export const addressKinds = ["connection", "url", "email", "webhook"] as const;

const properties = filledIn(z.record(z.string(), z.unknown(), "must be an object")).nullish();

/** A recipient of a rule or a channel of a person; its properties override those of the connection. */
export const service = part({
  name: text.nullish().meta({ label: "Name" }),
  filter: cel.nullish().meta({ label: "Only when (CEL)" }),
  ...addresses,
  properties: properties.meta({ label: "Properties", isOpen: true }),
}).superRefine((value, context) => {
  const used = addressKinds.filter((kind) => (value[kind] ?? "") !== "");
  if (used.length !== 1)
    context.addIssue({ code: "custom", message: `must have exactly one of ${inWords(addressKinds)}` });
});

export const services = z.array(service, "must be a list of services").nullish();
/** A rule has one recipient. */
const oneService = z.array(service, "must be a list of services").max(1, "must contain one service").nullish();

export const inWords = (names: readonly string[]) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const groupKey = filled.regex(
  /^(?:type|description|status_reason|(?:label:|tag:)?[^\s:]+)$/,
  "must be type, description, status_reason, label:<key> or tag:<key>",
);

export const inhibition = part({
  direction: z
    .enum(["outgoing", "incoming", "all"], "must be outgoing, incoming or all")
    .meta({ label: "Direction", description: "The direction of the relationships from the first type to the others." }),
  from: filled.meta({ label: "From", description: "The type whose message suppresses the others." }),
  to: texts.min(1, "must contain at least one type").meta({ label: "To" }),
  depth: count
    .max(20, "must be at most 20")
    .optional()
    .meta({ label: "Depth", description: "Default: 5, at most 20." }),
  soft: yes.optional().meta({ label: "Follow soft relationships" }),
});
export type Inhibition = z.output<typeof inhibition>;

/** The columns of a row that the data API writes. */
export const ruleRow = z.object({
  events,
  filter: cel.nullish(),
  title: messageTemplate.nullish(),
  template: messageTemplate.nullish(),
  properties,
  custom_services: oneService,
  fallback_custom_services: oneService,
  fallback_delay: spanColumn,
  repeat_interval: spanText,
  wait_for: spanColumn,
  wait_for_eval_period: spanColumn,
  group_by: z.array(groupKey, "must be a list").nullish(),
  group_by_interval: spanColumn,
  inhibitions: z.array(inhibition, "must be a list of inhibitions").nullish(),
});

const recipientFields = {
  person: text.optional().meta({ label: "Person", description: "A name, an email address or an id." }),
  team: text.optional().meta({ label: "Team", description: "A name or an id." }),
  playbook: text.optional().meta({ label: "Playbook", description: "A name, namespace/name or an id." }),
  connection: connection.optional(),
  url: text.optional().meta({ label: "URL of a service" }),
  email: email.optional().meta({ label: "Email" }),
  webhook: webhook.optional().meta({ label: "Webhook" }),
};
export const recipientKinds = ["person", "team", "playbook", ...addressKinds] as const;

const hasOneRecipient = (value: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx) => {
  const used = recipientKinds.filter((kind) => (value[kind] ?? "") !== "");
  if (used.length !== 1)
    context.addIssue({ code: "custom", message: `must have exactly one of ${inWords(recipientKinds)}` });
};

const recipient = part({
  ...recipientFields,
  properties: templatedLabels.optional().meta({ label: "Properties" }),
}).superRefine(hasOneRecipient);

const fallback = part({
  ...recipientFields,
  delay: span.optional().meta({ label: "Delay" }),
}).superRefine(hasOneRecipient);

/** The spec of a manifest. */
export const ruleSpec = part({
  events: events.meta({ label: "Events" }),
  filter: cel.optional().meta({ label: "Filter (CEL)", field: "long-text" }),
  title: messageTemplate.optional().meta({ label: "Title" }),
  template: messageTemplate.optional().meta({ label: "Template", field: "long-text" }),
  to: recipient.meta({ label: "Recipient" }),
  fallback: fallback.optional().meta({ label: "Fallback" }),
  repeatInterval: span.optional().meta({ label: "Repeat interval" }),
  waitFor: span.optional().meta({ label: "Wait for" }),
  waitForEvalPeriod: span.optional().meta({ label: "Evaluation period" }),
  groupBy: list(groupKey).optional().meta({ label: "Group by" }),
  groupByInterval: span.optional().meta({ label: "Group interval" }),
  inhibitions: list(inhibition).optional().meta({ label: "Inhibitions" }),
});
export type RuleSpec = z.output<typeof ruleSpec>;
export type RecipientSpec = RuleSpec["to"];
