// The tables of the resources that messages are about: conditions on them, and their documents.
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { isExact, likePattern, type Match, type Pattern } from "#lib/text/match.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { condition, type Statement } from "#server/selector/condition.ts";
import type { MessageKind } from "../../model.ts";
import type { Filters, ShownKind } from "./summary-filters.ts";

interface ResourceTable {
  table: string;
  labels: "tags" | "labels";
  /** Columns under the names that the `resource` of a message uses. */
  document: Readonly<Record<string, string>>;
}

const common = { id: "r.id", name: "r.name", deleted_at: "r.deleted_at" };

export const resourceTables: Readonly<Record<MessageKind, ResourceTable>> = {
  config: {
    table: "config_items",
    labels: "tags",
    document: { ...common, type: "r.type", config_class: "r.config_class", health: "r.health", status: "r.status" },
  },
  component: {
    table: "components",
    labels: "labels",
    document: { ...common, type: "r.type", icon: "r.icon", health: "r.health", status: "r.status" },
  },
  check: {
    table: "checks",
    labels: "labels",
    document: { ...common, type: "r.type", icon: "r.icon", health: "r.status", status: "r.status" },
  },
  canary: {
    table: "canaries",
    labels: "labels",
    document: { ...common, type: "null::text", icon: "null::text", health: "null::text", status: "null::text" },
  },
};

/**
 * Selects the rows of `seen` whose resource exists and is not deleted, for actors who see all rows. `seen` must not
 * contain resources that no longer exist. Few resources are deleted, so this is faster than looking up every resource.
 * PostgreSQL reads the deleted resources of a kind once, or looks up each resource if many are deleted. It does not turn
 * conditions below an "or" into joins, whose order would depend on its estimate of the number of rows in `seen`.
 */
export const presentResources = (kinds: readonly ShownKind[]) =>
  `select s.* from seen s where ${kinds.map(({ kind }) => isPresent(kind)).join("\n      or     ") || "false"}`;

const isPresent = (kind: MessageKind) =>
  `s.resource_kind = '${kind}' and not exists (select from ${resourceTables[kind].table} d where d.id = s.resource_id and d.deleted_at is not null)`;

/**
 * Selects the rows of `seen` whose resource matches the filters and is visible; `withMissing` includes deleted
 * resources.
 */
export function knownResources(
  system: Pick<System, "catalog">,
  filters: Filters,
  { statement, withMissing }: { statement: Statement; withMissing: boolean },
): string {
  const parts = filters.kinds.map(({ kind, types }) => {
    const conditions = [
      `s.resource_kind = '${kind}'`,
      ...(filters.withDeleted ? [] : ["r.deleted_at is null"]),
      ...(filters.name ? [`r.name ilike ${statement.value(likePattern(filters.name))}`] : []),
      ...typeConditions(resourceTables[kind].document["type"]!, types, statement),
      ...labelConditions(system, kind, filters.tags, statement),
    ];
    return `select s.* from seen s join ${resourceTables[kind].table} r on r.id = s.resource_id where ${conditions.join(" and ")}`;
  });
  if (withMissing)
    for (const { kind } of filters.kinds.filter(({ types }) => types.include.length === 0))
      parts.push(
        `select s.* from seen s where s.resource_kind = '${kind}' and not exists (select from ${resourceTables[kind].table} r where r.id = s.resource_id)`,
      );
  return parts.length === 0 ? "select s.* from seen s where false" : parts.join("\n      union all\n      ");
}

/** Selects the document and the labels of the resource of row p. */
export const resourceDocuments = () =>
  Object.entries(resourceTables)
    .map(([kind, { table, labels, document }]) => {
      const fields = Object.entries(document).flatMap(([name, sql]) => [`'${name}'`, sql]);
      return `select jsonb_build_object(${fields.join(", ")}) as document, r.${labels} as labels from ${table} r where p.resource_kind = '${kind}' and r.id = p.resource_id`;
    })
    .join("\n        union all\n        ");

function typeConditions(type: string, { include, exclude }: Match, statement: Statement): string[] {
  const isOfType = (pattern: Pattern) =>
    isExact(pattern)
      ? `lower(${type}) = lower(${statement.value(pattern[0])})`
      : `${type} ilike ${statement.value(likePattern(pattern))}`;
  return [
    ...(include.length > 0 ? [`(${include.map(isOfType).join(" or ")})`] : []),
    ...exclude.map((pattern) => `(${isOfType(pattern)}) is not true`),
  ];
}

function labelConditions(
  { catalog }: Pick<System, "catalog">,
  kind: MessageKind,
  text: string | undefined,
  statement: Statement,
): string[] {
  if (text === undefined) return [];
  const { table: relation, labels } = resourceTables[kind];
  const { columns } = catalog.current.relations.get(relation)!;
  try {
    const selector = parseLabelSelector(text, (key) => [labels, key]);
    return [condition(selector, { kind: { relation }, columns }, statement)];
  } catch (error) {
    if (error instanceof Unreadable) throw problem.badParts([{ path: "body.tags", message: error.message }]);
    throw error;
  }
}
