// Loads the resources of messages as subjects of silences, many at once. The sender, the preview and the list of alerts
// use the same loader, so that a filter reads the same variables everywhere.
import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Event } from "#server/events.ts";
import { subjectOf, type Snapshot } from "../pipeline/environment.ts";
import { kindOf, loadResources, type LoadOptions } from "../pipeline/resources.ts";
import { subjectKinds, type SilenceSubject } from "./subject.ts";

export interface JudgedMessage {
  event: Event;
  /** The state in a stored message; without it, the state comes from the event and the resource. */
  snapshot?: Snapshot;
}

/** Returns a subject for each message whose resource exists and can be silenced. */
export async function loadSubjects<Message extends JudgedMessage>(
  db: Kysely<DB>,
  messages: readonly Message[],
  options: LoadOptions,
): Promise<Map<Message, SilenceSubject>> {
  const silenceable = messages.flatMap((message) => {
    const kind = subjectKinds.find((known) => known === kindOf(message.event.name));
    return kind ? [{ kind, message }] : [];
  });
  const resources = await loadResources(
    db,
    silenceable.map(({ message }) => message.event),
    options,
  );
  const subjects = new Map<Message, SilenceSubject>();
  for (const { kind, message } of silenceable) {
    const loaded = resources.get(message.event);
    if (!loaded) continue;
    // The silence set adds the tag variables (filters.ts).
    const { id, ancestors, environment } = subjectOf(message.event, loaded, {}, message.snapshot);
    subjects.set(message, { kind, id, ancestors, environment });
  }
  return subjects;
}
