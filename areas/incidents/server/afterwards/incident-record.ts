// Reads an incident and everything that belongs to it with the permissions of the reader. Relations and rows that the
// reader is not allowed to read are left out.
import type { System } from "#server/area.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { maskTexts } from "#server/spec/masked-spec.ts";
import { keyOf, type ResourceKey, type ResourceKind } from "../history/resource.ts";
import { copyOf, readableKinds, relationOf } from "../model/evidence-state.ts";
import { readableRelations, readIncident } from "../model/readable.ts";

export interface IncidentRow {
  id: string;
  incident_id: string;
  title: string;
  description: string;
  type: string;
  status: string;
  severity: string;
  created_at: string;
  acknowledged: string | null;
  resolved: string | null;
  closed: string | null;
  commander: string | null;
  created_by: string | null;
}

export interface HypothesisRow {
  id: string;
  parent_id: string | null;
  type: string;
  title: string;
  status: string;
  created_at: string;
}

export interface EvidenceRow {
  id: string;
  hypothesis_id: string;
  type: string;
  description: string;
  definition_of_done: boolean;
  done: boolean | null;
  script: string | null;
  script_result: string | null;
  evidence: unknown;
  created_at: string;
  created_by: string | null;
  kind: ResourceKind | null;
  resource_id: string | null;
  name: string | null;
}

export interface CommentRow {
  id: string;
  comment: string;
  author: string | null;
  created_at: string;
}

export interface HistoryRow {
  id: string;
  type: string;
  description: string | null;
  reason: string | null;
  author: string | null;
  created_at: string;
  /** The hypothesis, evidence or responder that the entry is about. */
  subject: string | null;
}

export interface NamedResource {
  kind: ResourceKind;
  id: string;
  name: string;
}

export interface IncidentRecord {
  incident: IncidentRow;
  hypotheses: readonly HypothesisRow[];
  evidence: readonly EvidenceRow[];
  comments: readonly CommentRow[];
  history: readonly HistoryRow[];
  responders: readonly { type: string; name: string | null; created_at: string }[];
  /** The components, checks and config items of the evidence. */
  resources: readonly NamedResource[];
}

/** Maximum number of rows per relation. More rows do not help a reader. */
const maxRows = 5_000;

const statements = {
  hypotheses:
    "select id, parent_id, type, title, status, created_at from hypotheses where incident_id = $1 order by created_at, id",
  evidences: `
    select e.id, e.hypothesis_id, e.type, e.description, e.definition_of_done, e.done, e.script, e.script_result,
           e.evidence, ${copyOf("$2::text[]")} as copy, e.created_at, p.name as created_by, s.kind, s.resource_id
    from   evidences e
    join   hypotheses h on h.id = e.hypothesis_id
    left   join people p on p.id = e.created_by
    cross  join lateral (
             select case e.type when 'check' then 'check' when 'topology' then 'component' else 'config' end as kind,
                    case e.type when 'check' then e.check_id when 'topology' then e.component_id else e.config_id end as resource_id
           ) s
    where  h.incident_id = $1
    order  by e.created_at, e.id`,
  comments: `
    select c.id, c.comment, coalesce(c.external_created_by, p.name) as author, c.created_at
    from   comments c left join people p on p.id = c.created_by
    where  c.incident_id = $1
    order  by c.created_at, c.id`,
  incident_histories: `
    select i.id, i.type, i.description, i.reason, p.name as author, i.created_at, h.title as subject
    from   incident_histories i
    left   join people p on p.id = i.created_by
    left   join hypotheses h on h.id = i.hypothesis_id
    where  i.incident_id = $1
    order  by i.created_at, i.id`,
  responders: `
    select r.type, coalesce(p.name, t.name) as name, r.created_at
    from   responders r
    left   join people p on p.id = r.person_id
    left   join teams t on t.id = r.team_id
    where  r.incident_id = $1 and r.deleted_at is null
    order  by r.created_at, r.id`,
} as const;

