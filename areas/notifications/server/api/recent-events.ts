// The last events of each name, with the variables that filters can use. Only events about resources that the caller
// may read are returned.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Event } from "#server/events.ts";
import type { Actor } from "#server/http/actor.ts";
import { subjectOf } from "../pipeline/environment.ts";
import { maxRecent } from "../pipeline/recent-events.ts";
import { loadResources } from "../pipeline/resources.ts";
import { keyOf, readableResources } from "./readable.ts";

interface Example {
  event: Json;
  env: Record<string, unknown>;
}

export async function readRecentEvents(system: System, actor: Actor): Promise<Record<string, Example[]>> {
  const db = system.db.system;
  const { rows } = await sql<{ event: Event }>`
    select r.event
    from  (select distinct name from notification_events) n
    cross  join lateral (
      select e.id, e.event from notification_events e where e.name = n.name order by e.id desc limit ${maxRecent}
    ) r
    order  by r.id desc`.execute(db);
  const events = rows.map(({ event }) => event);
  const loaded = await loadResources(db, events, { withDocuments: false });
  const readable = await readableResources(system, actor, [...loaded.values()]);
  const found: Record<string, Example[]> = {};
  for (const event of events) {
    const resource = loaded.get(event);
    if (!resource || !readable.has(keyOf(resource))) continue;
    const { environment } = subjectOf(event, resource, {});
    (found[event.name] ??= []).push({ event, env: environment });
  }
  return found;
}
