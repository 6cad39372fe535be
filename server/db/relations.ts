// What the catalog of PostgreSQL knows about our relations, read once and on every schema change: columns, keys, foreign
// keys, functions, and the tags in their comments. The data API, the rights and the type generator all read this.
//
// Tags stand at the end of a comment: `@exposed` the data API serves it; `@resource canaries` who may (language/roles.ts),
// a second word who may write when that is another; `@feature health` it answers only while that is on;
// `@readonly` nobody but the database itself and the server writes it;
// `@lookup` not served, and read as a whole by what is: views and functions join it to rows that a policy judges;
// `@rows config`, `@follows config_id`, `@facets checks labels` which rows a rule can single out (row-policies.ts);
// `@alike kind_id config_kinds config_items_holding` of such rows: those with the same kind_id have in common what the columns of
// config_kinds say, which has each kind, and config_items_holding() finds those that rules mean by anything else;
// `@audited` the audit log keeps what its rows said before and after, not only who changed which columns;
// `@watched` its changes are told inside the server although nobody may read it;
// `@secret` a column that never leaves; `@masked` one that is written, and read as *** while its has_ column is true;
// `@sealed` one whose texts are encrypted for their row, `@sealed person_id type` where other columns than the key name the row
// (secrets.ts);
// `@origin` where the row is kept: only `UI` is edited here; `@enum a b` a vocabulary; `@type Labels` the shape of a jsonb column
// (language/columns.ts); `@kept name resource_name` of a jsonb column of a view: the text under `name` is also in that column,
// where an index finds it; `@copies config_id tags` what the row that config_id points to has in that column, for row
// policies; `@notnull id name` columns of a view that are never null; `@each config_items` a view has a row for each row of
// that table, and no others.
import { isFeature, type Feature } from "#language/features.ts";
import type { Resource } from "#language/roles.ts";
import { isRowKind, rowKindOf, type RowKind } from "./row-scopes.ts";
import { viewOrigins, type Origin } from "./view-origins.ts";

export interface Column {
  name: string;
  /** As format_type prints it: `text`, `timestamp with time zone`, `text[]`. */
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  /** Computed by the database: never written. */
  generated: boolean;
  comment: string;
  secret: boolean;
  /** Written, and read as *** where the column `has_…` is true; nothing can be asked of it. */
  masked: boolean;
  /** Its texts are sealed, for the row that these columns name. */
  sealed: readonly string[] | undefined;
  /** Says where the row is kept: UI is here, and anything else is not edited here. */
  origin: boolean;
  values: readonly string[] | undefined;
  shape: string | undefined;
  /** Of a document: a text in it that another column has too, where it can be searched for. */
  kept: { key: string; column: string } | undefined;
}

export interface ForeignKey {
  constraint: string;
  columns: readonly string[];
  target: string;
  targetColumns: readonly string[];
  /** Whether at most one row points to a target: the embed is an object, not a list. */
  oneToOne: boolean;
}

export interface Relation {
  name: string;
  kind: "table" | "view";
  /** Its rows are in partitions, which answer no system columns when they are written through it. */
  partitioned: boolean;
  comment: string;
  exposed: boolean;
  /** Not served itself: what is served finds its rows by it, and policies judge those. */
  lookup: boolean;
  /** Kept by triggers and jobs: read through the data API, never written. */
  readonly: boolean;
  /** The audit log keeps what its rows said before and after. */
  audited: boolean;
  /** Its changes are recorded: it is exposed, or tagged so. */
  watched: boolean;
  resource: Resource;
  /** Whose right to write applies; nearly always the same. */
  writeResource: Resource;
  /** It answers only while this is on. */
  feature: Feature | undefined;
  /** Marked while its feature is off (data-api/served.ts). */
  isOff?: boolean;
  /** Of a table: how single rows of it are open to somebody and closed to others; undefined when they never differ. */
  rows: RowRule | undefined;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  foreignKeys: readonly ForeignKey[];
  /** Of a view: the table of which it has each row once. */
  each: string | undefined;
  /** Of a view: the table's column that a column passes on unchanged. So views inherit foreign keys. */
  origins: ReadonlyMap<string, Origin>;
}

/** How a table's rows are told apart by who may see them. */
export type RowRule =
  /** The rows are what rules single out. */
  | { rule: "own"; of: RowKind; alike: Alike | undefined }
  /** A row is open when what it points to is; a column may point to one of several tables. */
  | { rule: "follows"; columns: readonly Followed[] }
  /** A row is a pair that rows of a table carry. */
  | { rule: "facets"; table: string; columns: readonly string[] }
  /** Open to those to whom all of the kind is. */
  | { rule: "whole"; of: RowKind };

/** Where it is found out for all rows at once which a rule means, without reading them. */
export interface Alike {
  /** Equal for rows that most rules do not tell apart. */
  column: string;
  /** Has that column once for each kind at least, and what its rows have in common. */
  kinds: string;
  /** A function that answers the ids of the rows that contain one of some documents. */
  holding: string;
}

