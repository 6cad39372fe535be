// Warnings that do not prevent saving a rule: events and recipients that no area has registered yet, and unknown
// fields.
import { nearestWord } from "#lib/text/nearest-word.ts";
import { placedUnknownField } from "#language/unknown-fields.ts";
import type { EventNames } from "#server/event-names.ts";
import type { Row } from "#server/db/writes.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { ruleRow } from "./rule-spec.ts";

/** Columns with documents. The data API itself refuses unknown columns. */
const documents = ["custom_services", "fallback_custom_services", "inhibitions"] as const;

export function ruleWarnings(row: Row, names: EventNames): string[] {
  const unknown = documents.flatMap((column) =>
    unknownFields(ruleRow.shape[column], row[column]).map((field) => placedUnknownField(field, column)),
  );
  return [...eventWarnings(row["events"], names), ...recipientWarnings(row, names), ...unknown];
}

export function eventWarnings(events: unknown, names: EventNames, root = "events"): string[] {
  if (!Array.isArray(events)) return [];
  return events.flatMap((event: unknown, index) => {
    if (typeof event !== "string" || names.isPublished(event)) return [];
    const nearest = nearestWord(
      event,
      names.all.map(({ name }) => name),
    );
    const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
    return [`${root}.${index}: no part of the product publishes the event "${event}" yet${hint}`];
  });
}

export const playbookWarning = "playbooks cannot be recipients yet, so its messages are skipped";

function recipientWarnings(row: Row, names: EventNames): string[] {
  if (names.handles("playbook")) return [];
  return ["playbook_id", "fallback_playbook_id"]
    .filter((column) => (row[column] ?? null) !== null)
    .map((column) => `${column}: ${playbookWarning}`);
}
