// Resolves and closes incidents that rules opened. `autoResolve` is the time that all resources must be healthy before
// the incident is resolved; `autoClose` is the time before a resolved incident is closed.
import { sql, type Kysely } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { actAsSystem, explainStatus, updateRows } from "../done/system-writes.ts";
import { closeAfter, resolveAfter, statusesOf, type Rule } from "./rule.ts";

interface Ending {
  id: string;
  /** The time at which the incident is resolved or closed, in milliseconds. */
  at: number;
  rule: string;
}

type Ended = Pick<System, "db" | "writes">;

/** Returns the time of the next resolve or close in milliseconds; undefined if none is planned. */
export async function endIncidents(
  system: Ended,
  rules: readonly Rule[],
  require: (tx: Tx) => Promise<void>,
): Promise<number | undefined> {
  const now = Date.now();
  const waiting: number[] = [];
  for (const { status, after, find, reason } of ends) {
    const ending = rules.filter((rule) => after(rule) !== undefined);
    if (ending.length === 0) continue;
    const delays = new Map(ending.map((rule) => [rule.id, after(rule)!]));
    const endings = async (db: Kysely<DB>) =>
      (await find(db, ending)).map(({ at, ...incident }) => ({ ...incident, at: at + delays.get(incident.rule)! }));
    const found = await endings(system.db.system);
    const due = found.filter(({ at }) => at <= now).map(({ id }) => id);
    for (const { at } of found) if (at > now) waiting.push(at);
    if (due.length === 0) continue;
    await system.db.system.transaction().execute(async (tx) => {
      await require(tx);
      await actAsSystem(tx);
      // Incidents are read again after they are locked, so that a concurrent change of status is not overwritten.
      await sql`select from incidents where id = any (${due}::uuid[]) order by id for no key update`.execute(tx);
      const still = new Set((await endings(tx)).filter(({ at }) => at <= now).map(({ id }) => id));
      const ids = due.filter((id) => still.has(id));
      await updateRows(system, tx, { relation: "incidents", ids, set: { status } });
      await explainStatus(tx, new Map(ids.map((id) => [id, reason])));
    });
  }
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

interface End {
  status: "resolved" | "closed";
  /** The delay of a rule in milliseconds; undefined if the rule does not use this option. */
  after(rule: Rule): number | undefined;
  find(db: Kysely<DB>, rules: readonly Rule[]): Promise<readonly Ending[]>;
  reason: string;
}

const idsOf = (rules: readonly Rule[]) => rules.map(({ id }) => id);

const ends: readonly End[] = [
  {
    status: "resolved",
    after: resolveAfter,
    reason: "Resolved by its rule, because everything that it is about is healthy again.",
    // The time at which the last resource became healthy. The incident is not resolved while its definition of done is
    // unmet or a resource still matches the rule, because it would be reopened immediately.
    async find(db, rules) {
      const { rows } = await sql<Ending & { states: readonly string[] }>`
        select i.id, i.incident_rule_id as rule, (extract(epoch from max(coalesce(s.since, i.created_at))) * 1000)::float8 as at,
               array_agg(distinct s.health) || array_remove(array_agg(distinct lower(coalesce(k.status, c.status))), null) as states
        from   incidents i
        join   evidence_states s on s.incident_id = i.id and s.health is not null
        left   join components k on s.kind = 'component' and k.id = s.resource_id
        left   join config_items c on s.kind = 'config' and c.id = s.resource_id
        where  i.incident_rule_id = any (${idsOf(rules)}::uuid[]) and i.status not in ('resolved', 'closed', 'cancelled')
        and    not exists (
                 select from hypotheses h join evidences e on e.hypothesis_id = h.id
                 where  h.incident_id = i.id and e.definition_of_done and e.done is not true
               )
        group  by i.id
        having bool_and(s.health = 'healthy')`.execute(db);
      const wanted = new Map(rules.map((rule) => [rule.id, statusesOf(rule)]));
      return rows.filter(({ rule, states }) => !states.some((state) => wanted.get(rule)!.includes(state)));
    },
  },
  {
    status: "closed",
    after: closeAfter,
    reason: "Closed by its rule, because it has been resolved for long enough.",
    async find(db, rules) {
      const { rows } = await sql<Ending>`
        select i.id, i.incident_rule_id as rule, (extract(epoch from i.resolved) * 1000)::float8 as at
        from   incidents i
        where  i.incident_rule_id = any (${idsOf(rules)}::uuid[]) and i.status = 'resolved' and i.resolved is not null`.execute(
        db,
      );
      return rows;
    },
  },
];
