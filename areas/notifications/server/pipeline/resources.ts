// Loads the resources of events, many at once: the rows that expressions and messages can read.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Event } from "#server/events.ts";

export type Fields = Readonly<Record<string, unknown>>;

export type ResourceKind = "check" | "config" | "component" | "canary" | "incident" | "playbook";

/** The resource of an event with its related rows. */
export interface Loaded {
  kind: ResourceKind;
  id: string;
  row: Fields;
  /** Further rows by the name of their variable, such as canary. */
  around: Fields;
}

export interface LoadOptions {
  /** Whether documents of config items and specs of canaries are loaded; they are large and rarely needed. */
  withDocuments: boolean;
}

const kinds: readonly ResourceKind[] = ["check", "config", "component", "canary", "incident", "playbook"];

/** The first word of an event is the kind of its resource. */
export const kindOf = (event: string): ResourceKind | undefined => {
  const word = event.split(".", 1)[0];
  return kinds.find((kind) => kind === word);
};

/** Returns the resource of each event; events about rows that do not exist are missing. */
export async function loadResources(
  db: Kysely<DB>,
  events: readonly Event[],
  options: LoadOptions,
): Promise<Map<Event, Loaded>> {
  const found = new Map<Event, Loaded>();
  const byKind = Map.groupBy(events, ({ name }) => kindOf(name));
  for (const [kind, own] of byKind) {
    if (kind === undefined) continue;
    const loaded = await loaders[kind](db, own, options);
    for (const event of own) {
      const resource = loaded.get(event);
      if (resource) found.set(event, resource);
    }
  }
  return found;
}

type Loader = (db: Kysely<DB>, events: readonly Event[], options: LoadOptions) => Promise<Map<Event, Loaded>>;

const idOf = (event: Event) => event["id"] as string;
const idsOf = (events: readonly Event[]) => [...new Set(events.map(idOf))];

async function rowsOf(
  db: Kysely<DB>,
  table: string,
  columns: string,
  ids: readonly string[],
): Promise<Map<string, Fields>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ row: Fields }>`
    select row_to_json(r) as row
    from  (select ${sql.raw(columns)} from ${sql.table(table)} where id = any (${ids}::uuid[])) r`.execute(db);
  return new Map(rows.map(({ row }) => [String(row["id"]), row]));
}

const canaryColumns = "id, agent_id, name, namespace, labels, annotations, source, created_at, updated_at, deleted_at";
const checkColumns =
  "id, canary_id, agent_id, type, name, namespace, description, icon, spec, labels, owner, severity, category, status, last_runtime, next_runtime, last_transition_time, interval_seconds, created_at, updated_at, deleted_at";
const configColumns =
  "id, agent_id, scraper_id, config_class, type, name, status, health, ready, description, external_id, source, labels, tags, properties, icon, parent_id, path, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, deleted_at, delete_reason";
const componentColumns =
  "id, agent_id, topology_id, external_id, parent_id, name, text, topology_type, namespace, type, icon, owner, labels, path, status, status_reason, health, description, lifecycle, tooltip, summary, properties, created_at, updated_at, deleted_at";

function pick(
  events: readonly Event[],
  kind: ResourceKind,
  rows: ReadonlyMap<string, Fields>,
  around: (event: Event, row: Fields) => Fields = () => ({}),
) {
  const found = new Map<Event, Loaded>();
  for (const event of events) {
    const row = rows.get(idOf(event));
    if (row) found.set(event, { kind, id: idOf(event), row, around: around(event, row) });
  }
  return found;
}

async function agentsOf(db: Kysely<DB>, rows: Iterable<Fields>): Promise<(row: Fields) => Fields> {
  const ids = new Set([...rows].flatMap(({ agent_id: id }) => (typeof id === "string" ? [id] : [])));
  const agents = await rowsOf(db, "agents", "id, name", [...ids]);
  return (row) => ({ agent: agents.get(String(row["agent_id"])) ?? null });
}

