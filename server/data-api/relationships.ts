// Finds which relations can be embedded and how their rows are joined: along foreign keys in both directions, through
// junction tables, and through views that pass on the columns of a key.
import type { Catalog, ForeignKey, Relation } from "../db/relations.ts";
import { refusal } from "./refusal.ts";

/** Pairs of columns that must be equal: one of the embedding row and one of the embedded row. */
export type Pairs = readonly (readonly [parent: string, child: string])[];

export interface Relationship {
  target: Relation;
  toMany: boolean;
  /** The foreign key constraint; for a junction both constraints. */
  constraints: readonly string[];
  /** Other names that a hint may use: the columns of the key, the junction. */
  hints: readonly string[];
  description: string;
  join: { kind: "direct"; on: Pairs } | { kind: "junction"; table: string; parent: Pairs; child: Pairs };
  /** The column of the embedding row that contains the reference, if it is a single column. */
  column: string | undefined;
}

/** Returns the names of these table columns in a relation, or undefined if a column is missing. */
function columnsIn(relation: Relation, table: string, columns: readonly string[]): string[] | undefined {
  if (relation.name === table) return [...columns];
  const names = columns.map((wanted) => {
    const shown = [...relation.origins].filter(([, origin]) => origin.relation === table && origin.column === wanted);
    // If a column appears twice (a table joined to itself), the column with the original name belongs to the row
    // itself.
    return (shown.find(([name]) => name === wanted) ?? shown[0])?.[0];
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

const pairs = (parents: readonly string[], children: readonly string[]): Pairs =>
  parents.map((parent, index) => [parent, children[index]!] as const);

interface Key extends ForeignKey {
  table: Relation;
}

const keysByCatalog = new WeakMap<Catalog, Key[]>();

function allKeys(catalog: Catalog): Key[] {
  let keys = keysByCatalog.get(catalog);
  if (!keys) {
    keys = [...catalog.relations.values()].flatMap((table) => table.foreignKeys.map((key) => ({ ...key, table })));
    keysByCatalog.set(catalog, keys);
  }
  return keys;
}

function between(catalog: Catalog, origin: Relation, target: Relation): Relationship[] {
  const found: Relationship[] = [];
  for (const key of allKeys(catalog)) {
    const own = columnsIn(origin, key.table.name, key.columns);
    const theirs = own && columnsIn(target, key.target, key.targetColumns);
    if (own && theirs)
      found.push({
        target,
        toMany: false,
        constraints: [key.constraint],
        hints: own,
        description: `many-to-one from ${origin.name}(${own.join(", ")}) to ${target.name}(${theirs.join(", ")}) using ${key.constraint}`,
        join: { kind: "direct", on: pairs(own, theirs) },
        column: own.length === 1 ? own[0] : undefined,
      });
    const referred = columnsIn(origin, key.target, key.targetColumns);
    const referring = referred && columnsIn(target, key.table.name, key.columns);
    if (referred && referring)
      found.push({
        target,
        toMany: !key.oneToOne,
        constraints: [key.constraint],
        hints: referring,
        description: `${key.oneToOne ? "one-to-one" : "one-to-many"} from ${origin.name}(${referred.join(", ")}) to ${target.name}(${referring.join(", ")}) using ${key.constraint}`,
        join: { kind: "direct", on: pairs(referred, referring) },
        column: undefined,
      });
  }
  return [...found, ...throughJunctions(catalog, origin, target)];
}

/** A junction's primary key contains the columns of both foreign keys. */
function throughJunctions(catalog: Catalog, origin: Relation, target: Relation): Relationship[] {
  const found: Relationship[] = [];
  for (const junction of catalog.relations.values()) {
    if (junction.kind !== "table" || !junction.exposed || junction.foreignKeys.length < 2) continue;
    const inKey = ({ columns }: ForeignKey) => columns.every((column) => junction.primaryKey.includes(column));
    const sides = junction.foreignKeys.filter(inKey);
    for (const near of sides)
      for (const far of sides) {
        if (near === far || near.columns.some((column) => far.columns.includes(column))) continue;
        const own = columnsIn(origin, near.target, near.targetColumns);
        const theirs = columnsIn(target, far.target, far.targetColumns);
        if (!own || !theirs) continue;
        found.push({
          target,
          toMany: true,
          constraints: [near.constraint, far.constraint],
          hints: [junction.name],
          description: `many-to-many from ${origin.name} to ${target.name} through ${junction.name} using ${near.constraint} and ${far.constraint}`,
          join: {
            kind: "junction",
            table: junction.name,
            parent: pairs(own, near.columns),
            child: pairs(far.columns, theirs),
          },
          column: undefined,
        });
      }
  }
  return found;
}

/**
 * Finds relationships by the name of the relation, otherwise of the constraint, otherwise of the column with the
 * reference.
 */
function candidates(catalog: Catalog, origin: Relation, name: string): Relationship[] {
  const named = catalog.relations.get(name);
  const byName = named?.exposed ? between(catalog, origin, named) : [];
  if (byName.length > 0) return byName;
  const found: Relationship[] = [];
  for (const key of allKeys(catalog)) {
    const target = catalog.relations.get(key.target);
    const own = columnsIn(origin, key.table.name, key.columns);
    if (!own || !target?.exposed) continue;
    if (key.constraint !== name && !(own.length === 1 && own[0] === name)) continue;
    found.push(
      ...between(catalog, origin, target).filter(
        ({ constraints, column, toMany }) => constraints[0] === key.constraint && column === own[0] && !toMany,
      ),
    );
  }
  return found;
}

/** Finds the relationship for `target!hint` from `origin`; throws unless exactly one relationship is found. */
export function findRelationship(
  catalog: Catalog,
  origin: Relation,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = candidates(catalog, origin, target);
  const fitting =
    hint === undefined
      ? all
      : all.filter(({ constraints, hints, join }) =>
          join.kind === "junction"
            ? hints.includes(hint)
            : constraints.includes(hint) || (hints.length === 1 && hints[0] === hint),
        );
  // For a self-reference with its column as hint, the direction to the referenced row is used, in the same way as for a
  // column name alone.
  const [first, ...others] =
    fitting.length > 1 && hint !== undefined && fitting.some(({ column }) => column === hint)
      ? fitting.filter(({ column }) => column === hint)
      : fitting;
  if (!first) throw refusal.noRelationship(origin.name, target, hint);
  if (others.length > 0)
    throw refusal.ambiguous(
      origin.name,
      target,
      fitting.map(({ constraints, hints, join, description }) => ({
        hint: join.kind === "junction" ? hints[0]! : constraints[0]!,
        description,
      })),
    );
  return first;
}
