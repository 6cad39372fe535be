// Saves the built tree of a topology in the caller's transaction: writes new and changed components in batches,
// restores deleted components that were found again, and deletes components that a complete build no longer finds. The
// caller writes the inline canaries after the commit (inline-canaries.ts), so that components are locked only briefly.
import { sql } from "kysely";
import type { Property } from "#language/columns.ts";
import { inSavepoint, isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { BuildLog } from "../build/build-log.ts";
import type { BuiltTree } from "../build/build.ts";
import type { TopologySpec } from "../spec.ts";
import type { RunnableTopology } from "../build/build-context.ts";
import { placeBelowForeign } from "./foreign-parents.ts";
import { hashOf, rowsOf, type BuiltRow, type ComponentValues } from "./component-rows.ts";
import { faultsOfInlineCanaries, findUnfinished, lockChecksOf, type Unfinished } from "./inline-canaries.ts";
import { match, type Matched, type StoredRow } from "./match.ts";
import { findMoved, findMovedKept, movePlaces, placesOf, type Place } from "./places.ts";

export interface Saved {
  /** The number of components of the topology. */
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** The components that were written, whose links must be updated. */
  written: readonly string[];
  /** Components that the build no longer finds. */
  missing: readonly string[];
  /** Components whose inline canaries must be written. Until then, the next build writes them again. */
  unfinished: readonly Unfinished[];
}

/** Receives every component, for the dry run. */
export type SaveWatch = (action: "added" | "updated" | "unchanged", matched: Matched) => void;

export interface SaveOptions {
  topology: Pick<RunnableTopology, "id" | "name" | "namespace" | "agentId" | "spec">;
  log: BuildLog;
  /** Removes secrets from everything that is stored. */
  scrubber: Pick<Scrubber, "document">;
  watch?: SaveWatch | undefined;
  /**
   * Only compares the tree with the stored components, for the dry run, because the locks of a save would delay other
   * writers.
   */
  isDry?: boolean;
}

export interface Written extends Matched {
  hash: string;
  place: Place;
}

const perBatch = 500;

export async function saveTree(
  tx: Tx,
  tree: BuiltTree,
  { topology, log, scrubber, watch, isDry = false }: SaveOptions,
): Promise<Saved> {
  // Only one build of a topology is saved at a time; a push may arrive during a build.
  if (!isDry) await sql`select pg_advisory_xact_lock(hashtext(${`topology ${topology.id}`}))`.execute(tx);
  const rows = rowsOf(tree, { topologyType: (topology.spec as TopologySpec).type, log, scrubber });
  await dropUnknownConfigs(tx, rows, log);
  const { rows: stored } = await sql<StoredRow>`
    select id, parent_id, type, name, external_id, deleted_at is not null as is_deleted, build_hash, path, is_leaf
    from   components
    where  topology_id = ${topology.id}`.execute(tx);
  const matched = match(rows, stored);
  const saved = { total: rows.length, added: 0, changed: 0, unchanged: 0, removed: 0 };
  const present = new Set(matched.map(({ row }) => row.id));
  const missing = stored.filter((component) => !component.is_deleted && !present.has(component.id));
  const kept = log.isWhole ? [] : missing;
  const places = placesOf(matched, kept, await placeBelowForeign(tx, matched, { log, isDry }));
  const changed: Written[] = [];
  const unchanged: Matched[] = [];
  for (const each of matched) {
    const { row, stored: before, parentId } = each;
    const hash = hashOf(row);
    const isStill = before && !before.is_deleted && before.parent_id === parentId;
    // Writing an incomplete component would delete links and canaries that the build did not reach.
    const isSame = isStill && (before.build_hash === hash || row.component.isIncomplete);
    const action = before === undefined ? "added" : isSame ? "unchanged" : "updated";
    saved[action === "updated" ? "changed" : action] += 1;
    if (isSame) unchanged.push(each);
    else changed.push({ ...each, hash, place: places.get(row.id)! });
    watch?.(action, each);
  }
  const gone = log.isWhole ? missing : [];
  const ids = idsOf(gone);
  if (isDry) {
    for (const fault of faultsOfInlineCanaries(changed)) log.fail(fault, { keeps: false });
    return { ...saved, removed: gone.length, written: [], missing: ids, unfinished: [] };
  }
  const blocking = findBlocking(changed, stored);
  const moved = [...findMoved(unchanged, places), ...findMovedKept(kept, places)];
  await lock(tx, [...changed.flatMap(({ stored: before }) => before?.id ?? []), ...blocking, ...idsOf(moved), ...ids]);
  await lockChecksOf(tx, ids);
  await freePlaces(tx, blocking);
  const unfinished = await findUnfinished(tx, changed);
  const refused = await writeAll(tx, topology, { changed, log, unfinished });
  const written = changed.filter((each) => !refused.has(each));
  for (const { stored: before } of refused) {
    saved[before === undefined ? "added" : "changed"] -= 1;
    if (!isLive(before)) saved.total -= 1;
  }
  await movePlaces(tx, moved);
  const ended = refused.size === 0 ? ids : [];
  if (refused.size > 0) await markParents(tx, missing);
  await endAll(tx, ended);
  return {
    ...saved,
    removed: ended.length,
    written: written.map(({ row }) => row.id),
    missing: ended,
    unfinished: written.flatMap(({ row }) => unfinished.get(row.id) ?? []),
  };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** A component may refer to a config item that does not exist, or no longer exists. */
async function dropUnknownConfigs(tx: Tx, rows: readonly BuiltRow[], log: BuildLog): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ values }) => values.config_id ?? []))];
  if (ids.length === 0) return;
  const { rows: known } = await sql<{ id: string }>`
    select id::text as id from config_items where id::text = any (${ids}::text[])`.execute(tx);
  const existing = new Set(known.map(({ id }) => id));
  for (const row of rows) {
    const { config_id: id } = row.values;
    if (id === null || existing.has(id)) continue;
    log.warn(`${row.name}: there is no config item ${id}.`);
    row.values.config_id = null;
  }
}