const tableOf: Readonly<Record<ResourceKind, string>> = {
  component: "components",
  check: "checks",
  config: "config_items",
};

type Reading = Pick<System, "db" | "features" | "catalog">;

export async function readRecord(system: Reading, actor: Actor, id: string, what: string): Promise<IncidentRecord> {
  const client = await readIncident(system, actor, id, what);
  const readable = new Set(
    await readableRelations(system, actor, [
      ...Object.keys(statements),
      ...Object.values(relationOf),
      "logging_backends",
    ]),
  );
  const kinds = await readableKinds(system, actor);
  const { rows } = await client.query<IncidentRow>(
    `select i.id, i.incident_id, i.title, i.description, i.type, i.status, i.severity, i.created_at, i.acknowledged, i.resolved,
            i.closed, c.name as commander, a.name as created_by
     from   incidents i left join people c on c.id = i.commander_id left join people a on a.id = i.created_by
     where  i.id = $1`,
    [id],
  );
  const read = async <Row extends object>(name: keyof typeof statements): Promise<readonly Row[]> =>
    readable.has(name)
      ? (await client.query<Row>(`${statements[name]} limit ${maxRows}`, name === "evidences" ? [id, kinds] : [id]))
          .rows
      : [];
  const evidence = (await read<StoredEvidence>("evidences")).map((row) => readableEvidence(row, readable));
  const resources = await namedResources(client, evidence, readable);
  const nameOf = new Map(resources.map((resource) => [keyOf(resource), resource.name]));
  // Texts that people wrote and log lines may contain credentials.
  return maskTexts({
    incident: rows[0]!,
    hypotheses: await read<HypothesisRow>("hypotheses"),
    evidence: evidence.map((row) => ({
      ...row,
      name: nameOf.get(resourceKey(row) ?? "") ?? null,
    })),
    comments: await read<CommentRow>("comments"),
    history: await read<HistoryRow>("incident_histories"),
    responders: await read<IncidentRecord["responders"][number]>("responders"),
    resources,
  });
}

/** A row with the copy of its resource, if the reader may read it. */
type StoredEvidence = EvidenceRow & { copy: unknown };

/** The relation that a person must be able to read to see the document. */
const relationOfType: Readonly<Record<string, string>> = {
  ...relationOf,
  topology: "components",
  log: "logging_backends",
};

/** Drops the document and the result of a script about a kind of resource that the reader may not read. */
function readableEvidence({ copy, ...row }: StoredEvidence, readable: ReadonlySet<string>): EvidenceRow {
  const { type, evidence } = row;
  const relation = relationOfType[type];
  if (relation !== undefined && !readable.has(relation)) return { ...row, evidence: null, script_result: null };
  if (typeof evidence !== "object" || evidence === null || !("then" in evidence)) return row;
  const { then: _stored, ...rest } = evidence;
  return { ...row, evidence: copy === null ? rest : { ...rest, then: copy } };
}

const resourceKey = ({ kind, resource_id: id }: Pick<EvidenceRow, "kind" | "resource_id">): ResourceKey | undefined =>
  kind === null || id === null ? undefined : keyOf({ kind, id });

async function namedResources(
  client: QueryClient,
  evidence: readonly EvidenceRow[],
  readable: ReadonlySet<string>,
): Promise<readonly NamedResource[]> {
  const found: NamedResource[] = [];
  for (const [kind, table] of Object.entries(tableOf) as [ResourceKind, string][]) {
    const ids = [...new Set(evidence.flatMap((row) => (row.kind === kind ? (row.resource_id ?? []) : [])))];
    if (ids.length === 0 || !readable.has(table)) continue;
    found.push(...(await nameResources(client, kind, ids)));
  }
  return found;
}

/** Returns the resources among the ids that the reader may read. */
export async function nameResources(
  client: QueryClient,
  kind: ResourceKind,
  ids: readonly string[],
): Promise<readonly NamedResource[]> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from ${tableOf[kind]} where id = any ($1::uuid[]) order by name, id`,
    [ids],
  );
  return rows.map((row) => ({ kind, ...row }));
}
