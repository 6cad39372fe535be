// Stores the results of evidence and updates the status of incidents: an incident is resolved when everything is done,
// and a resolved incident is reopened when something is no longer done. Closed and cancelled incidents are not changed.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { inSavepoint, isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import { evaluate, findEvaluated, type Changed, type EvidenceResult } from "./evaluate.ts";
import { actAsSystem, explainStatus, updateRows } from "./system-writes.ts";

type Settling = Pick<System, "db" | "writes" | "log">;

export interface Settled {
  evaluated: number;
  resolved: number;
  reopened: number;
}

export interface SettleOptions {
  /** Throws if another process holds the lead, so that this process must not write. */
  require?: (tx: Tx) => Promise<void>;
}

/**
 * Evaluates the evidence that the changed rows affect; without `changed`, all evidence. Only one process at a time does
 * this, so that an older result never overwrites a newer result.
 */
export async function settleDone(
  system: Settling,
  changed?: Changed,
  { require = async () => {} }: SettleOptions = {},
): Promise<Settled> {
  const { db } = system;
  const ids = await findEvaluated(db.system, changed);
  if (changed && ids.length === 0 && !changed.has("incidents") && !changed.has("evidences"))
    return { evaluated: 0, resolved: 0, reopened: 0 };
  return db.system.transaction().execute(async (tx) => {
    await lockDone(tx);
    await require(tx);
    await actAsSystem(tx);
    const results = await evaluate(tx, ids);
    await storeResults(system, tx, results);
    // If a person ticks evidence or edits the definition of done, the status can change without a new result.
    const concerned = changed && [
      ...new Set([
        ...results.map(({ incident_id: id }) => id),
        ...(changed.get("incidents") ?? []),
        ...(await incidentsOf(tx, changed.get("evidences") ?? [])),
      ]),
    ];
    return { evaluated: ids.length, ...(await changeStatuses(system, tx, concerned)) };
  });
}

/** While a transaction holds this lock, no script is evaluated and no result is stored. */
export const lockDone = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('quarterdeck.definition of done'))`.execute(tx);

async function incidentsOf(tx: Tx, evidence: readonly string[]): Promise<readonly string[]> {
  if (evidence.length === 0) return [];
  const { rows } = await sql<{ incident_id: string }>`
    select distinct h.incident_id
    from   evidences e
    join   hypotheses h on h.id = e.hypothesis_id
    where  e.id = any (${evidence}::uuid[])`.execute(tx);
  return rows.map(({ incident_id: id }) => id);
}

/** If the results of one incident cannot be stored, the results of other incidents are still stored. */
async function storeResults(system: Settling, tx: Tx, results: readonly EvidenceResult[]): Promise<void> {
  const incidents = [...Map.groupBy(results, ({ incident_id: id }) => id)];
  await isolated(
    incidents,
    (part) =>
      inSavepoint(tx, async () => {
        const all = part.flatMap(([, own]) => own);
        for (const done of [true, false]) {
          const some = all.filter((result) => result.done === done);
          await updateRows(system, tx, {
            relation: "evidences",
            ids: some.map(({ id }) => id),
            set: { done },
            each: new Map(some.map(({ id, script_result }) => [id, { script_result }])),
          });
        }
      }),
    ([incident], error) => system.log.warn({ err: error, incident }, "the results of an incident were not stored"),
  );
}

interface JudgedIncident {
  id: string;
  status: string;
  total: number;
  undone: number;
  /**
   * The first evidence that is not done. The reason is kept in the history for all readers of the incident, so it has
   * neither the name of the resource nor texts that may be redacted.
   */
  first: string | null;
}

/**
 * Returns the incidents whose status contradicts their definition of done; without `ids`, all incidents are considered.
 */
async function findContradicting(tx: Tx, ids: readonly string[] | undefined): Promise<readonly JudgedIncident[]> {
  const { rows } = await sql<JudgedIncident>`
    select i.id, i.status, count(*)::int as total, count(*) filter (where s.done is not true)::int as undone,
           (array_agg(case s.kind when 'config' then 'a config item' else coalesce('a ' || s.kind, 'a piece of evidence') end
                      || case when s.script_result is not null then ' (its script does not return true)'
                              when s.health is not null then ' is ' || s.health
                              else ' is not done' end
                      order by s.id) filter (where s.done is not true))[1] as first
    from   incidents i
    join   evidence_states s on s.incident_id = i.id and s.definition_of_done
    where  i.status not in ('closed', 'cancelled') ${ids ? sql`and i.id = any (${ids}::uuid[])` : sql``}
    group  by i.id
    having (count(*) filter (where s.done is not true) = 0) <> (i.status = 'resolved')`.execute(tx);
  return rows;
}

async function changeStatuses(system: Settling, tx: Tx, ids: readonly string[] | undefined) {
  const found = (await findContradicting(tx, ids)).map(({ id }) => id);
  if (found.length === 0) return { resolved: 0, reopened: 0 };
  // Incidents are evaluated again after they are locked, so that a concurrent change of status is not overwritten.
  await sql`select from incidents where id = any (${found}::uuid[]) order by id for no key update`.execute(tx);
  const judged = await findContradicting(tx, found);
  const resolved = judged.filter(({ undone }) => undone === 0);
  const reopened = judged.filter(({ undone }) => undone > 0);
  for (const [status, some] of [
    ["resolved", resolved],
    ["open", reopened],
  ] as const)
    await updateRows(system, tx, { relation: "incidents", ids: some.map(({ id }) => id), set: { status } });
  await explainStatus(
    tx,
    new Map([
      ...resolved.map(({ id, total }) => [id, resolvedReason(total)] as const),
      ...reopened.map(({ id, first, undone }) => [id, reopenedReason(first!, undone)] as const),
    ]),
  );
  return { resolved: resolved.length, reopened: reopened.length };
}

const resolvedReason = (total: number) =>
  `Resolved, because the definition of done is met: ${total === 1 ? "its evidence is" : `all ${total} pieces of evidence are`} done.`;

const reopenedReason = (first: string, undone: number) =>
  `Opened again, because the definition of done is no longer met: ${first}${undone > 1 ? `, and ${undone - 1} more` : ""}.`;
