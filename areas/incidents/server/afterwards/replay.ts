// The replay of an incident: the health over time of its resources, of their ancestors in the topology and of their
// checks, and the changes of their config items.
import { HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import type { IncidentReplay } from "../../contract/afterwards.ts";
import { readIntervals, type Interval, type Span } from "../history/intervals.ts";
import { idOfKey, keyOf, kindOfKey, resourceKinds, type ResourceKind } from "../history/resource.ts";
import { readableRelations } from "../model/readable.ts";
import { loadParents } from "../history/parents.ts";
import { nameResources, type IncidentRecord, type NamedResource } from "./incident-record.ts";

const maxResources = 200;
const maxChanges = 500;
const maxIntervals = 500;

/**
 * The replay also covers a time before the incident, to show its causes, and a time after its end, to show whether the
 * recovery lasts.
 */
const margin = { before: HOUR, after: 15 * MINUTE };

export function spanOf({ incident }: Pick<IncidentRecord, "incident">, now = Date.now()): Span {
  const end = incident.resolved ?? incident.closed;
  return {
    from: new Date(Date.parse(incident.created_at) - margin.before),
    to: new Date(end === null ? now : Math.min(now, Date.parse(end) + margin.after)),
  };
}

export async function readReplay(
  system: Pick<System, "db" | "features" | "catalog">,
  actor: Actor,
  record: IncidentRecord,
  limits: { intervals: number } = { intervals: maxIntervals },
): Promise<IncidentReplay> {
  const client = system.db.reading(claimsOf(actor, "read"));
  const span = spanOf(record);
  const around = await resourcesAround(system, actor, client, record);
  const resources = around.slice(0, maxResources);
  const idsOf = (kind: ResourceKind) => resources.filter((one) => one.kind === kind).map(({ id }) => id);
  const ids = Object.fromEntries(resourceKinds.map((kind) => [kind, idsOf(kind)]));
  const history = await readIntervals(client, ids, span);
  const mayReadChanges = (await readableRelations(system, actor, ["config_changes", "config_items"])).length === 2;
  const changes = mayReadChanges ? await readChanges(client, resources, span) : [];
  let isThinned = around.length > maxResources || changes.length > maxChanges;
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    resources: resources.map((resource) => {
      const intervals = history.get(keyOf(resource)) ?? [];
      isThinned ||= intervals.length > limits.intervals;
      return { ...resource, intervals: thinned(intervals, span, limits.intervals).map(printed) };
    }),
    changes: changes.slice(0, maxChanges).toReversed(),
    isThinned,
  };
}

const printed = ({ from, to, health }: Interval) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  health,
});

const badness = ["gone", "healthy", "unknown", "warning", "unhealthy"];

/**
 * Divides the time span into equal parts if there are too many intervals. Each part gets the worst health within it.
 */
export function thinned(intervals: readonly Interval[], { from, to }: Span, max: number): readonly Interval[] {
  if (intervals.length <= max) return intervals;
  const width = (to.getTime() - from.getTime()) / max;
  const parts = Map.groupBy(intervals, (interval) => Math.floor((interval.from - from.getTime()) / width));
  return [...parts.values()].map((part) => ({
    from: part[0]!.from,
    to: part.at(-1)!.to,
    health: part
      .map(({ health }) => health)
      .reduce((worst, one) => (badness.indexOf(one) > badness.indexOf(worst) ? one : worst)),
  }));
}

/** The resources of the evidence come first, then their ancestors, then the checks of the components. */
async function resourcesAround(
  system: Pick<System, "db" | "features" | "catalog">,
  actor: Actor,
  client: QueryClient,
  { resources }: IncidentRecord,
): Promise<readonly NamedResource[]> {
  const parents = await loadParents(system.db.system, resources.map(keyOf));
  const above = [...new Set(parents.values().flatMap((own) => own))];
  const components = [...resources.map(keyOf), ...above].filter((key) => kindOfKey(key) === "component").map(idOfKey);
  const { rows: checks } = await client.query<{ id: string }>(
    `select distinct check_id as id from check_component_relationships
     where  component_id = any ($1::uuid[]) and deleted_at is null limit ${maxResources}`,
    [components],
  );
  const wanted = [...new Set([...above, ...checks.map(({ id }) => keyOf({ kind: "check", id }))])];
  const known = new Set(resources.map(keyOf));
  const tables = await readableRelations(system, actor, ["components", "checks", "config_items"]);
  const more: NamedResource[] = [];
  for (const [kind, table] of [
    ["component", "components"],
    ["config", "config_items"],
    ["check", "checks"],
  ] as const) {
    const ids = wanted.filter((key) => kindOfKey(key) === kind && !known.has(key)).map(idOfKey);
    if (ids.length > 0 && tables.includes(table)) more.push(...(await nameResources(client, kind, ids)));
  }
  return [...resources, ...more];
}

/**
 * Returns the newest changes first, one more than the limit, to detect that some changes are missing. Health changes
 * are left out, because the intervals show them.
 */
async function readChanges(
  client: QueryClient,
  resources: readonly NamedResource[],
  { from, to }: Span,
): Promise<IncidentReplay["changes"]> {
  const idsOf = (kind: ResourceKind) => resources.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await client.query<IncidentReplay["changes"][number]>(
    `select h.id, h.created_at as at, coalesce(nullif(h.summary, ''), h.change_type) as summary, h.severity,
            jsonb_build_object('id', i.id, 'name', i.name, 'type', i.type) as config
     from   config_changes h
     join   config_items i on i.id = h.config_id
     where  h.config_id in (
              select unnest($1::uuid[])
              union
              select config_id from config_component_relationships where component_id = any ($2::uuid[]) and deleted_at is null
              union
              select config_id from check_config_relationships where check_id = any ($3::uuid[]) and deleted_at is null
            )
     and    h.created_at >= $4 and h.created_at < $5 and h.source is distinct from 'config-db-health-trigger'
     order  by h.created_at desc, h.id desc
     limit  ${maxChanges + 1}`,
    [idsOf("config"), idsOf("component"), idsOf("check"), from.toISOString(), to.toISOString()],
  );
  return rows;
}
