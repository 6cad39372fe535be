// The relations of Quarterdeck, read from the PostgreSQL catalog once and after every schema change: columns, keys,
// foreign keys, functions, and the tags in their comments. The data API, the grants and the type generator all use
// this.
//
// Tags are at the end of a comment. Relations and functions have these:
//   @exposed             the data API serves it
//   @resource canaries   the resource whose permissions apply (language/roles.ts); a second one applies to writes
//   @feature health      served only while the feature is enabled
//   @readonly            only the database and the server write it
//   @lookup              not served, and readable as a whole: views and functions join it to rows with a policy
//   @rows config, @follows config_id
//                        the rows that rules can select (row-policies.ts)
//   @watched             changes are published inside the server, although the table is not exposed
//   @notnull id name     columns of a view that are never null
//
// Columns have these:
//   @secret              never leaves the server
//   @sealed              encrypted for its row (secrets.ts); `@sealed person_id type` names the columns that identify
//                        the row if they are not the key. With a column has_…, and without @secret, it is masked:
//                        it can be written, and reads as *** while its has_… column is true
//   @origin              the source of the row: only rows with `UI` can be edited here
//   @enum a b            the allowed values
//   @type Labels         the type of a jsonb column (language/columns.ts)
import { isFeature, type Feature } from "#language/features.ts";
import type { Resource } from "#language/roles.ts";
import { isRowKind, rowKindOf, type RowKind } from "./row-kinds.ts";
import { viewOrigins, type Origin } from "./view-origins.ts";

export interface Column {
  name: string;
  /** The type as format_type prints it: `text`, `timestamp with time zone`, `text[]`. */
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  /** The database computes the column, so it cannot be written. */
  generated: boolean;
  comment: string;
  secret: boolean;
  /** The column can be written, and reads as *** if the column `has_…` is true. It cannot be used in filters. */
  masked: boolean;
  /** The columns that identify the row that the value is encrypted for. */
  sealed: readonly string[] | undefined;
  /** The column contains the source of the row. Only rows with the source UI can be edited here. */
  origin: boolean;
  values: readonly string[] | undefined;
  shape: string | undefined;
}

export interface ForeignKey {
  constraint: string;
  columns: readonly string[];
  target: string;
  targetColumns: readonly string[];
  /** Whether at most one row references a target, so that the embed is an object instead of a list. */
  oneToOne: boolean;
}

export interface Relation {
  name: string;
  kind: "table" | "view";
  /** The table is partitioned, so it returns no system columns when it is written. */
  partitioned: boolean;
  comment: string;
  exposed: boolean;
  /** The relation is not served; served relations join it to rows that have policies. */
  lookup: boolean;
  /** Only triggers and jobs write the relation; the data API can read it. */
  readonly: boolean;
  /** Changes of the relation are recorded, because it is exposed or tagged @watched. */
  watched: boolean;
  resource: Resource;
  /** The resource for write permissions, which is nearly always the same. */
  writeResource: Resource;
  /** The relation is served only while this feature is enabled. */
  feature: Feature | undefined;
  /** Set while the feature of the relation is disabled (data-api/served.ts). */
  isOff?: boolean;
  /** For a table: the rule for access to single rows; undefined if access never differs by row. */
  rows: RowRule | undefined;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  foreignKeys: readonly ForeignKey[];
  /** For a view: the table that has exactly one row per row of the view. */
  each: string | undefined;
  /**
   * For a view: the table column behind each column that is passed on unchanged. Views inherit foreign keys through
   * these columns.
   */
  origins: ReadonlyMap<string, Origin>;
}

/** The rule for access to single rows of a table. */
export type RowRule =
  /** Rules select rows of this table directly. */
  | { rule: "own"; of: RowKind }
  /** A row is accessible if the referenced row is accessible; a column may reference one of several tables. */
  | { rule: "follows"; columns: readonly Followed[] }
  /** Rows are accessible only with access to all rows of the kind. */
  | { rule: "whole"; of: RowKind };

export interface Followed {
  column: string;
  targets: readonly string[];
}

export interface SqlFunction {
  name: string;
  comment: string;
  exposed: boolean;
  resource: Resource;
  feature: Feature | undefined;
  arguments: readonly { name: string; type: string; hasDefault: boolean }[];
  returns: { type: string; set: boolean; columns: readonly { name: string; type: string }[] };
  volatile: boolean;
}

export interface Catalog {
  relations: ReadonlyMap<string, Relation>;
  functions: ReadonlyMap<string, SqlFunction>;
  /** All overloads by name; the arguments select one. */
  overloads: ReadonlyMap<string, readonly SqlFunction[]>;
}

