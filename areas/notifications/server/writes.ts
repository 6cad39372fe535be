// Validates writes of notification rules.
import { problem } from "#language/problem.ts";
import { writeHook, outcomes } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { ruleRow } from "./rules/rule-spec.ts";
import { ruleWarnings } from "./rules/rule-warnings.ts";

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

function refuseWithout(rows: readonly Row[], columns: readonly string[], message: string): void {
  for (const row of rows)
    if (!isGiven(row["deleted_at"]) && !columns.some((column) => isGiven(row[column]))) throw problem.invalid(message);
}

const recipients = ["person_id", "team_id", "playbook_id", "custom_services"];
const fallbacks = recipients.map((column) => `fallback_${column}`);

/**
 * Rows from older releases may have several recipients; such rows can be changed as long as the recipients stay the
 * same.
 */
function refuseSeveral(sent: readonly Row[], rows: readonly Row[], columns: readonly string[], noun: string): void {
  if (!sent.some((row) => columns.some((column) => Object.hasOwn(row, column)))) return;
  for (const row of rows) {
    const filled = columns.filter((column) => isGiven(row[column]));
    if (filled.length > 1)
      throw problem.badParts(filled.map((path) => ({ path, message: `a notification has only one ${noun}` })));
  }
}

export const notificationWrites: WriteHooks = {
  notifications: writeHook({
    shape: ruleRow,
    sealed: {
      properties: ruleRow.shape.properties,
      custom_services: ruleRow.shape.custom_services,
      fallback_custom_services: ruleRow.shape.fallback_custom_services,
    },
    async prepare({ verb }, rows, before) {
      if (verb === "delete") return rows;
      const written = outcomes(rows, before);
      const message = "A notification needs a person, a team, a playbook or a service to notify.";
      refuseWithout(written, recipients, message);
      refuseSeveral(rows, written, recipients, "recipient");
      refuseSeveral(rows, written, fallbacks, "fallback");
      return rows;
    },
    warnings: ruleWarnings,
  }),
};
