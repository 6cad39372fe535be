// The three kinds of component links: to config items, to checks, and to the components that belong to a component.
import { hash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Databases, Tx } from "#server/db/pool.ts";
import { toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { fieldOf, type Selector } from "#lib/selector/selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { Selectable } from "#server/selector/selected.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import type { ComponentCheck, ConfigQuery } from "../spec.ts";
import { toResourceSelector } from "./config-query.ts";
import { selectorKey, type Owned, type Pair, type Selection } from "./selected-by.ts";

/** The columns of a component that contain its selectors. */
export interface Selecting {
  id: string;
  selectors: unknown;
  configs: unknown;
  component_checks: unknown;
}

/** The prefix of these links' selector ids. People (`manual`) and checks (`check/`) also create links. */
const prefix = "component/";
/** The selector id of links to the checks of inline canaries. */
export const inlineId = `${prefix}inline`;

export interface LinkKind {
  table: string;
  /** The column that refers to the other end of the link. */
  column: string;
  target: Selectable;
  /** The columns of the target whose changes `link_dirt` records (schema/functions/dirty_links.sql). */
  tracked: ReadonlySet<string>;
  ownedBy(component: Selecting): readonly Owned[];
  /** Inserts the pairs, and restores links that were deleted. */
  insert(tx: Tx, pairs: RawBuilder<unknown>): Promise<unknown>;
}

const listIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

interface KindOptions extends Omit<LinkKind, "tracked" | "ownedBy"> {
  tracked: readonly string[];
  selectorsOf(component: Selecting): readonly ResourceSelector[];
}

function defineLinks({ selectorsOf, tracked, ...kind }: KindOptions): LinkKind {
  const columns = new Set(tracked);
  // Every written row is compared with the selectors of all components, so they are cached.
  const known = new WeakMap<Selecting, readonly Owned[]>();
  const find = (component: Selecting) =>
    selectorsOf(component).map((selector): Owned => ({
      component: component.id,
      selector,
      selectorId: prefix + hash("md5", JSON.stringify(selector), "hex"),
      readsUntracked: readsOther(selector, kind.target, columns),
    }));
  return {
    ...kind,
    tracked: columns,
    ownedBy(component) {
      const found = known.get(component) ?? find(component);
      known.set(component, found);
      return found;
    },
  };
}

/** Whether the selector reads a column that is not in the list. */
function readsOther(selector: ResourceSelector, { fields, scope }: Selectable, columns: ReadonlySet<string>): boolean {
  const columnOf = (field: string) =>
    field === "agent" ? "agent_id" : field === "scope" ? (scope?.column ?? field) : (fields?.[field]?.[0] ?? field);
  const reads = (part: Selector): boolean =>
    "of" in part ? part.of.some(reads) : part.kind !== "name" && !columns.has(columnOf(fieldOf(part.path)));
  try {
    return reads(toSelector(selector));
  } catch (error) {
    // Stored selectors are not validated. A selector that cannot be parsed never matches.
    if (error instanceof Unreadable || error instanceof TypeError) return false;
    throw error;
  }
}

export const configLinks = defineLinks({
  table: "config_component_relationships",
  column: "config_id",
  target: selectableConfigs,
  tracked: [
    "id",
    "name",
    "type",
    "config_class",
    "external_id",
    "tags",
    "labels",
    "agent_id",
    "scraper_id",
    "deleted_at",
  ],
  selectorsOf: ({ configs }) => listIn(configs).map((query) => toResourceSelector(query as ConfigQuery)),
  // A link that a person created stays a manual link. A pair has only one link, so if its selector was edited, the link
  // gets the new selector id; otherwise it would be deleted with the old selector.
  insert: (tx, pairs) =>
    sql`
      insert into config_component_relationships as l (component_id, config_id, selector_id)
      select distinct on (p.component, p.target) p.component, p.target, p.selector_id
      from   ${pairs}
      order  by p.component, p.target, p.selector_id
      on conflict (component_id, config_id) do update
      set    deleted_at = null, selector_id = excluded.selector_id
      where  l.deleted_at is not null
      or     (l.selector_id like ${`${prefix}%`} and l.selector_id <> excluded.selector_id)`.execute(tx),
});

export const checkLinks = defineLinks({
  table: "check_component_relationships",
  column: "check_id",
  target: { relation: "checks", scope: { column: "canary_id", of: "canaries" } },
  tracked: ["id", "name", "type", "namespace", "labels", "owner", "severity", "agent_id", "canary_id", "deleted_at"],
  selectorsOf: ({ component_checks }) =>
    listIn(component_checks).flatMap((check): ResourceSelector[] => {
      const { selector } = check as ComponentCheck;
      return selector ? [selector] : [];
    }),
  insert: (tx, pairs) =>
    sql`
      insert into check_component_relationships as l (component_id, check_id, canary_id, selector_id)
      select distinct p.component, p.target, c.canary_id, p.selector_id
      from   ${pairs}
      join   checks c on c.id = p.target
      order  by 1, 2, 3, 4
      on conflict (component_id, check_id, canary_id, selector_id) do update
      set    deleted_at = null
      where  l.deleted_at is not null`.execute(tx),
});

export const componentLinks = defineLinks({
  table: "component_relationships",
  column: "component_id",
  target: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  tracked: [
    "id",
    "name",
    "type",
    "namespace",
    "labels",
    "owner",
    "external_id",
    "agent_id",
    "topology_id",
    "deleted_at",
  ],
  selectorsOf: ({ selectors }) => listIn(selectors),
  insert: (tx, pairs) =>
    sql`
      insert into component_relationships as l (component_id, relationship_id, selector_id, relationship_path)
      select distinct p.target, p.component, p.selector_id, concat_ws('.', nullif(o.path, ''), o.id::text)
      from   ${pairs}
      join   components o on o.id = p.component
      where  p.target <> p.component
      order  by 1, 2, 3
      on conflict (component_id, relationship_id, selector_id) do update
      set    deleted_at = null, relationship_path = excluded.relationship_path
      where  l.deleted_at is not null or l.relationship_path is distinct from excluded.relationship_path`.execute(tx),
});

export const linkKinds: readonly LinkKind[] = [configLinks, checkLinks, componentLinks];

/** The column that refers to the component with the selector. */
const ownerColumn = ({ table }: LinkKind) => (table === "component_relationships" ? "relationship_id" : "component_id");

/** Returns the selector columns of the components that have selectors; default: all components. */
export async function selectingAmong(db: Databases["system"], ids?: readonly string[]): Promise<Selecting[]> {
  const { rows } = await sql<Selecting>`
    select id, selectors, configs, component_checks
    from   components
    where  deleted_at is null and (selectors is not null or configs is not null or component_checks is not null)
    ${ids === undefined ? sql`` : sql`and id = any (${ids}::uuid[])`}`.execute(db);
  return rows;
}

/**
 * Makes the links match the result: adds missing links, and deletes links of the given components, or to the given
 * targets, that no longer match. A link is deleted only if its selector was evaluated, or if its component no longer
 * has the selector: a build may have changed the selectors after the caller read them. Returns the components of
 * deleted links.
 */
export async function replaceLinks(
  tx: Tx,
  kind: LinkKind,
  { pairs, evaluated }: Pick<Selection, "pairs" | "evaluated">,
  scope: { components: readonly string[] } | { targets: readonly string[] },
): Promise<ReadonlySet<string>> {
  const wanted = sql`
    unnest(${pairs.map(({ component }) => component)}::uuid[], ${pairs.map(({ target }) => target)}::uuid[],
           ${pairs.map(({ selectorId }) => selectorId)}::text[]) as p (component, target, selector_id)`;
  if (pairs.length > 0) await kind.insert(tx, wanted);
  const [owner, target] = [sql.ref(`l.${ownerColumn(kind)}`), sql.ref(`l.${kind.column}`)];
  const { rows: unmatched } = await sql<Pair>`
    select ${owner} as component, ${target} as target, l.selector_id as "selectorId"
    from   ${sql.table(kind.table)} l
    where  ${"components" in scope ? sql`${owner} = any (${scope.components}::uuid[])` : sql`${target} = any (${scope.targets}::uuid[])`}
    and    l.selector_id like ${`${prefix}%`} and l.selector_id <> ${inlineId}
    and    l.deleted_at is null
    and    not exists (
             select from ${wanted}
             where  p.component = ${owner} and p.target = ${target} and p.selector_id = l.selector_id
           )`.execute(tx);
  if (unmatched.length === 0) return new Set();
  const present = await selectingAmong(tx, [...new Set(unmatched.map(({ component }) => component))]);
  const inUse = new Set(present.flatMap(kind.ownedBy).map(selectorKey));
  const gone = unmatched.filter((link) => evaluated.has(selectorKey(link)) || !inUse.has(selectorKey(link)));
  if (gone.length === 0) return new Set();
  await sql`
    update ${sql.table(kind.table)} l
    set    deleted_at = now()
    from   unnest(${gone.map(({ component }) => component)}::uuid[], ${gone.map((link) => link.target)}::uuid[],
                  ${gone.map(({ selectorId }) => selectorId)}::text[]) as g (component, target, selector_id)
    where  ${owner} = g.component and ${target} = g.target and l.selector_id = g.selector_id and l.deleted_at is null`.execute(
    tx,
  );
  return new Set(gone.map(({ component }) => component));
}
