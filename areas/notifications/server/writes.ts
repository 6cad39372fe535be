// Rules that tell somebody, and silences: as the forms write them.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { door, outcomes } from "#server/db/door.ts";
import type { Row, WriteDoors } from "#server/db/writes.ts";

/** What a rule can wait for; `*` at the end stands for any. */
const event =
  /^(?:(?:check|component|config|canary|incident|playbook)\.[a-z_.-]+|(?:check|component|config|canary|incident|playbook)\.\*|\*)$/;

const rule = z.object({
  events: z
    .array(z.string().regex(event, "is not an event, such as check.failed or config.unhealthy"), "is a list of events")
    .min(1, "needs at least one event"),
  custom_services: z.array(z.record(z.string(), z.unknown()), "is a list of services").nullable().optional(),
});

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

function refuseWithout(rows: readonly Row[], columns: readonly string[], message: string): void {
  for (const row of rows)
    if (!isGiven(row["deleted_at"]) && !columns.some((column) => isGiven(row[column]))) throw problem.invalid(message);
}

const recipients = ["person_id", "team_id", "playbook_id", "custom_services"];
const silenced = ["config_id", "component_id", "check_id", "canary_id", "filter", "selectors"];

export const notificationWrites: WriteDoors = {
  notifications: door({
    shape: rule,
    async prepare({ verb }, rows, before) {
      if (verb !== "delete")
        refuseWithout(
          outcomes(rows, before),
          recipients,
          "A notification needs a person, a team, a playbook or a service to tell.",
        );
      return rows;
    },
  }),
  notification_silences: door({
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
