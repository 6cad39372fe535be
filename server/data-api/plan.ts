// Resolves a Query with the catalog and the policy. Names become columns and relationships, and `*` becomes the columns
// that the actor may see. Throws a Problem that describes the invalid part. The plan contains no values, so that it can
// be cached for requests with the same shape.
import { allowedColumns, mayUse, reachOf } from "../db/policy.ts";
import type { Catalog, Relation, SqlFunction } from "../db/relations.ts";
import { writeActions } from "#language/permissions.ts";
import { problem } from "#language/problem.ts";
import type { Actor } from "../http/actor.ts";
import { castType } from "./casts.ts";
import { hiddenCopies } from "./copied-resources.ts";
import {
  embedName,
  type Condition,
  type Field,
  type Level,
  type Order,
  type Selected,
  type SelectedColumn,
  type SelectedEmbed,
  type Shape,
} from "./query.ts";
import { sourceOfEmbed, sourceOfLevel } from "./level-source.ts";
import type { LevelPlan, Output, Plan, PlannedCondition, PlannedEmbed, PlannedField, PlannedOrder } from "./planned.ts";
import { refusal } from "./refusal.ts";
import { switchedOff } from "../features.ts";
import { findRelationship } from "./relationships.ts";

/** The source of rows: a relation, or the result of a function with its declared columns. */
export interface Source {
  name: string;
  relation: Relation;
}

interface Planning {
  actor: Actor;
  catalog: Catalog;
  shape: Shape;
}

export function planRead(actor: Actor, catalog: Catalog, source: Source, shape: Shape): Plan {
  const { relation } = source;
  const planning: Planning = { actor, catalog, shape };
  refuseUnknownLevels(shape);
  const select: readonly Selected[] = shape.select.length > 0 ? shape.select : [everything];
  const level = planLevel(planning, relation, select, shape.main, "");
  return {
    ...level,
    isByKey: relation.kind === "table" && !level.isGrouped && namesOneRow(relation, shape.main.conditions),
  };
}

