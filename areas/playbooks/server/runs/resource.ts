// The resource of a run: its row, the playbooks that apply to it, and whether an actor may read it.
import { sql, type Kysely } from "kysely";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import { problem } from "#language/problem.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse } from "#server/db/policy.ts";
import type { DB } from "#server/db/tables.ts";
import type { Actor } from "#server/http/actor.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import type { Selectable } from "#server/selector/selected.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { ResourceKind } from "../../model.ts";
import type { PlaybookSpec } from "../spec.ts";
import type { Fields } from "../text/environment.ts";

export interface RunResource {
  kind: ResourceKind;
  id: string;
}

const selectables: Readonly<Record<ResourceKind, Selectable>> = {
  config: selectableConfigs,
  component: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  check: { relation: "checks", scope: { column: "canary_id", of: "canaries" } },
};

const nouns: Readonly<Record<ResourceKind, string>> = {
  config: "config item",
  component: "component",
  check: "check",
};

/** The ids that a request may contain; at most one is set. */
export interface ResourceIds {
  config_id?: string | null | undefined;
  component_id?: string | null | undefined;
  check_id?: string | null | undefined;
}

export function readResource({ config_id: config, component_id: component, check_id: check }: ResourceIds) {
  const named = Object.entries({ config, component, check }).flatMap(([kind, id]): RunResource[] =>
    id ? [{ kind: kind as ResourceKind, id }] : [],
  );
  if (named.length > 1) throw problem.invalid("A run can have one resource: config_id, component_id or check_id.");
  return named[0];
}

/** Throws a Problem if the resource does not exist, or if the actor is not allowed to read it. */
export async function requireResource(system: System, actor: Actor | undefined, resource: RunResource): Promise<void> {
  const relation = system.catalog.current.relations.get(selectables[resource.kind].relation)!;
  if (actor && !mayUse(actor, "select", relation)) throw problem.forbidden("read", relation.resource);
  if ((await readableIds(system, actor, resource.kind, [resource.id])).size === 0)
    throw problem.notFound(nouns[resource.kind], resource.id);
}

/**
 * Returns the resources that the actor may read. Without an actor, deleted resources are included, because a trigger
 * may be about a deleted resource.
 */
export async function readableIds(
  { db, catalog }: Pick<System, "db" | "catalog">,
  actor: Actor | undefined,
  kind: ResourceKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { relation } = selectables[kind];
  if (actor && !mayUse(actor, "select", catalog.current.relations.get(relation)!)) return new Set();
  const { rows } = await db
    .reading(actor && claimsOf(actor, "read"), "page")
    .query<{ id: string }>(
      `select id from ${relation} where id = any ($1::uuid[]) ${actor ? "and deleted_at is null" : ""}`,
      [ids],
    );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the row as JSON. */
export async function resourceRow(db: Kysely<DB>, { kind, id }: RunResource): Promise<Fields | undefined> {
  const { rows } = await sql<{ row: Fields }>`
    select to_jsonb(r) - 'spec_secrets' as row from ${sql.table(selectables[kind].relation)} r where r.id = ${id}`.execute(
    db,
  );
  return rows[0]?.row;
}

/** Returns the rows that belong to a resource, such as the canary and the summary of a check. */
export async function rowsAround(db: Kysely<DB>, kind: ResourceKind, row: Fields): Promise<Fields> {
  if (kind !== "check") return {};
  const { rows } = await sql<{ canary: unknown; summary: unknown }>`
    select (select to_jsonb(c) - 'spec' - 'spec_secrets' from canaries c where c.id = ${row["canary_id"]}) as canary,
           (select to_jsonb(s) from check_summary s where s.id = ${row["id"]}) as summary`.execute(db);
  return { canary: rows[0]?.canary ?? {}, check_summary: rows[0]?.summary ?? {} };
}

export const selectorsOf = (spec: PlaybookSpec, kind: ResourceKind): readonly ResourceSelector[] =>
  (kind === "config" ? spec.configs : kind === "component" ? spec.components : spec.checks) ?? [];

/** Whether at least one of the selectors matches the resource. */
export async function fits(
  { db, catalog }: Pick<System, "db" | "catalog">,
  { kind, id }: RunResource,
  selectors: readonly ResourceSelector[],
): Promise<boolean> {
  const selectable = selectables[kind];
  const { columns } = catalog.current.relations.get(selectable.relation)!;
  const selected = { kind: selectable, columns };
  const statement = new Statement();
  const wanted = statement.value(id, "uuid");
  const conditions = selectors
    .filter((selector) => !isEmptySelector(selector))
    .map((selector) => {
      const { rest } = takeControls(toSelector(selector), selected);
      return selectorCondition(selector, rest, selected, statement);
    });
  if (conditions.length === 0) return false;
  const { rows } = await db
    .reading(undefined)
    .query(
      `select from ${selectable.relation} r where r.id = ${wanted} and (${conditions.join(" or ")})`,
      statement.allValues(),
    );
  return rows.length > 0;
}

/** Throws a Problem if the playbook has selectors and none matches this resource. */
export async function requireFit(system: System, spec: PlaybookSpec, resource: RunResource): Promise<void> {
  const selectsAny = (["config", "component", "check"] as const).some((kind) => selectorsOf(spec, kind).length > 0);
  if (selectsAny && !(await fits(system, resource, selectorsOf(spec, resource.kind))))
    throw problem.invalid(`The playbook does not apply to this ${nouns[resource.kind]}.`);
}
