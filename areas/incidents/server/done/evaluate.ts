// Evaluates evidence: a script decides by its result; without one, a check, component or config item in the definition
// of done is done while it is healthy. People tick all other evidence, so it is not evaluated.
import { sql, type Kysely, type RawBuilder } from "kysely";
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isMap, isNumber } from "#lib/expression/values.ts";
import { storable } from "#server/db/sql-text.ts";
import type { DB } from "#server/db/tables.ts";

/**
 * Changed rows by table. Rows of `evidences` are evaluated themselves; for other tables, the evidence that refers to
 * the row is evaluated.
 */
export type Changed = ReadonlyMap<string, readonly string[]>;

export interface EvidenceResult {
  id: string;
  incident_id: string;
  done: boolean;
  /** The result of the script, or why it failed; null without a script. */
  script_result: string | null;
}

interface StoredEvidence {
  id: string;
  incident_id: string;
  script: string | null;
  done: boolean | null;
  script_result: string | null;
  health: string | null;
  values: Readonly<Record<string, unknown>> | null;
}

/** Documents of config items can be large, so they are read in batches. */
const batchSize = 500;

const referring: Readonly<Record<string, string>> = {
  checks: "check_id",
  components: "component_id",
  config_items: "config_id",
  config_analysis: "config_analysis_id",
  evidences: "id",
};

/** Returns the ids of the evidence to evaluate in unfinished incidents; without `changed`, all evidence. */
export async function findEvaluated(db: Kysely<DB>, changed?: Changed): Promise<readonly string[]> {
  const selections = [...(changed ?? [])].flatMap(([relation, ids]): RawBuilder<unknown>[] => {
    const column = referring[relation];
    return column === undefined || ids.length === 0
      ? []
      : [sql`select id from evidences where ${sql.ref(column)} = any (${ids}::uuid[])`];
  });
  if (changed && selections.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select e.id
    from   evidences e
    join   hypotheses h on h.id = e.hypothesis_id
    join   incidents i on i.id = h.incident_id
    where  (e.definition_of_done or e.script is not null) and i.status not in ('closed', 'cancelled')
    ${changed ? sql`and e.id in (${sql.join(selections, sql` union all `)})` : sql``}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the results that differ from the stored results. */
export async function evaluate(db: Kysely<DB>, ids: readonly string[]): Promise<readonly EvidenceResult[]> {
  const results: EvidenceResult[] = [];
  for (let at = 0; at < ids.length; at += batchSize)
    for (const stored of await read(db, ids.slice(at, at + batchSize))) {
      const result = await resultOf(stored);
      if (result && (result.done !== stored.done || result.script_result !== stored.script_result))
        results.push({ id: stored.id, incident_id: stored.incident_id, ...result });
    }
  return results;
}

/** All variables of a script are defined, even if the evidence is not about that kind of resource. */
async function read(db: Kysely<DB>, ids: readonly string[]): Promise<readonly StoredEvidence[]> {
  const { rows } = await sql<StoredEvidence>`
    select s.id, s.incident_id, nullif(trim(s.script), '') as script, s.done, s.script_result, s.health,
           case when trim(s.script) <> '' then jsonb_build_object(
             'check', (select to_jsonb(c) - '{spec,spec_secrets,canary_secrets}'::text[] || jsonb_build_object('health', s.health)
                       from checks c where c.id = e.check_id),
             'config', (select i.config from config_items i where i.id = e.config_id),
             'analysis', (select to_jsonb(a) - 'properties_values' from config_analysis a where a.id = e.config_analysis_id),
             'component', (select to_jsonb(k) - '{build_hash,properties_values}'::text[] from components k where k.id = e.component_id),
             'incident', (select to_jsonb(i) from incidents i where i.id = s.incident_id),
             'name', s.name,
             'health', s.health,
             'status', coalesce(
               (select nullif(k.status, '') from components k where k.id = e.component_id),
               (select nullif(i.status, '') from config_items i where i.id = e.config_id),
               s.health
             )
           ) end as values
    from   evidence_states s
    join   evidences e on e.id = s.id
    where  s.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

type Result = Pick<EvidenceResult, "done" | "script_result">;

/** Returns undefined for evidence that people tick. */
async function resultOf({ script, values, health }: StoredEvidence): Promise<Result | undefined> {
  if (script !== null) return scriptResult(script, values!);
  return health === null ? undefined : { done: health === "healthy", script_result: null };
}

const maxResult = 1_000;

/**
 * People write the scripts, so a failing script must not stop the evaluation of others. A result that is not a boolean
 * may contain resource content, so only its type is stored.
 */
async function scriptResult(script: string, values: Readonly<Record<string, unknown>>): Promise<Result> {
  try {
    const value = await (await compile("cel", script)).run(values);
    if (typeof value === "boolean") return { done: value, script_result: String(value) };
    return { done: false, script_result: `The script returned ${nounOf(value)}, not true or false.` };
  } catch (error) {
    const message = error instanceof ExpressionFault ? faultText(error) : `The script failed: ${String(error)}`;
    return { done: false, script_result: storable(message.slice(0, maxResult)) };
  }
}

function nounOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string") return "a text";
  if (isNumber(value)) return "a number";
  if (Array.isArray(value)) return "a list";
  return isMap(value) ? "a map" : "another value";
}
