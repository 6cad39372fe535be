// The spec of a playbook: its triggers, parameters, approvers and actions. Only the fields that all actions share are
// validated; the fields of each action type are kept as they are.
import { z } from "zod";
import {
  count,
  duration,
  envVar,
  filled,
  icon,
  labels,
  list,
  longText,
  namedEnvVar,
  number,
  part,
  schedule,
  selector,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";

const parameterTypes = [
  "text",
  "code",
  "list",
  "checkbox",
  "people",
  "team",
  "config",
  "configs",
  "component",
  "check",
  "millicores",
  "bytes",
  "duration",
  "secret",
] as const;

const free = z.record(z.string(), z.unknown(), "must be an object").meta({ isOpen: true });

const parameter = part({
  name: filled.meta({ label: "Name" }),
  label: text.optional().meta({ label: "Label" }),
  type: z
    .enum(parameterTypes, `must be one of ${parameterTypes.join(", ")}`)
    .optional()
    .meta({ label: "Type", placeholder: "text" }),
  default: text.optional().meta({ label: "Default", description: "A Go template." }),
  required: yes.optional().meta({ label: "Required" }),
  icon: icon.optional(),
  description: text.optional().meta({ label: "Description" }),
  dependsOn: texts.optional().meta({ label: "Depends on", description: "Parameters that this one is computed from." }),
  properties: free.optional().meta({ label: "Properties" }),
});

const eventTrigger = (events: readonly [string, ...string[]]) =>
  list(
    part({
      event: z.enum(events, `must be one of ${events.join(", ")}`).meta({ label: "Event" }),
      filter: longText.optional().meta({ label: "Filter (CEL)" }),
      labels: labels.optional(),
    }),
  );

const secretValue = (label: string) => envVar.optional().meta({ label, field: "env-var", secret: true });

const webhook = part({
  path: filled.meta({ label: "Path" }),
  authentication: part({
    basic: part({
      username: envVar.optional().meta({ label: "Username", field: "env-var" }),
      password: secretValue("Password"),
    })
      .optional()
      .meta({ label: "Basic" }),
    github: part({ token: secretValue("Token") })
      .optional()
      .meta({ label: "GitHub" }),
    svix: part({ secret: secretValue("Secret"), verifyTimestamp: text.optional() })
      .optional()
      .meta({ label: "Svix" }),
    jwt: part({ jwksUri: text.optional().meta({ label: "JWKS URI" }) })
      .optional()
      .meta({ label: "JWT" }),
  })
    .optional()
    .meta({ label: "Authentication" }),
});

const triggers = part({
  canary: eventTrigger(["passed", "failed"]).optional().meta({ label: "Checks" }),
  component: eventTrigger(["healthy", "unhealthy", "warning", "unknown"]).optional().meta({ label: "Components" }),
  config: eventTrigger([
    "created",
    "updated",
    "changed",
    "deleted",
    "healthy",
    "unhealthy",
    "warning",
    "degraded",
    "unknown",
  ])
    .optional()
    .meta({ label: "Config items" }),
  webhook: webhook.optional().meta({ label: "Webhook" }),
  schedule: list(part({ schedule: schedule.meta({ label: "Schedule" }), parameters: free.optional() }))
    .optional()
    .meta({ label: "Schedules" }),
});

const runsOn = texts
  .optional()
  .meta({ label: "Runs on", description: "Names or ids of agents; local is this server." });
const templatesOn = z.enum(["host", "agent"], "must be host or agent").optional().meta({ label: "Templates on" });

const action = part({
  name: filled.meta({ label: "Name" }),
  if: longText.optional().meta({ label: "If (CEL)" }),
  delay: text.optional().meta({ label: "Delay", description: "A duration, or a CEL expression that gives one." }),
  timeout: duration.optional().meta({ label: "Timeout" }),
  retry: part({
    limit: count.optional().meta({ label: "Limit" }),
    duration: duration.optional().meta({ label: "Duration" }),
    jitter: number
      .min(0, "must be from 0 to 100")
      .max(100, "must be from 0 to 100")
      .optional()
      .meta({ label: "Jitter" }),
    exponent: part({ multiplier: number.optional() }).optional(),
  })
    .optional()
    .meta({ label: "Retry" }),
  runsOn,
  templatesOn,
  contentType: text.optional().meta({ label: "Content type" }),
});

export const playbookSpec = part({
  title: text.optional().meta({ label: "Title" }),
  description: text.optional().meta({ label: "Description" }),
  category: text.optional().meta({ label: "Category" }),
  icon: icon.optional(),
  timeout: duration.optional().meta({ label: "Timeout", placeholder: "30m" }),
  on: triggers.optional().meta({ label: "Triggers" }),
  runsOn,
  templatesOn,
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  configs: list(selector).optional().meta({ label: "Config items" }),
  components: list(selector).optional().meta({ label: "Components" }),
  checks: list(selector).optional().meta({ label: "Checks" }),
  parameters: list(parameter).optional().meta({ label: "Parameters" }),
  filters: texts.optional().meta({ label: "Filters (CEL)", description: "All must be true for the playbook to run." }),
  approval: part({
    type: z.enum(["any", "all"], "must be any or all").optional().meta({ label: "Type" }),
    approvers: part({
      people: texts.optional().meta({ label: "People", description: "By email." }),
      teams: texts.optional().meta({ label: "Teams", description: "By name." }),
    })
      .optional()
      .meta({ label: "Approvers" }),
  })
    .optional()
    .meta({ label: "Approval" }),
  actions: z.array(action, "needs a list of actions").meta({ label: "Actions" }),
});
