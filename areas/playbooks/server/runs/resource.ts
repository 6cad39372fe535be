// The resource of a run: which playbooks apply to it, and whether an actor may read it.
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import { problem } from "#language/problem.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import type { Selectable } from "#server/selector/selected.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { ResourceKind } from "../../model.ts";
import type { PlaybookSpec } from "../spec.ts";

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

/**
 * Throws a Problem if the resource does not exist, or if the actor may not read it. A trigger may be about the deletion of
 * its resource.
 */
export async function requireResource(system: System, actor: Actor | undefined, resource: RunResource): Promise<void> {
  const { relation: name } = selectables[resource.kind];
  const relation = system.catalog.current.relations.get(name)!;
  if (actor && !mayUse(actor, "select", relation)) throw problem.forbidden("read", relation.resource);
  const { rows } = await system.db
    .reading(actor && claimsOf(actor, "read"), "page")
    .query(`select from ${name} where id = $1 ${actor ? "and deleted_at is null" : ""}`, [resource.id]);
  if (rows.length === 0) throw problem.notFound(nouns[resource.kind], resource.id);
}

export const selectorsOf = (spec: PlaybookSpec, kind: ResourceKind): readonly ResourceSelector[] =>
  (kind === "config" ? spec.configs : kind === "component" ? spec.components : spec.checks) ?? [];

/** Whether any of the selectors matches the resource. */
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

/** Throws a Problem if the playbook selects resources, and this one is none of them. */
export async function requireFit(system: System, spec: PlaybookSpec, resource: RunResource): Promise<void> {
  const selectsAny = (["config", "component", "check"] as const).some((kind) => selectorsOf(spec, kind).length > 0);
  if (selectsAny && !(await fits(system, resource, selectorsOf(spec, resource.kind))))
    throw problem.invalid(`The playbook does not apply to this ${nouns[resource.kind]}.`);
}
