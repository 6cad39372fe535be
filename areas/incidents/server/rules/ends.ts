// Ends incidents of rules: resolves those whose resources have been healthy for the time of `autoResolve`, and closes
// those that have been resolved for the time of `autoClose`.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { actAsSystem, explainStatus, updateRows } from "../done/system-writes.ts";
import { closeAfter, resolveAfter, type Rule } from "./rule.ts";

interface Ending {
  id: string;
  /** The time at which the incident is resolved or closed, in milliseconds. */
  at: number;
  rule: string;
}

type Ended = Pick<System, "db" | "writes">;

/** Returns the time of the next end, in milliseconds; undefined if there is none. */
export async function endIncidents(
  system: Ended,
  rules: readonly Rule[],
  require: (tx: Tx) => Promise<void>,
): Promise<number | undefined> {
  const now = Date.now();
  const waiting: number[] = [];
  for (const { status, after, find, reason } of ends) {
    const delays = new Map(
      rules.flatMap((rule) => [[rule.id, after(rule)] as const]).filter(([, ms]) => ms !== undefined),
    );
    if (delays.size === 0) continue;
    const found = await find(system, [...delays.keys()]);
    const ending = found.map(({ at, ...incident }) => ({ ...incident, at: at + delays.get(incident.rule)! }));
    const due = ending.filter(({ at }) => at <= now);
    for (const { at } of ending) if (at > now) waiting.push(at);
    if (due.length === 0) continue;
    await system.db.system.transaction().execute(async (tx) => {
      await require(tx);
      await actAsSystem(tx);
      const ids = due.map(({ id }) => id);
      await updateRows(system, tx, { relation: "incidents", ids, set: { status } });
      await explainStatus(tx, new Map(ids.map((id) => [id, reason])));
    });
  }
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

interface End {
  status: "resolved" | "closed";
  /** The delay of a rule in milliseconds; undefined if it does not end its incidents this way. */
  after(rule: Rule): number | undefined;
  find(system: Ended, rules: readonly string[]): Promise<readonly Ending[]>;
  reason: string;
}

const ends: readonly End[] = [
  {
    status: "resolved",
    after: resolveAfter,
    reason: "Resolved by its rule, because everything that it is about is healthy again.",
    // The time at which the last resource became healthy.
    async find({ db }, rules) {
      const { rows } = await sql<Ending>`
        select i.id, i.incident_rule_id as rule, (extract(epoch from max(coalesce(s.since, i.created_at))) * 1000)::float8 as at
        from   incidents i
        join   evidence_states s on s.incident_id = i.id and s.health is not null
        where  i.incident_rule_id = any (${rules}::uuid[]) and i.status not in ('resolved', 'closed', 'cancelled')
        group  by i.id
        having bool_and(s.health = 'healthy')`.execute(db.system);
      return rows;
    },
  },
  {
    status: "closed",
    after: closeAfter,
    reason: "Closed by its rule, because it has been resolved for long enough.",
    async find({ db }, rules) {
      const { rows } = await sql<Ending>`
        select i.id, i.incident_rule_id as rule, (extract(epoch from i.resolved) * 1000)::float8 as at
        from   incidents i
        where  i.incident_rule_id = any (${rules}::uuid[]) and i.status = 'resolved' and i.resolved is not null`.execute(
        db.system,
      );
      return rows;
    },
  },
];
