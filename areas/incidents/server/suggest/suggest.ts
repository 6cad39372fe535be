// Suggests hypotheses and evidence for an incident: the probable causes of its unhealthy resources, and the changes
// just before they failed.
import type { FastifyInstance } from "fastify";
import { explain } from "#areas/topology/server/index.ts";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/automation.ts";
import * as schema from "../../contract/automation.schema.ts";
import type { ResourceKind } from "../history/resource.ts";
import { readableRelations, readIncident } from "../model/readable.ts";

type Suggestion = contract.Suggestion;

/** Limits the number of searches, because the search from each resource reads many rows. */
const maxStarts = 5;
const maxSuggestions = 20;
const minutesBefore = 60;

export function suggestionRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.suggestions,
    schema.suggestions,
    {
      access: { action: "read", resource: "incident" },
      summary: "Probable causes of the evidence of an incident, and the changes just before it",
    },
    async ({ params, actor, signal }) => {
      const client = await readIncident(system, actor, params.id, "the list of suggestions");
      return suggest(system, actor, { client, incident: params.id, signal });
    },
  );
}

interface Suggesting {
  client: QueryClient;
  incident: string;
  signal: AbortSignal;
}

interface Attached {
  kind: ResourceKind;
  id: string;
}

async function suggest(system: System, actor: Actor, { client, incident, signal }: Suggesting): Promise<Suggestion[]> {
  if ((await readableRelations(system, actor, ["evidences"])).length === 0) return [];
  const { rows: evidence } = await client.query<Record<string, string | null>>(
    `select e.component_id, e.check_id, e.config_id, e.config_change_id, e.config_analysis_id
     from   hypotheses h join evidences e on e.hypothesis_id = h.id
     where  h.incident_id = $1
     order  by e.created_at, e.id`,
    [incident],
  );
  const attached = new Set(evidence.flatMap((row) => Object.values(row)));
  const starts = evidence.flatMap((row): Attached[] =>
    (["component", "check", "config"] as const).flatMap((kind) => {
      const id = row[`${kind}_id`];
      return id ? [{ kind, id }] : [];
    }),
  );
  const found = new Map<string, Suggestion>();
  const add = (suggestion: Suggestion, resource: string) => {
    if (!attached.has(resource) && !found.has(suggestion.id)) found.set(suggestion.id, suggestion);
  };
  for (const { kind, id } of distinct(starts).slice(0, maxStarts)) {
    const answer = await explain(system, actor, { kind, id }, signal).catch(ignoreUnreadable);
    for (const cause of answer?.causes ?? []) if (cause.id !== id) add(ofCause(cause), cause.id);
    for (const change of answer?.changes ?? []) add(ofChange(change), change.id);
  }
  const configs = distinct(starts).flatMap(({ kind, id }) => (kind === "config" ? id : []));
  for (const change of await changesBefore(system, actor, { client, incident, configs }))
    add(ofChange(change), change.id);
  return [...found.values()].slice(0, maxSuggestions);
}

const distinct = (starts: readonly Attached[]) => [
  ...new Map(starts.map((start) => [`${start.kind} ${start.id}`, start])).values(),
];

/** There are no suggestions for a resource that was deleted, is hidden or is disabled. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof Problem && (error.status === 404 || error.status === 403)) return undefined;
  throw error;
}

interface Cause {
  kind: ResourceKind;
  id: string;
  name: string;
  health: string;
  reason: string;
}

const evidenceTypes = { component: "topology", check: "check", config: "config" } as const;

function ofCause({ kind, id, name, health, reason }: Cause): Suggestion {
  const title = `${name} is ${health}`;
  return {
    id: `${kind}-${id}`,
    title,
    reason,
    hypothesis: { type: "factor", title },
    evidence: { type: evidenceTypes[kind], [`${kind}_id`]: id },
  };
}

interface Change {
  id: string;
  config_id: string;
  name: string;
  change_type: string;
  summary: string | null;
  reason: string;
}

const maxTitle = 200;

function ofChange({ id, config_id: config, name, change_type: type, summary, reason }: Change): Suggestion {
  const title = `${name}: ${summary || type}`.slice(0, maxTitle);
  return {
    id: `change-${id}`,
    title,
    reason,
    hypothesis: { type: "factor", title },
    evidence: { type: "config_change", config_id: config, config_change_id: id },
  };
}

/**
 * The search for causes starts only from unhealthy resources. The changes before an incident are also suggested after
 * its resources have recovered.
 */
async function changesBefore(
  system: System,
  actor: Actor,
  { client, incident, configs }: { client: QueryClient; incident: string; configs: readonly string[] },
): Promise<readonly Change[]> {
  const isReadable = (await readableRelations(system, actor, ["config_changes", "config_items"])).length === 2;
  if (!isReadable || configs.length === 0) return [];
  const { rows } = await client.query<Change>(
    `select h.id, h.config_id, c.name, h.change_type, h.summary,
            'Changed ' || greatest(0, round(extract(epoch from i.created_at - h.created_at) / 60)) || ' min before the incident' as reason
     from   incidents i
     join   config_changes h on h.config_id = any ($2::uuid[])
     join   config_items c on c.id = h.config_id
     where  i.id = $1 and h.created_at between i.created_at - interval '${minutesBefore} min' and i.created_at
     and    h.source is distinct from 'config-db-health-trigger'
     order  by h.created_at desc
     limit  ${maxSuggestions}`,
    [incident, configs],
  );
  return rows;
}