/**
 * Finds deleted components at the same place as a component to write, because the deleted components still use its
 * unique key.
 */
function findBlocking(changed: readonly Matched[], stored: readonly StoredRow[]): string[] {
  if (!stored.some((one) => one.is_deleted)) return [];
  const written = new Set(changed.flatMap(({ stored: before }) => before ?? []));
  const places = new Map(changed.map(({ row, parentId }) => [`${parentId}\0${row.type ?? ""}\0${row.name}`, row.id]));
  return stored
    .filter(
      (one) => one.is_deleted && !written.has(one) && places.has(`${one.parent_id}\0${one.type ?? ""}\0${one.name}`),
    )
    .map(({ id }) => id);
}

async function freePlaces(tx: Tx, blocking: readonly string[]): Promise<void> {
  if (blocking.length > 0)
    await sql`update components set parent_id = null where id = any (${blocking}::uuid[])`.execute(tx);
}

/** Locks all rows to write, ordered by id, the order that every writer of several components uses. */
async function lock(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`select from components where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx);
}

const columns = {
  external_id: "text",
  config_id: "uuid",
  text: "text",
  topology_type: "text",
  namespace: "text",
  icon: "text",
  owner: "text",
  labels: "jsonb",
  status_expr: "text",
  status_reason: "text",
  stated_status: "text",
  stated_health: "text",
  health_expr: "text",
  description: "text",
  lifecycle: "text",
  tooltip: "text",
  display_order: "integer",
  schedule: "text",
  selectors: "jsonb",
  log_selectors: "jsonb",
  component_checks: "jsonb",
  configs: "jsonb",
  properties: "jsonb",
} as const satisfies Record<Exclude<keyof ComponentValues, "hidden">, string>;

const names = Object.keys(columns);
const columnTypes = sql.raw(
  `id uuid, parent_id uuid, name text, type text, hidden boolean, build_hash uuid, path text, is_leaf boolean, ${Object.entries(
    columns,
  )
    .map(([name, type]) => `${name} ${type}`)
    .join(", ")}`,
);
const listed = sql.raw(names.join(", "));
const listedGiven = sql.raw(names.map((name) => `g.${name}`).join(", "));
const assigned = sql.raw(names.map((name) => `${name} = g.${name}`).join(", "));

const isLive = (stored: StoredRow | undefined) => stored !== undefined && !stored.is_deleted;

/**
 * Writes the components in batches. Reports and returns the components that the database rejects, and the components
 * whose parent therefore does not exist.
 */
async function writeAll(
  tx: Tx,
  topology: SaveOptions["topology"],
  {
    changed,
    log,
    unfinished,
  }: { changed: readonly Written[]; log: BuildLog; unfinished: ReadonlyMap<string, unknown> },
): Promise<Set<Written>> {
  const refused = new Set<Written>();
  const absent = new Set<BuiltRow>();
  const leaveOut = (each: Written) => {
    refused.add(each);
    if (!isLive(each.stored)) absent.add(each.row);
  };
  const write = (batch: readonly Written[]) =>
    inSavepoint(tx, async (part) => {
      // Parents come first, so a refused parent is already known.
      for (const each of batch) if (each.row.parent && absent.has(each.row.parent)) leaveOut(each);
      await writeBatch(
        part,
        topology,
        batch.filter((each) => !refused.has(each)),
        unfinished,
      );
    });
  for (let at = 0; at < changed.length; at += perBatch)
    await isolated(changed.slice(at, at + perBatch), write, (each, error) => {
      leaveOut(each);
      const what = isLive(each.stored)
        ? "could not be saved and stays as it was"
        : "and the new components below it could not be saved";
      log.fail(`${each.row.name} ${what}: ${(error as Error).message}`, { keeps: true });
    });
  return refused;
}

async function writeBatch(
  tx: Tx,
  { id: topologyId, agentId }: SaveOptions["topology"],
  batch: readonly Written[],
  unfinished: ReadonlyMap<string, unknown>,
): Promise<void> {
  const kept = await keptProperties(tx, batch);
  const documents = batch.map(({ row, parentId, hash, place }) => ({
    ...place,
    id: row.id,
    parent_id: parentId,
    name: row.name,
    type: row.type,
    // The hash does not cover kept values, or canaries that are not written yet. Without a hash, the next build writes
    // the component again.
    build_hash: kept.has(row.id) || unfinished.has(row.id) ? null : hash,
    ...row.values,
    ...(kept.has(row.id) && { properties: kept.get(row.id)! }),
  }));
  const known = new Set(batch.flatMap(({ row, stored }) => (stored ? [row.id] : [])));
  const text = (which: typeof documents) =>
    sql`jsonb_to_recordset(${JSON.stringify(which)}::jsonb) as g (${columnTypes})`;
  const updates = documents.filter(({ id }) => known.has(id));
  if (updates.length > 0)
    await sql`
      update components c
      set    parent_id = g.parent_id, name = g.name, type = g.type, hidden = coalesce(g.hidden, c.hidden),
             build_hash = g.build_hash, path = g.path, is_leaf = g.is_leaf, ${assigned}, deleted_at = null
      from   ${text(updates)}
      where  c.id = g.id`.execute(tx);
  const inserts = documents.filter(({ id }) => !known.has(id));
  if (inserts.length > 0)
    await sql`
      insert into components (id, agent_id, topology_id, parent_id, name, type, hidden, build_hash, path, is_leaf, ${listed})
      select g.id, ${agentId}::uuid, ${topologyId}::uuid, g.parent_id, g.name, g.type, coalesce(g.hidden, false), g.build_hash, g.path, g.is_leaf, ${listedGiven}
      from   ${text(inserts)}`.execute(tx);
}

/**
 * Returns the properties of components whose property lookup failed: properties that the lookup did not find keep their
 * stored values.
 */
async function keptProperties(tx: Tx, batch: readonly Matched[]): Promise<Map<string, readonly Property[]>> {
  const kept = new Map<string, readonly Property[]>();
  const rows = new Map(
    batch.flatMap(({ row, stored }) => (stored && row.component.keepsProperties ? [[row.id, row] as const] : [])),
  );
  if (rows.size === 0) return kept;
  const { rows: stored } = await sql<{ id: string; properties: readonly Property[] | null }>`
    select id, properties from components where id = any (${[...rows.keys()]}::uuid[])`.execute(tx);
  for (const { id, properties } of stored) {
    const found = (rows.get(id)!.values.properties ?? []) as readonly Property[];
    const isFilled = (property: Property) => property.text !== undefined || property.value !== undefined;
    const filled = new Map(found.map((property) => [property.name, property]));
    const before = (properties ?? []).filter(({ name }) => {
      const now = filled.get(name);
      return now === undefined || !isFilled(now);
    });
    const old = new Set(before.map(({ name }) => name));
    kept.set(id, [...found.filter(({ name }) => !old.has(name)), ...before]);
  }
  return kept;
}

/** Marks the parents of components that stay although the build no longer finds them. */
async function markParents(tx: Tx, kept: readonly StoredRow[]): Promise<void> {
  const ids = kept.flatMap(({ parent_id }) => parent_id ?? []);
  await sql`update components set is_leaf = false where id = any (${ids}::uuid[]) and is_leaf`.execute(tx);
}

/** A trigger deletes everything that belongs to a deleted component. */
async function endAll(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`update components set deleted_at = now() where id = any (${ids}::uuid[]) and deleted_at is null`.execute(
      tx,
    );
}
