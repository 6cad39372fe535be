// Inhibitions: a message about one resource, such as a cluster, suppresses messages about related resources, such as
// its nodes. Config items are related by relationships, components by the topology.
import { sql } from "kysely";
import { HOUR } from "#lib/time/zoned-time.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Rule } from "../rules/rule-book.ts";
import type { Inhibition } from "../rules/rule-spec.ts";
import type { Subject } from "./environment.ts";

const defaultDepth = 5;
/** Limits the search depth, because relationships may form cycles and every level needs another join. */
const maxDepth = 20;
/** The time for which a message inhibits others if its rule has no repeat interval. */
const defaultIntervalMs = 4 * HOUR;

/** The inhibitions of a rule that can apply to a resource. */
export const inhibitionsFor = (rule: Rule, { kind, type }: Subject): readonly Inhibition[] =>
  (kind === "config" || kind === "component") && type !== null
    ? rule.inhibitions.filter(({ to }) => to.includes(type))
    : [];

/**
 * Returns the message about a related resource that suppresses this message. All previous messages must be written
 * before the call.
 */
export async function findInhibitor(
  tx: Tx,
  rule: Rule,
  recipient: string,
  subject: Subject,
  inhibitions: readonly Inhibition[],
): Promise<{ id: string } | undefined> {
  for (const inhibition of inhibitions) {
    const related = await relatedOf(tx, subject, inhibition);
    if (related.length === 0) continue;
    const intervalMs = rule.repeatIntervalMs ?? defaultIntervalMs;
    const { rows } = await sql<{ id: string }>`
      select h.id
      from   notification_send_history h
      where  h.notification_id = ${rule.id}
      and    h.resource_id = any (${related}::uuid[])
      and    h.recipient_key = ${recipient}
      and    h.purpose = 'event'
      and    (h.status in ('sent', 'sending') or h.waiting = 'retry')
      and    coalesce(h.sent_at, h.created_at) > now() - ${intervalMs / 1_000}::float8 * interval '1 s'
      order  by h.created_at desc
      limit  1`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/** Searches from the resource towards resources of the type `from`, against the direction of the inhibition. */
async function relatedOf(tx: Tx, { kind, id }: Subject, { direction, from, depth = defaultDepth, soft }: Inhibition) {
  const edges = kind === "config" ? configEdges(soft === true) : componentEdges;
  const upward = sql`select e.source as id from edges e where e.target = w.id`;
  const downward = sql`select e.target as id from edges e where e.source = w.id`;
  const walks = { outgoing: [upward], incoming: [downward], all: [upward, downward] }[direction];
  const table = sql.table(kind === "config" ? "config_items" : "components");
  const found = new Set<string>();
  // A path never changes its direction.
  for (const step of walks) {
    const { rows } = await sql<{ id: string }>`
      with recursive edges as (${edges}), walk (id, depth) as (
        select ${id}::uuid, 0
        union
        select n.id, w.depth + 1
        from   walk w
        cross  join lateral (${step}) n
        where  w.depth < ${Math.min(depth, maxDepth)}
      )
      select distinct r.id
      from   walk w
      join   ${table} r on r.id = w.id
      where  r.id <> ${id} and r.type = ${from} and r.deleted_at is null`.execute(tx);
    for (const row of rows) found.add(row.id);
  }
  return [...found];
}

const configEdges = (isSoft: boolean) => sql`
  select config_id as source, related_id as target from config_relationships
  where  deleted_at is null ${isSoft ? sql`` : sql`and relation = 'hard'`}
  union all
  select parent_id, id from config_items where parent_id is not null and deleted_at is null`;

const componentEdges = sql`
  select relationship_id as source, component_id as target from component_relationships where deleted_at is null
  union all
  select parent_id, id from components where parent_id is not null and deleted_at is null`;