const everything: SelectedColumn = {
  kind: "column",
  field: { column: "*", path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
};

export function requireRelation(catalog: Catalog, name: string): Relation {
  const relation = catalog.relations.get(name);
  if (relation?.exposed) return relation;
  throw refusal.noRelation(
    name,
    closest(
      name,
      [...catalog.relations.values()].filter(({ exposed }) => exposed),
    ),
  );
}

/** Returns the name with the longest common prefix, if the prefix covers most of the name. */
function closest(name: string, relations: readonly Relation[]): string | undefined {
  const common = (other: string) => {
    let length = 0;
    while (length < name.length && name[length] === other[length]) length += 1;
    return length;
  };
  const [best] = relations
    .map((relation) => relation.name)
    .sort((a, b) => common(b) - common(a) || a.length - b.length);
  return best !== undefined && common(best) >= Math.max(3, name.length / 2) ? best : undefined;
}

export function requireRead(actor: Actor, relation: Relation): void {
  if (!mayUse(actor, "select", relation)) throw problem.forbidden("read", relation.resource, { code: "42501" });
}

/** Returns the result of a function as a relation: the relation it returns, or its declared columns. */
export function resultRelation(catalog: Catalog, fn: SqlFunction): Relation | undefined {
  const table = catalog.relations.get(fn.returns.type);
  if (table) return { ...table, kind: "view", each: undefined };
  if (fn.returns.columns.length === 0) return undefined;
  return {
    name: fn.name,
    kind: "view",
    partitioned: false,
    comment: "",
    exposed: true,
    lookup: false,
    readonly: true,
    watched: false,
    resource: fn.resource,
    writeResource: fn.resource,
    feature: fn.feature,
    rows: undefined,
    columns: new Map(
      fn.returns.columns.map(({ name, type }) => [
        name,
        {
          name,
          type,
          nullable: true,
          hasDefault: false,
          generated: false,
          comment: "",
          secret: false,
          masked: false,
          sealed: undefined,
          origin: false,
          values: undefined,
          shape: undefined,
        },
      ]),
    ),
    primaryKey: [],
    foreignKeys: [],
    each: undefined,
    origins: new Map(),
  };
}

/**
 * Whether an actor may call a function. A volatile function requires all write actions; the row policies check the
 * rows.
 */
export const mayCall = (actor: Actor, { volatile, resource }: SqlFunction) =>
  (volatile ? writeActions : (["read"] as const)).every((action) => reachOf(actor, action, resource) !== "none");

/** Rejects filters and orders on embeds that are not in `select`. */
function refuseUnknownLevels({ select, embedded }: Shape): void {
  for (const path of Object.keys(embedded)) {
    let items: readonly Selected[] = select;
    for (const name of path.split(".")) {
      const embed = items.find((item) => item.kind === "embed" && embedName(item) === name);
      if (embed?.kind !== "embed") throw refusal.notEmbedded(name);
      items = embed.select;
    }
  }
}

function planLevel(
  planning: Planning,
  relation: Relation,
  select: readonly Selected[],
  level: Level | undefined,
  path: string,
): LevelPlan {
  requireRead(planning.actor, relation);
  const visible = new Set(allowedColumns(planning.actor, "select", relation));
  const columns = new Map([...visible].map((name) => [name, columnField(planning.actor, relation, name)]));
  const fieldOf = (field: Field) => planField(relation, columns, field);
  const embeds = new Map<string, PlannedEmbed>();
  const outputs = new Map<string, Output>();
  // If two outputs have the same name, the later output is used, and an embed takes precedence over the column that it
  // replaces.
  const put = (output: Exclude<Output, { kind: "spread" }>) => {
    if (output.kind === "embed" || outputs.get(output.name)?.kind !== "embed") outputs.set(output.name, output);
  };
  for (const item of select) {
    if (item.kind === "embed") {
      const name = embedName(item);
      const embed = planEmbed(planning, relation, item, path === "" ? name : `${path}.${name}`);
      embeds.set(name, embed);
      if (item.spread) outputs.set(`...${name}`, { kind: "spread", embed });
      else if (isShown(item)) put({ kind: "embed", name, embed });
    } else if (item.field?.column === "*" && item.field.path.length === 0)
      for (const { name, masked } of relation.columns.values()) {
        if (masked) put(plainColumn(maskedField(relation, name)));
        else if (visible.has(name)) put(plainColumn(fieldOf({ column: name, path: [] })));
      }
    else if (item.field && isMasked(relation, item.field)) put(planMasked(relation, item, item.field));
    else if (isBareCount(item, relation)) put(planColumn({ ...item, aggregate: "count" }, undefined));
    else put(planColumn(item, item.field && fieldOf(item.field)));
  }
  const inner = [...embeds.values()].filter((embed) => embed.inner);
  const planned = {
    outputs: [...outputs.values()],
    conditions: [
      ...(level?.conditions ?? []).map((condition) => planCondition(condition, relation, columns, embeds)),
      ...inner.map((embed) => ({ kind: "exists" as const, negated: false, embed })),
    ],
    order: (level?.order ?? []).map((order) => planOrder(order, relation, fieldOf, embeds)),
  };
  return {
    ...planned,
    relation: relation.name,
    source: sourceOfLevel(relation, planned),
    feature: relation.feature,
    limit: level?.limit,
    offset: level?.offset,
    isGrouped: [...outputs.values()].some(isAggregated),
    columns,
  };
}

/** Columns spread from a to-one embed belong to this level, including their aggregates. */
const isAggregated = (output: Output) =>
  output.kind === "spread" ? output.embed.plan.isGrouped : output.kind === "field" && output.aggregate !== undefined;

/** Whether an embed selects columns, including columns of its nested embeds. If not, the embed only filters. */
const isShown = ({ select }: SelectedEmbed): boolean => select.some((item) => item.kind === "column" || isShown(item));

/** `count` without parentheses is the notation from before aggregates, which many clients still use. */
const isBareCount = ({ field, aggregate }: SelectedColumn, { columns }: Relation) =>
  field?.column === "count" && field.path.length === 0 && aggregate === undefined && !columns.has("count");

const plainColumn = (field: PlannedField): Exclude<Output, { kind: "spread" }> => ({
  kind: "field",
  name: field.column,
  field,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
});

function planColumn(item: SelectedColumn, field: PlannedField | undefined): Exclude<Output, { kind: "spread" }> {
  const lastKey = field?.path.findLast(({ key }) => !/^-?\d+$/.test(key))?.key;
  return {
    kind: "field",
    name: item.alias ?? item.aggregate ?? lastKey ?? field!.column,
    field,
    cast: item.cast === undefined ? undefined : castType(item.cast),
    aggregate: item.aggregate,
    aggregateCast: item.aggregateCast === undefined ? undefined : castType(item.aggregateCast),
  };
}

const isMasked = (relation: Relation, { column }: Field) => relation.columns.get(column)?.masked ?? false;

const maskedField = (relation: Relation, column: string): PlannedField => {
  const maskedBy = `has_${column}`;
  if (!relation.columns.has(maskedBy)) throw new Error(`${relation.name}.${column} is masked and has no ${maskedBy}`);
  return { column, type: "text", path: [], maskedBy };
};

/** Plans a masked column, which can only be selected unchanged, because computed values could reveal it. */
function planMasked(relation: Relation, item: SelectedColumn, { column, path }: Field) {
  if (path.length > 0 || item.cast !== undefined || item.aggregate !== undefined)
    throw refusal.masked(relation.name, column);
  return planColumn(item, maskedField(relation, column));
}

/** The columns that an actor may use at a level. */
type Columns = LevelPlan["columns"];

function columnField(actor: Actor, relation: Relation, column: string): PlannedField {
  const { type, shape } = relation.columns.get(column)!;
  const isLabels = shape === "Labels" && (column === "labels" || column === "tags");
  const hidden = hiddenCopies(actor, relation.name, column);
  return { column, type, path: [], ...(isLabels && { isLabels }), ...(hidden && { hidden }) };
}

function planField(relation: Relation, columns: Columns, { column, path }: Field): PlannedField {
  if (relation.columns.get(column)?.masked) throw refusal.masked(relation.name, column);
  const known = columns.get(column);
  if (!known) throw refusal.noColumn(relation.name, column);
  return { ...known, path };
}

function planEmbed(planning: Planning, origin: Relation, item: SelectedEmbed, path: string): PlannedEmbed {
  const { target, toMany, join } = findRelationship(planning.catalog, origin, item.target, item.hint);
  const { embedded } = planning.shape;
  const level = Object.hasOwn(embedded, path) ? embedded[path] : undefined;
  const planned = planLevel(planning, target, item.select, level, path);
  const plan = { ...planned, source: sourceOfEmbed(target, planned.source, join) };
  const junction = join.kind === "junction" ? planning.catalog.relations.get(join.table)! : undefined;
  if (junction) requireRead(planning.actor, junction);
  if (item.spread && toMany && plan.isGrouped)
    throw refusal.notImplemented("Aggregates are not implemented for one-to-many or many-to-many spreads.");
  const inner = item.join === "inner";
  // Lists embed the owner of a row, such as an agent, and must keep working while the owner's feature is disabled.
  // Other uses of a disabled feature fail.
  if (target.isOff && (toMany || inner || item.spread)) throw switchedOff(target.feature!, target.name);
  if (junction?.isOff) throw switchedOff(junction.feature!, junction.name);
  return { join, toMany, inner, isOff: target.isOff ?? false, plan };
}

function planCondition(
  condition: Condition,
  relation: Relation,
  columns: Columns,
  embeds: ReadonlyMap<string, PlannedEmbed>,
): PlannedCondition {
  if (condition.kind === "group")
    return { ...condition, of: condition.of.map((part) => planCondition(part, relation, columns, embeds)) };
  const { field } = condition;
  const embed = relation.columns.has(field.column) ? undefined : embeds.get(field.column);
  if (embed && field.path.length === 0) {
    refuseOff(embed);
    if (condition.kind !== "is" || !condition.what.endsWith("null")) throw refusal.onlyNullOnEmbed(field.column);
    return { kind: "exists", embed, negated: (condition.what === "null") !== condition.negated };
  }
  return { ...condition, field: keptField(relation, columns, field) ?? planField(relation, columns, field) };
}

/** Strings inside documents that are also stored in an indexed column, by relation and document column. */
const keptTexts: Readonly<Record<string, Readonly<Record<string, { key: string; column: string }>>>> = {
  notification_send_history_summary: { resource: { key: "name", column: "resource_name" } },
};

/** Replaces such a string in a filter with the indexed column. */
function keptField(relation: Relation, columns: Columns, { column, path }: Field): PlannedField | undefined {
  const kept = keptTexts[relation.name]?.[column];
  const [step] = path;
  if (!kept || path.length !== 1 || step!.arrow !== "->>" || step!.key !== kept.key) return undefined;
  return columns.has(column) && columns.has(kept.column) ? { column: kept.column, type: "text", path: [] } : undefined;
}

function refuseOff({ isOff, plan }: PlannedEmbed): void {
  if (isOff) throw switchedOff(plan.feature!, plan.relation);
}

function planOrder(
  order: Order,
  relation: Relation,
  fieldOf: (field: Field) => PlannedField,
  embeds: ReadonlyMap<string, PlannedEmbed>,
): PlannedOrder {
  const { direction, nulls } = order;
  if (order.embed === undefined) return { embed: undefined, field: fieldOf(order.field), direction, nulls };
  const embed = embeds.get(order.embed);
  if (!embed) throw refusal.notEmbedded(order.embed);
  refuseOff(embed);
  if (embed.toMany) throw refusal.orderNotToOne(relation.name, order.embed);
  return { embed, field: orderedField(embed, order.field), direction, nulls };
}

function orderedField({ plan }: PlannedEmbed, { column, path }: Field): PlannedField {
  const known = plan.columns.get(column);
  if (!known) throw refusal.noColumn(plan.relation, column);
  return { ...known, path };
}

function namesOneRow({ primaryKey }: Relation, conditions: readonly Condition[]): boolean {
  const isFixed = (column: string) =>
    conditions.some(
      (condition) =>
        condition.kind === "compare" &&
        condition.operator === "eq" &&
        !condition.negated &&
        condition.quantifier === undefined &&
        condition.field.path.length === 0 &&
        condition.field.column === column,
    );
  return primaryKey.length > 0 && primaryKey.every(isFixed);
}