/** The minimal interface of a connection; pg's Client and Pool have it, and a Kysely connection can be adapted. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export async function readCatalog(db: Queryable, schema = "public"): Promise<Catalog> {
  const [relations, functions] = [
    await db.query<RelationRow>(relationsQuery, [schema]),
    await db.query<FunctionRow>(functionsQuery, [schema]),
  ];
  const origins = viewOrigins(relations.rows);
  const all = functions.rows.map(toFunction);
  return {
    relations: new Map(
      relations.rows.map((row) => [row.name, { ...toRelation(row), origins: origins.get(row.name) ?? new Map() }]),
    ),
    functions: new Map(all.map((fn) => [fn.name, fn])),
    overloads: Map.groupBy(all, ({ name }) => name),
  };
}

/** Splits a comment into prose and tags. */
export function readTags(comment: string | null): { prose: string; tags: ReadonlyMap<string, readonly string[]> } {
  const [prose = "", ...tagged] = (comment ?? "").split(/(?:^|\s)@(?=[a-z])/);
  const tags = tagged.map((text): [string, string[]] => {
    const [name = "", ...words] = text.trim().split(/\s+/);
    return [name, words];
  });
  return { prose: prose.trim(), tags: new Map(tags) };
}

interface RelationRow {
  oid: number;
  name: string;
  kind: "table" | "view";
  partitioned: boolean;
  comment: string | null;
  /** PostgreSQL's internal form of a view's query. */
  rule: string | null;
  columns: {
    name: string;
    number: number;
    type: string;
    nullable: boolean;
    has_default: boolean;
    generated: boolean;
    comment: string | null;
  }[];
  primary_key: string[];
  foreign_keys: { constraint: string; columns: string[]; target: string; target_columns: string[]; unique: boolean }[];
}

interface FunctionRow {
  name: string;
  comment: string | null;
  arguments: { name: string; type: string; has_default: boolean }[];
  result_columns: { name: string; type: string }[];
  returns_type: string;
  returns_set: boolean;
  volatile: boolean;
}

/** Views with exactly one row per row of a table: counts and simple reads use the table (data-api/level-source.ts). */
const tablesOfViews: Readonly<Record<string, string>> = { configs: "config_items" };

type Tags = ReadonlyMap<string, readonly string[]>;

const toResource = (words: readonly string[] | undefined) => (words?.[0] ?? "database") as Resource;

function toFeature(words: readonly string[] | undefined): Feature | undefined {
  if (words?.[0] === undefined) return undefined;
  if (!isFeature(words[0])) throw new Error(`@feature ${words[0]} is not a feature (language/features.ts)`);
  return words[0];
}

function toRowRule(row: RelationRow, tags: Tags): RowRule | undefined {
  if (row.kind === "view") return undefined;
  const [kind] = tags.get("rows") ?? [];
  if (kind !== undefined) {
    if (!isRowKind(kind)) throw new Error(`@rows ${kind} of ${row.name} is not a kind (row-scopes.ts)`);
    return { rule: "own", of: kind };
  }
  const follows = tags.get("follows");
  if (follows) return { rule: "follows", columns: follows.map((word) => followed(row, word)) };
  const whole = rowKindOf(toResource(tags.get("resource")));
  return whole && tags.has("exposed") ? { rule: "whole", of: whole } : undefined;
}

/** Parses `config_id`, which is a foreign key, or `resource_id>config_items,checks`, which has no foreign key. */
function followed(row: RelationRow, word: string): Followed {
  const [column = "", listed] = word.split(">");
  const key = row.foreign_keys.find(({ columns }) => columns.length === 1 && columns[0] === column);
  const targets = listed?.split(",") ?? (key ? [key.target] : []);
  if (targets.length === 0) throw new Error(`@follows ${word} of ${row.name} is not a foreign key`);
  return { column, targets };
}

const isMasked = (row: RelationRow, name: string, tags: Tags) =>
  tags.has("sealed") && !tags.has("secret") && row.columns.some((column) => column.name === `has_${name}`);

function toSealed(row: RelationRow, words: readonly string[] | undefined): readonly string[] | undefined {
  if (!words) return undefined;
  const names = words.length > 0 ? words : row.primary_key;
  if (names.length === 0 || !names.every((name) => row.columns.some((column) => column.name === name)))
    throw new Error(`@sealed ${words.join(" ")} of ${row.name} must name columns that identify its rows`);
  return names;
}

