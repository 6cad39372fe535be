// Reads the components as they were at an earlier time: their states and properties at that time, and the present
// values of the other fields.
import { sql, type Kysely } from "kysely";
import type { ComponentSummary, Properties, Property } from "#language/columns.ts";
import type { DB } from "#server/db/tables.ts";
import { countChild, countLeaf, isHealth, noCounts, summaryOf, type StateCounts } from "../health/fold.ts";
import { countNames, groupByParent, type Forest, type TreeEntry } from "../forest/forest.ts";
import { readEntries, readRelationships, readTeamNames } from "../forest/read-entries.ts";

interface State {
  component_id: string;
  name: string;
  parent_id: string | null;
  health: string | null;
  status: string;
}

/** `present` are the current components; components that have been deleted since then are read from the database. */
export async function readForestAt(db: Kysely<DB>, at: Date, present: Forest["entries"]): Promise<Forest> {
  const time = at.toISOString();
  const { rows: states } = await sql<State>`
    select s.component_id, s.name, s.parent_id, s.health, s.status
    from   components c
    cross  join lateral (
             select * from component_states where component_id = c.id and since <= ${time} order by since desc limit 1
           ) s
    where  not s.is_deleted`.execute(db);
  const ids = states.map(({ component_id: id }) => id);
  const properties = await readProperties(db, ids, time);
  const gone = ids.filter((id) => !present.has(id));
  const deleted = gone.length === 0 ? [] : await readEntries(db, gone, { deleted: true });
  const deletedById = new Map(deleted.map((entry) => [entry.id, entry]));
  const links = await readRelationships(db, at);
  const exists = new Set(ids);
  const children = childrenAt(states, links.related, exists);
  const counts = countStates(states, children);
  const entries = new Map<string, TreeEntry>();
  for (const state of states) {
    const entry = present.get(state.component_id) ?? deletedById.get(state.component_id);
    if (entry) entries.set(entry.id, new EntryThen(entry, state, properties.get(entry.id), counts.get(entry.id)!));
  }
  const teamNames = await readTeamNames(db);
  return { entries, ...links, teamNames, counts: countNames, children: groupByParent(entries) };
}

type FormerProperties = ReadonlyMap<string, Property | null>;

/**
 * Looks up one row per property in the index; the cost of sorting all rows would grow with the length of the history.
 */
async function readProperties(
  db: Kysely<DB>,
  ids: readonly string[],
  time: string,
): Promise<ReadonlyMap<string, FormerProperties>> {
  const { rows } = await sql<{ component_id: string; property: string; value: Property | null }>`
    with recursive named as (
      select i.id, (
               select s.property from component_property_states s where s.component_id = i.id order by s.property limit 1
             ) as property
      from   unnest(${ids}::uuid[]) i (id)
      union  all
      select n.id, (
               select s.property
               from   component_property_states s
               where  s.component_id = n.id and s.property > n.property
               order  by s.property
               limit  1
             )
      from   named n
      where  n.property is not null
    )
    select n.id as component_id, n.property, v.value
    from   named n
    cross  join lateral (
             select s.value
             from   component_property_states s
             where  s.component_id = n.id and s.property = n.property and s.since <= ${time}
             order  by s.since desc
             limit  1
           ) v
    where  n.property is not null`.execute(db);
  const found = new Map<string, Map<string, Property | null>>();
  for (const { component_id: id, property, value } of rows) {
    const own = found.get(id);
    if (own) own.set(property, value);
    else found.set(id, new Map([[property, value]]));
  }
  return found;
}

/**
 * A text or a headline without a record has not changed since then. The earlier values of other properties without a
 * record are unknown, so these properties are left out.
 */
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

/** Present fields whose earlier values are unknown. */
const unknownThen = ["path", "cost_per_minute", "cost_total_1d", "cost_total_7d", "cost_total_30d"];

/**
 * An entry whose fields are computed when they are printed, because most responses contain only a small part of all
 * components.
 */
class EntryThen implements TreeEntry {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly health: string | null;
  readonly parentId: string | null;
  /** The counts at that time are unknown. */
  readonly counts = {};
  readonly #entry: TreeEntry;
  readonly #former: FormerProperties | undefined;
  readonly #states: StateCounts;
  #base: string | undefined;

  constructor(entry: TreeEntry, state: State, former: FormerProperties | undefined, states: StateCounts) {
    this.id = entry.id;
    this.name = state.name;
    this.status = state.status;
    this.health = state.health;
    this.parentId = state.parent_id;
    this.#entry = entry;
    this.#former = former;
    this.#states = states;
  }

  get type() {
    return this.#entry.type;
  }
  get owner() {
    return this.#entry.owner;
  }
  get labels() {
    return this.#entry.labels;
  }
  get agentId() {
    return this.#entry.agentId;
  }
  get hidden() {
    return this.#entry.hidden;
  }
  get order() {
    return this.#entry.order;
  }
  get createdAt() {
    return this.#entry.createdAt;
  }
  get updatedAt() {
    return this.#entry.updatedAt;
  }

  get base(): string {
    return (this.#base ??= this.#print());
  }

  #print(): string {
    const fields = JSON.parse(`${this.#entry.base}}`) as Record<string, unknown> & { properties?: Properties };
    for (const field of unknownThen) delete fields[field];
    const summary: ComponentSummary = summaryOf(this.#states, { incidents: {}, insights: {}, checks: {} });
    const { name, status, health } = this;
    const properties = propertiesAt(fields.properties ?? [], this.#former);
    return JSON.stringify({ ...fields, name, status, health: health ?? undefined, summary, properties }).slice(0, -1);
  }
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

/** Computes the counts in the same way as the roll-up, from the recorded health values. */
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
    // Levels that are too deep are not counted.
    if (path.size <= 11) for (const child of below) countChild(own, count(child));
    path.delete(id);
    counts.set(id, own);
    return own;
  }
  for (const { component_id: id } of states) count(id);
  return counts;
}