const loaders: Readonly<Record<ResourceKind, Loader>> = {
  async check(db, events, { withDocuments }) {
    const checks = await rowsOf(db, "checks", checkColumns, idsOf(events));
    const canaryIds = new Set([...checks.values()].map((check) => String(check["canary_id"])));
    const canaries = await rowsOf(db, "canaries", withDocuments ? `${canaryColumns}, spec` : canaryColumns, [
      ...canaryIds,
    ]);
    const agent = await agentsOf(db, checks.values());
    const statuses = await statusesOf(db, events, checks);
    return pick(events, "check", checks, (event, check) => ({
      canary: canaries.get(String(check["canary_id"])) ?? null,
      check_status: statuses.get(event) ?? null,
      ...agent(check),
    }));
  },

  async config(db, events, { withDocuments }) {
    const configs = await rowsOf(
      db,
      "config_items",
      withDocuments ? `${configColumns}, config` : configColumns,
      idsOf(events),
    );
    const changeIds = events.flatMap(({ change_id: id }) => (typeof id === "string" ? [id] : []));
    const changes = await rowsOf(
      db,
      "config_changes",
      "id, change_type, severity, source, summary, details, created_at, count",
      changeIds,
    );
    const agent = await agentsOf(db, configs.values());
    return pick(events, "config", configs, (event, config) => ({
      change: changes.get(event["change_id"] as string) ?? null,
      new_state: newStates[event.name] ?? "",
      ...agent(config),
    }));
  },

  async component(db, events) {
    const components = await rowsOf(db, "components", componentColumns, idsOf(events));
    const agent = await agentsOf(db, components.values());
    return pick(events, "component", components, (_, component) => agent(component));
  },

  canary: async (db, events) => pick(events, "canary", await rowsOf(db, "canaries", canaryColumns, idsOf(events))),

  playbook: async (db, events) =>
    pick(
      events,
      "playbook",
      await rowsOf(
        db,
        "playbooks",
        "id, namespace, name, title, icon, description, category, created_at",
        idsOf(events),
      ),
    ),

  async incident(db, events) {
    const found = new Map<Event, Loaded>();
    // Events of this kind are rare, so each is loaded separately.
    for (const event of events) {
      const loaded = await loadIncident(db, event);
      if (loaded) found.set(event, loaded);
    }
    return found;
  },
};

const newStates: Readonly<Record<string, string>> = {
  "config.created": "created",
  "config.updated": "updated",
  "config.deleted": "deleted",
  "config.changed": "changed",
};

/** The run that caused each event, or the last run if that run is unknown. */
async function statusesOf(
  db: Kysely<DB>,
  events: readonly Event[],
  checks: ReadonlyMap<string, Fields>,
): Promise<Map<Event, Fields>> {
  const timeOf = (event: Event) =>
    (event["last_runtime"] ?? checks.get(idOf(event))?.["last_runtime"] ?? null) as string | null;
  const wanted = events.filter((event) => timeOf(event) !== null);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ n: number; row: Fields }>`
    select w.n::int as n, to_jsonb(s) - 'details' - 'metrics' as row
    from   unnest(${wanted.map(idOf)}::uuid[], ${wanted.map(timeOf)}::timestamptz[]) with ordinality as w (id, time, n)
    join   check_statuses s on s.check_id = w.id and s.time = w.time`.execute(db);
  return new Map(rows.map(({ n, row }) => [wanted[n - 1]!, row]));
}

/**
 * The event contains the id of the incident. An event about a definition of done also has the id of the evidence,
 * which may be deleted.
 */
async function loadIncident(db: Kysely<DB>, event: Event): Promise<Loaded | undefined> {
  const isEvidence = event.name.startsWith("incident.dod.");
  const rowOf = async (query: ReturnType<typeof sql<{ row: Fields }>>) => (await query.execute(db)).rows[0]?.row;
  const evidence = isEvidence
    ? await rowOf(sql<{ row: Fields }>`select to_jsonb(e) as row from evidences e where e.id = ${idOf(event)}`)
    : undefined;
  const hypothesis = evidence
    ? await rowOf(
        sql<{
          row: Fields;
        }>`select to_jsonb(h) as row from hypotheses h where h.id = ${evidence["hypothesis_id"]}`,
      )
    : undefined;
  const id = isEvidence ? (hypothesis?.["incident_id"] ?? event["incident_id"]) : idOf(event);
  if (typeof id !== "string") return undefined;
  const incident = await rowOf(sql<{ row: Fields }>`select to_jsonb(i) as row from incidents i where i.id = ${id}`);
  if (!incident) return undefined;
  const responder =
    typeof event["responder_id"] === "string"
      ? await rowOf(
          sql<{
            row: Fields;
          }>`select to_jsonb(r) - 'properties' as row from responders r where r.id = ${event["responder_id"]}`,
        )
      : undefined;
  const comment =
    typeof event["comment_id"] === "string"
      ? await rowOf(sql<{ row: Fields }>`select to_jsonb(c) as row from comments c where c.id = ${event["comment_id"]}`)
      : undefined;
  const authorId = (comment ?? incident)["created_by"] as string;
  const author = await rowOf(
    sql<{
      row: Fields;
    }>`select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) as row from people p where p.id = ${authorId}`,
  );
  return { kind: "incident", id, row: incident, around: { evidence, hypothesis, responder, comment, author } };
}