function toRelation(row: RelationRow): Omit<Relation, "origins"> {
  const { prose, tags } = readTags(row.comment);
  const neverNull = new Set(tags.get("notnull"));
  const [resource, writeResource = resource] = tags.get("resource") ?? ["database"];
  return {
    name: row.name,
    kind: row.kind,
    partitioned: row.partitioned,
    comment: prose,
    exposed: tags.has("exposed"),
    lookup: tags.has("lookup"),
    readonly: tags.has("readonly"),
    watched: tags.has("exposed") || tags.has("watched"),
    resource: resource as Resource,
    writeResource: writeResource as Resource,
    feature: toFeature(tags.get("feature")),
    each: row.kind === "view" ? tablesOfViews[row.name] : undefined,
    rows: toRowRule(row, tags),
    columns: new Map(
      row.columns.map((column): [string, Column] => {
        const about = readTags(column.comment);
        return [
          column.name,
          {
            name: column.name,
            type: column.type,
            nullable: column.nullable && !neverNull.has(column.name),
            hasDefault: column.has_default,
            generated: column.generated,
            comment: about.prose,
            secret: about.tags.has("secret"),
            masked: isMasked(row, column.name, about.tags),
            sealed: toSealed(row, about.tags.get("sealed")),
            origin: about.tags.has("origin"),
            values: about.tags.get("enum"),
            shape: about.tags.get("type")?.[0],
          },
        ];
      }),
    ),
    primaryKey: row.primary_key,
    foreignKeys: row.foreign_keys.map((key) => ({
      constraint: key.constraint,
      columns: key.columns,
      target: key.target,
      targetColumns: key.target_columns,
      oneToOne: key.unique,
    })),
  };
}

function toFunction(row: FunctionRow): SqlFunction {
  const { prose, tags } = readTags(row.comment);
  return {
    name: row.name,
    comment: prose,
    exposed: tags.has("exposed"),
    resource: toResource(tags.get("resource")),
    feature: toFeature(tags.get("feature")),
    arguments: row.arguments.map(({ name, type, has_default }) => ({ name, type, hasDefault: has_default })),
    returns: { type: row.returns_type, set: row.returns_set, columns: row.result_columns },
    volatile: row.volatile,
  };
}

// Leaves out partitions, which their parent represents, and relations of extensions.
const relationsQuery = `
select c.oid::int8 as oid,
       c.relname as name,
       (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN') as rule,
       case when c.relkind in ('r', 'p') then 'table' else 'view' end as kind,
       c.relkind = 'p' as partitioned,
       obj_description(c.oid, 'pg_class') as comment,
       (
         select coalesce(json_agg(json_build_object(
                  'name', a.attname,
                  'number', a.attnum,
                  'type', format_type(a.atttypid, a.atttypmod),
                  'nullable', not a.attnotnull,
                  'has_default', a.atthasdef or a.attidentity <> '',
                  'generated', a.attgenerated <> '' or a.attidentity = 'a',
                  'comment', col_description(c.oid, a.attnum)
                ) order by a.attnum), '[]')
         from   pg_attribute a
         where  a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       ) as columns,
       (
         select coalesce(json_agg(a.attname order by k.position), '[]')
         from   pg_index i
         cross  join unnest(i.indkey) with ordinality as k (attnum, position)
         join   pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where  i.indrelid = c.oid and i.indisprimary
       ) as primary_key,
       (
         select coalesce(json_agg(json_build_object(
                  'constraint', f.conname,
                  'columns', (select json_agg(a.attname order by k.position)
                              from   unnest(f.conkey) with ordinality as k (attnum, position)
                              join   pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
                  'target', t.relname,
                  'target_columns', (select json_agg(a.attname order by k.position)
                                     from   unnest(f.confkey) with ordinality as k (attnum, position)
                                     join   pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum),
                  'unique', exists (select from pg_constraint u
                                    where  u.conrelid = f.conrelid and u.contype in ('p', 'u')
                                    and    u.conkey <@ f.conkey and u.conkey @> f.conkey)
                ) order by f.conname), '[]')
         from   pg_constraint f
         join   pg_class t on t.oid = f.confrelid
         where  f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
       ) as foreign_keys
from   pg_class c
where  c.relnamespace = $1::regnamespace
and    c.relkind in ('r', 'p', 'v')
and    not c.relispartition
and    not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
order  by c.relname`;

const functionsQuery = `
select p.proname as name,
       obj_description(p.oid, 'pg_proc') as comment,
       (
         select coalesce(json_agg(json_build_object(
                  'name', coalesce(p.proargnames[i], ''),
                  'type', format_type(p.proargtypes[i - 1], null),
                  'has_default', i > p.pronargs - p.pronargdefaults
                ) order by i), '[]')
         from   generate_series(1, p.pronargs) as i
       ) as arguments,
       (
         select coalesce(json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(p.proallargtypes[i], null)) order by i), '[]')
         from   generate_subscripts(p.proallargtypes, 1) as i
         where  p.proargmodes[i] in ('t', 'o', 'b')
       ) as result_columns,
       format_type(p.prorettype, null) as returns_type,
       p.proretset as returns_set,
       p.provolatile = 'v' as volatile
from   pg_proc p
where  p.pronamespace = $1::regnamespace
and    p.prokind = 'f'
and    p.prorettype <> 'trigger'::regtype
and    not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
order  by p.proname, p.oid`;
