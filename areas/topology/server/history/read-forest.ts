// Reads the components as they were at an earlier time: the states and properties of then, and the other fields of now.
import { sql, type Kysely } from "kysely";
import type { ComponentSummary, Properties, Property } from "#language/columns.ts";
import type { DB } from "#server/db/tables.ts";
import { countChild, countLeaf, isHealth, noCounts, summaryOf, type StateCounts } from "../health/fold.ts";
import { groupByParent, type Forest, type TreeEntry } from "../forest/forest.ts";
import { readEntries, readRelationships, readTeamNames } from "../forest/read-entries.ts";

interface State {
  component_id: string;
  name: string;
  parent_id: string | null;
  health: string | null;
  status: string;
}

/** `present` are the components of now; those that were deleted since are read. */
export async function readForestAt(db: Kysely<DB>, at: Date, present: Forest["entries"]): Promise<Forest> {
  const time = at.toISOString();
  const { rows: states } = await sql<State>`
    select s.component_id, s.name, s.parent_id, s.health, s.status
    from   components c
    cross  join lateral (
             select * from component_states where component_id = c.id and since <= ${time} order by since desc limit 1
           ) s
    where  not s.is_deleted`.execute(db);
  const properties = await readProperties(db, time);
  const gone = states.map(({ component_id: id }) => id).filter((id) => !present.has(id));
  const deleted = gone.length === 0 ? [] : await readEntries(db, gone, { deleted: true });
  const deletedById = new Map(deleted.map((entry) => [entry.id, entry]));
  const links = await readRelationships(db, at);
  const exists = new Set(states.map(({ component_id: id }) => id));
  const children = childrenAt(states, links.related, exists);
  const counts = countStates(states, children);
  const entries = new Map<string, TreeEntry>();
  for (const state of states) {
    const entry = present.get(state.component_id) ?? deletedById.get(state.component_id);
    if (entry) entries.set(entry.id, entryAt(entry, state, properties.get(entry.id), counts.get(entry.id)!));
  }
  return { entries, ...links, teamNames: await readTeamNames(db), children: groupByParent(entries) };
}

type FormerProperties = ReadonlyMap<string, Property | null>;

async function readProperties(db: Kysely<DB>, time: string): Promise<ReadonlyMap<string, FormerProperties>> {
  const { rows } = await sql<{ component_id: string; property: string; value: Property | null }>`
    select distinct on (component_id, property) component_id, property, value
    from   component_property_states
    where  since <= ${time}
    order  by component_id, property, since desc`.execute(db);
  const found = new Map<string, Map<string, Property | null>>();
  for (const { component_id: id, property, value } of rows) {
    const own = found.get(id);
    if (own) own.set(property, value);
    else found.set(id, new Map([[property, value]]));
  }
  return found;
}

/** A property without a record had the same text; another value of then is unknown, so the property is left out. */
function propertiesAt(present: Properties, former: FormerProperties | undefined): Properties {
  const kept = present.flatMap((property): Property[] => {
    const recorded = former?.get(property.name ?? "");
    if (recorded !== undefined) return recorded ? [recorded] : [];
    return property.headline === true || property.text !== undefined ? [property] : [];
  });
  const names = new Set(present.map(({ name }) => name));
  const ended = [...(former ?? [])].flatMap(([name, value]): Property[] =>
    value !== null && !names.has(name) ? [value] : [],
  );
  return [...kept, ...ended];
}

function entryAt(entry: TreeEntry, state: State, former: FormerProperties | undefined, counts: StateCounts): TreeEntry {
  const fields = JSON.parse(`${entry.base}}`) as Record<string, unknown> & { properties?: Properties };
  const summary: ComponentSummary = summaryOf(counts, { incidents: {}, insights: {}, checks: {} });
  const properties = propertiesAt(fields.properties ?? [], former);
  for (const field of ["deleted_at", "path", "cost_per_minute", "cost_total_1d", "cost_total_7d", "cost_total_30d"])
    delete fields[field];
  const shown = {
    ...fields,
    name: state.name,
    status: state.status,
    health: state.health ?? undefined,
    summary,
    properties,
  };
  return {
    ...entry,
    name: state.name,
    status: state.status,
    health: state.health,
    parentId: state.parent_id,
    base: JSON.stringify(shown).slice(0, -1),
    extra: state.parent_id === null ? "" : `,"parent_id":${JSON.stringify(state.parent_id)}`,
  };
}

function childrenAt(
  states: readonly State[],
  related: ReadonlyMap<string, readonly string[]>,
  exists: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const children = new Map<string, Set<string>>();
  const add = (parent: string, child: string) => {
    if (!exists.has(parent) || !exists.has(child)) return;
    const all = children.get(parent);
    if (all) all.add(child);
    else children.set(parent, new Set([child]));
  };
  for (const { component_id: id, parent_id: parent } of states) if (parent !== null) add(parent, id);
  for (const [parent, all] of related) for (const child of all) add(parent, child);
  return children;
}

/** Counts as the roll-up does, from the recorded healths. */
function countStates(
  states: readonly State[],
  children: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, StateCounts> {
  const byId = new Map(states.map((state) => [state.component_id, state]));
  const counts = new Map<string, StateCounts>();
  const path = new Set<string>();
  function count(id: string): StateCounts {
    const known = counts.get(id);
    if (known) return known;
    const { health, status } = byId.get(id)!;
    const below = [...(children.get(id) ?? [])].filter((child) => !path.has(child) && child !== id);
    const own = below.length === 0 ? countLeaf(isHealth(health) ? health : "unknown", status) : noCounts();
    path.add(id);
    // Deeper levels do not count.
    if (path.size <= 11) for (const child of below) countChild(own, count(child));
    path.delete(id);
    counts.set(id, own);
    return own;
  }
  for (const { component_id: id } of states) count(id);
  return counts;
}
