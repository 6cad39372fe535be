// Renders a write as one statement: the written rows are in the CTE `written`, and the response is read from it like
// from a table.
import type { Relation } from "../db/relations.ts";
import { literal, quote } from "../db/sql-text.ts";
import type { Row } from "../db/writes.ts";
import type { Plan } from "./planned.ts";
import type { Value } from "./query.ts";
import { answerOf, relationFrom, whereOf, Writer, type ReadOptions } from "./render.ts";

export interface Conflict {
  columns: readonly string[];
  resolution: "merge-duplicates" | "ignore-duplicates";
}

export interface WriteStatement {
  text: string;
  parameters: unknown[];
}

/** The result of a statement, in addition to the page of `answerOf`. */
export interface WrittenRow {
  body: string | null;
  affected: number;
  inserted: number;
  rows: Row[];
  row_version: string | null;
}

export interface Target {
  relation: Relation;
  /** The columns that the actor may see, which are the columns of `written`. */
  visible: readonly string[];
  values: readonly Value[];
  /** The requested form of the written rows; undefined if they are not requested. */
  representation: { plan: Plan; options: ReadOptions } | undefined;
}

const version = quote("~version");
const isNew = quote("~new");

const returning = ({ relation, visible }: Target, alias: string) =>
  [
    ...visible.map((column) => `${alias}.${quote(column)}`),
    `${relation.partitioned ? "null" : `${alias}.xmin::text`} as ${version}`,
    `${relation.partitioned ? "null::boolean" : `(${alias}.xmax = 0)`} as ${isNew}`,
  ].join(", ");

export function insertStatement(target: Target, rows: readonly Row[], conflict: Conflict | undefined): WriteStatement {
  const { relation } = target;
  const writer = new Writer();
  const values: Value[] = [...target.values];
  const inserts = [...byKeys(relation, rows)].flatMap(({ columns, rows: some }) => {
    const end = `${onConflict(columns, conflict)}\nreturning ${returning(target, "w")}`;
    if (columns.length === 0)
      return some.map(() => `insert into ${relationFrom(relation.name)} as w default values${end}`);
    const list = columns.map(quote).join(", ");
    const place = writer.parameter(values.push(JSON.stringify(some)) - 1);
    return [
      `insert into ${relationFrom(relation.name)} as w (${list})\n` +
        `select ${list} from jsonb_populate_recordset(null::${relationFrom(relation.name)}, ${place}::jsonb)${end}`,
    ];
  });
  return finish(writer, target, values, inserts);
}

/** Rows with the same keys share one insert; missing columns get their defaults. */
function byKeys(relation: Relation, rows: readonly Row[]): Iterable<{ columns: string[]; rows: Row[] }> {
  const groups = new Map<string, { columns: string[]; rows: Row[] }>();
  for (const row of rows) {
    const columns = columnsOf(relation, row);
    const key = columns.toSorted().join("\0");
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { columns, rows: [row] });
  }
  return groups.values();
}

const columnsOf = (relation: Relation, row: Row) => Object.keys(row).filter((key) => relation.columns.has(key));

function onConflict(columns: readonly string[], conflict: Conflict | undefined): string {
  if (!conflict || conflict.columns.length === 0) return "";
  const target = `\non conflict (${conflict.columns.map(quote).join(", ")})`;
  if (conflict.resolution === "ignore-duplicates" || columns.length === 0) return `${target} do nothing`;
  return `${target} do update set ${columns.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(", ")}`;
}

export function updateStatement(target: Target, filter: Plan, row: Row): WriteStatement {
  const writer = new Writer();
  const values: Value[] = [...target.values];
  const name = relationFrom(target.relation.name);
  const columns = columnsOf(target.relation, row);
  if (columns.length === 0)
    return finish(writer, target, values, [`select ${returning(target, "w")} from ${name} w where false`]);
  const sets = columns.map((column) => `${quote(column)} = v.${quote(column)}`).join(", ");
  const place = writer.parameter(values.push(JSON.stringify(row)) - 1);
  return finish(writer, target, values, [
    `update ${name} as w set ${sets}\nfrom jsonb_populate_record(null::${name}, ${place}::jsonb) v` +
      `${whereOf(writer, filter, "w", [])}\nreturning ${returning(target, "w")}`,
  ]);
}

export function deleteStatement(target: Target, filter: Plan, { isSoft }: { isSoft: boolean }): WriteStatement {
  const writer = new Writer();
  const name = relationFrom(target.relation.name);
  const statement = isSoft ? `update ${name} as w set deleted_at = now()` : `delete from ${name} as w`;
  const joins = isSoft ? ["w.deleted_at is null"] : [];
  return finish(
    writer,
    target,
    [...target.values],
    [`${statement}${whereOf(writer, filter, "w", joins)}\nreturning ${returning(target, "w")}`],
  );
}

/** Reads and locks the rows that a write affects. */
export function lockStatement(
  { relation, visible, values }: Omit<Target, "representation">,
  filter: Plan,
): WriteStatement {
  const writer = new Writer();
  const columns = [...visible.map((column) => `w.${quote(column)}`), `w.xmin::text as ${version}`].join(", ");
  const text = `select ${columns} from ${relationFrom(relation.name)} w${whereOf(writer, filter, "w", [])}\nfor update of w`;
  return { text, parameters: writer.uses.map((place) => values[place]) };
}

/** Reads and locks the rows that an upsert would update. */
export function lockConflicting(
  { relation, visible }: Pick<Target, "relation" | "visible">,
  rows: readonly Row[],
  { columns }: Conflict,
): WriteStatement {
  const name = relationFrom(relation.name);
  const keys = columns.map(quote).join(", ");
  return {
    text:
      `select ${visible.map((column) => `w.${quote(column)}`).join(", ")} from ${name} w\n` +
      `where (${columns.map((column) => `w.${quote(column)}`).join(", ")}) in (select ${keys} from jsonb_populate_recordset(null::${name}, $1::jsonb))\n` +
      "for update of w",
    parameters: [JSON.stringify(rows)],
  };
}

export const versionOfLocked = (row: Row) => String(row["~version"]);

function finish(
  writer: Writer,
  { visible, representation }: Target,
  values: readonly Value[],
  parts: readonly string[],
): WriteStatement {
  const own = visible.map((column) => `w.${quote(column)}`).join(", ");
  const steps = parts.map((part, index) => `w${index} as (\n${part}\n)`);
  const all = parts.map((_, index) => `select * from w${index}`).join("\nunion all\n");
  const read = representation
    ? answerOf(writer, representation.plan, "written", representation.options)
    : "select null::text as body";
  const text =
    `with ${steps.join(",\n")},\nwritten as (\n${all}\n)\n` +
    `select a.body,\n       (select count(*) from written) as affected,\n` +
    `       (select count(*) from written where ${isNew}) as inserted,\n` +
    `       (select min(${version}) from written) as row_version,\n` +
    `       (select coalesce(json_agg(r.*), ${literal("[]")}) from (select ${own} from written w) r) as rows\n` +
    `from (${read}) a`;
  return { text, parameters: writer.uses.map((place) => values[place]) };
}
