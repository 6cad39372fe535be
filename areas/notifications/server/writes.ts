// Validates writes of notification rules and silences.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { writeHook, outcomes } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { cel, filledIn, goTemplate } from "#server/spec/parts.ts";

/** The events that a rule can name; `*` at the end matches every event with that prefix. */
const event =
  /^(?:(?:check|component|config|canary|incident|playbook)\.[a-z_.-]+|(?:check|component|config|canary|incident|playbook)\.\*|\*)$/;

/** The properties of a service override those of its connection, and may contain templates. */
const services = z
  .array(
    z.looseObject({
      filter: cel.nullish(),
      properties: filledIn(z.record(z.string(), z.unknown(), "must be an object")).nullish(),
    }),
    "must be a list of services",
  )
  .nullable()
  .optional();

const rule = z.object({
  filter: cel.nullish(),
  title: goTemplate.nullish(),
  template: goTemplate.nullish(),
  properties: filledIn(z.record(z.string(), z.unknown(), "must be an object")).nullish(),
  events: z
    .array(
      z.string().regex(event, "is not an event name, such as check.failed or config.unhealthy"),
      "must be a list of events",
    )
    .min(1, "must contain at least one event"),
  custom_services: services,
  fallback_custom_services: services,
});

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

function refuseWithout(rows: readonly Row[], columns: readonly string[], message: string): void {
  for (const row of rows)
    if (!isGiven(row["deleted_at"]) && !columns.some((column) => isGiven(row[column]))) throw problem.invalid(message);
}

const recipients = ["person_id", "team_id", "playbook_id", "custom_services"];
const silenced = ["config_id", "component_id", "check_id", "canary_id", "filter", "selectors"];

export const notificationWrites: WriteHooks = {
  notifications: writeHook({
    shape: rule,
    sealed: {
      properties: rule.shape.properties,
      custom_services: services,
      fallback_custom_services: services,
    },
    async prepare({ verb }, rows, before) {
      if (verb !== "delete")
        refuseWithout(
          outcomes(rows, before),
          recipients,
          "A notification needs a person, a team, a playbook or a service to notify.",
        );
      return rows;
    },
  }),
  notification_silences: writeHook({
    shape: z.object({ filter: cel.nullish() }),
    async prepare({ verb }, rows, before) {
      if (verb !== "delete")
        refuseWithout(
          outcomes(rows, before),
          silenced,
          "A silence needs a check, canary, component or config item, a filter or selectors.",
        );
      return rows;
    },
  }),
};