export interface Followed {
  column: string;
  targets: readonly string[];
  /** Where the row keeps a copy of the target's tags. */
  tags: string | undefined;
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
  /** Every function of a name; of several, the arguments tell which is meant. */
  overloads: ReadonlyMap<string, readonly SqlFunction[]>;
}

/** The least a connection must do to be asked; pg's Client, Pool and a Kysely connection can all be made to fit. */
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
    functions: new Map(all.map((one) => [one.name, one])),
    overloads: Map.groupBy(all, ({ name }) => name),
  };
}

/** Splits a comment into its prose and its tags. */
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
  /** How PostgreSQL keeps the query of a view. */
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

type Tags = ReadonlyMap<string, readonly string[]>;

const toResource = (words: readonly string[] | undefined) => (words?.[0] ?? "database") as Resource;

function toFeature(words: readonly string[] | undefined): Feature | undefined {
  if (words?.[0] === undefined) return undefined;
  if (!isFeature(words[0])) throw new Error(`@feature ${words[0]} is no feature (language/features.ts)`);
  return words[0];
}

function toRowRule(row: RelationRow, tags: Tags): RowRule | undefined {
  if (row.kind === "view") return undefined;
  const [kind] = tags.get("rows") ?? [];
  if (kind !== undefined) {
    if (!isRowKind(kind)) throw new Error(`@rows ${kind} of ${row.name} is no kind (row-scopes.ts)`);
    return { rule: "own", of: kind, alike: toAlike(row, tags.get("alike")) };
  }
  const [table, ...columns] = tags.get("facets") ?? [];
  if (table !== undefined) return { rule: "facets", table, columns };
  const follows = tags.get("follows");
  if (follows) return { rule: "follows", columns: follows.map((word) => followed(row, word)) };
  const whole = rowKindOf(toResource(tags.get("resource")));
  return whole && tags.has("exposed") ? { rule: "whole", of: whole } : undefined;
}

function toAlike(row: RelationRow, words: readonly string[] | undefined): Alike | undefined {
  if (!words) return undefined;
  const [column, kinds, holding] = words;
  if (kinds === undefined || holding === undefined || !row.columns.some(({ name }) => name === column))
    throw new Error(`@alike ${words.join(" ")} of ${row.name} is not a column of it, a relation and a function`);
  return { column: column!, kinds, holding };
}

/** `config_id`, which is a foreign key, or `resource_id>config_items,checks`, which is none. */
function followed(row: RelationRow, word: string): Followed {
  const [column = "", listed] = word.split(">");
  const key = row.foreign_keys.find(({ columns }) => columns.length === 1 && columns[0] === column);
  const targets = listed?.split(",") ?? (key ? [key.target] : []);
  if (targets.length === 0) throw new Error(`@follows ${word} of ${row.name} is no foreign key`);
  const copy = row.columns.find((one) => {
    const [of, what] = readTags(one.comment).tags.get("copies") ?? [];
    return of === column && what === "tags";
  });
  return { column, targets, tags: copy?.name };
}

function toKept(row: RelationRow, words: readonly string[] | undefined) {
  if (!words) return undefined;
  const [key, column] = words;
  if (key === undefined || !row.columns.some(({ name, type }) => name === column && type === "text"))
    throw new Error(`@kept ${words.join(" ")} of ${row.name} names no column of text`);
  return { key, column: column! };
}

function toSealed(row: RelationRow, words: readonly string[] | undefined): readonly string[] | undefined {
  if (!words) return undefined;
  const names = words.length > 0 ? words : row.primary_key;
  if (names.length === 0 || !names.every((name) => row.columns.some((column) => column.name === name)))
    throw new Error(`@sealed ${words.join(" ")} of ${row.name} names no columns that tell its rows apart`);
  return names;
}

function toRelation(row: RelationRow): Omit<Relation, "origins"> {
  const { prose, tags } = readTags(row.comment);
  const promised = new Set(tags.get("notnull"));
  const [resource, writeResource = resource] = tags.get("resource") ?? ["database"];
  return {
    name: row.name,
    kind: row.kind,
    partitioned: row.partitioned,
    comment: prose,
    exposed: tags.has("exposed"),
    lookup: tags.has("lookup"),
    readonly: tags.has("readonly"),
    audited: tags.has("audited"),
    watched: tags.has("exposed") || tags.has("watched"),
    resource: resource as Resource,
    writeResource: writeResource as Resource,
    feature: toFeature(tags.get("feature")),
    each: row.kind === "view" ? tags.get("each")?.[0] : undefined,
    rows: toRowRule(row, tags),
    columns: new Map(
      row.columns.map((column): [string, Column] => {
        const about = readTags(column.comment);
        return [
          column.name,
          {
            name: column.name,
            type: column.type,
            nullable: column.nullable && !promised.has(column.name),
            hasDefault: column.has_default,
            generated: column.generated,
            comment: about.prose,
            secret: about.tags.has("secret"),
            masked: about.tags.has("masked"),
            sealed: toSealed(row, about.tags.get("sealed")),
            origin: about.tags.has("origin"),
            values: about.tags.get("enum"),
            shape: about.tags.get("type")?.[0],
            kept: toKept(row, about.tags.get("kept")),
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

// Partitions are left out (they are their parent's business), and so is what belongs to an extension.
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
