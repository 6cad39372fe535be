// The spec of a playbook: its triggers, parameters, approvers and actions. An action has the common fields, and a block
// for its kind under the name of the kind.
import { z } from "zod";
import {
  count,
  duration,
  envVar,
  filled,
  icon,
  labels,
  list,
  namedEnvVar,
  number,
  part,
  playbookCel,
  schedule,
  selector,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { parameterTypes } from "../parameter.ts";
import type { ActionKind } from "./action-kind.ts";

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
      filter: playbookCel.optional().meta({ label: "Filter (CEL)" }),
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
    jwt: part({
      jwksUri: text.optional().meta({ label: "JWKS URI" }),
      audience: text.optional().meta({ label: "Audience", description: "Refuses tokens for other audiences (aud)." }),
      issuer: text.optional().meta({ label: "Issuer", description: "Refuses tokens of other issuers (iss)." }),
    })
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

const runsOn = list(text.meta({ field: "agent-name" }))
  .optional()
  .meta({ label: "Run on", description: "Names or ids of agents; local is this server." });
const templatesOn = z
  .enum(["host", "agent"], "must be host or agent")
  .optional()
  .meta({ label: "Templates on", description: "host: this server renders the templates; agent: the agent of runsOn." });

const retry = part({
  limit: count.optional().meta({ label: "Limit" }),
  duration: duration.optional().meta({ label: "Duration" }),
  jitter: number.min(0, "must be from 0 to 100").max(100, "must be from 0 to 100").optional().meta({ label: "Jitter" }),
  exponent: part({ multiplier: number.optional() }).optional(),
});

const commonFields = {
  name: filled.meta({ label: "Name" }),
  if: playbookCel.optional().meta({ label: "If (CEL)" }),
  delay: text.optional().meta({ label: "Delay", description: "A duration, or a CEL expression that returns one." }),
  timeout: duration.optional().meta({ label: "Timeout" }),
  retry: retry.optional().meta({ label: "Retry" }),
  runsOn,
  templatesOn,
  contentType: text.optional().meta({ label: "Content type" }),
};

const anyAction = part(commonFields);
/** An action of a spec, with the blocks of its kinds as further fields. */
export type PlaybookAction = z.output<typeof anyAction>;

/** Kinds that an action may have in addition to its own kind. They run after that kind. */
const companions = ["gitops", "notification"];

/** Returns the kinds of an action in the order in which they run. */
export function kindsIn(action: Readonly<Record<string, unknown>>, kinds: readonly ActionKind[]): ActionKind[] {
  const order = ({ type }: ActionKind) => companions.indexOf(type);
  return kinds
    .filter(({ type }) => action[type] !== undefined && action[type] !== null)
    .sort((a, b) => order(a) - order(b));
}

const actionOf = (kinds: readonly ActionKind[]) =>
  part({
    ...commonFields,
    ...Object.fromEntries(kinds.map(({ type, title, spec }) => [type, spec.optional().meta({ label: title })])),
  }).superRefine((action, context) => {
    const own = kindsIn(action, kinds).filter(({ type }) => !companions.includes(type));
    if (own.length > 1)
      context.addIssue({
        code: "custom",
        message: `has several kinds (${own.map(({ type }) => type).join(", ")}): write one action for each`,
      });
  });

const actionsOf = (kinds: readonly ActionKind[]) =>
  z.array(actionOf(kinds), "needs a list of actions").superRefine((actions, context) => {
    const seen = new Set<unknown>();
    for (const [index, { name }] of actions.entries()) {
      if (typeof name !== "string") continue;
      if (name !== name.trim())
        context.addIssue({ code: "custom", path: [index, "name"], message: "must not begin or end with a blank" });
      if (seen.has(name))
        context.addIssue({ code: "custom", path: [index, "name"], message: "is the name of an earlier action" });
      seen.add(name);
    }
  });

/** A field of existing manifests, which is kept but has no effect. */
const unused = (label: string) => z.unknown().optional().meta({ label, deprecated: true, isOpen: true });

const frame = {
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
  filters: list(playbookCel)
    .optional()
    .meta({ label: "Filters (CEL)", description: "All must be true for the playbook to run." }),
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
  permissions: unused("Permissions"),
  jsonSchema: unused("JSON schema"),
  ui: unused("UI"),
  mcp: unused("MCP"),
};

/** The spec for forms; the actions may still be missing. */
export const playbookFormWith = (kinds: readonly ActionKind[]) =>
  part({ ...frame, actions: actionsOf(kinds).optional().meta({ label: "Actions" }) });

export const playbookSpecWith = (kinds: readonly ActionKind[]) =>
  part({ ...frame, actions: actionsOf(kinds).meta({ label: "Actions" }) }).superRefine(({ on, approval }, context) => {
    const hasApprovers = [...(approval?.approvers?.people ?? []), ...(approval?.approvers?.teams ?? [])].length > 0;
    if (hasApprovers && (on?.schedule ?? []).length > 0)
      context.addIssue({
        code: "custom",
        path: ["on", "schedule"],
        message: "cannot be combined with approvers: scheduled runs do not wait for an approval",
      });
  });

const anySpec = part({ ...frame, actions: z.array(anyAction) });
export type PlaybookSpec = z.output<typeof anySpec>;
export type PlaybookTriggers = z.output<typeof triggers>;
export type EventTrigger = NonNullable<PlaybookTriggers["config"]>[number];
