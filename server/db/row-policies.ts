// Row policies, derived from the tags of a table. For the scoped role a row is accessible when the claims of its actor
// select it (`@rows config`), when the row it references is accessible (`@follows config_id`), or when an accessible
// row contains it (`facets` below). The claims are read once per statement: each is in its own subquery, so that only a
// comparison remains for each row. The plain role sees all rows. A table without such a tag requires claims and, if
// rules can limit its resource to certain rows, access to all rows.
import type pg from "pg";
import type { RowAction } from "#language/permissions.ts";
import type { RoleNames } from "./pool.ts";
import type { Relation } from "./relations.ts";
import type { RowKind } from "./row-kinds.ts";
import { literal, quote } from "./sql-text.ts";

type Relations = ReadonlyMap<string, Relation>;

/**
 * Tables with key-value pairs: a pair is accessible if an accessible row of the other table has it in these columns.
 */
const facets: Readonly<Record<string, Facets>> = {
  config_facets: { table: "config_items", columns: ["tags", "labels"] },
  check_facets: { table: "checks", columns: ["labels"] },
  component_facets: { table: "components", columns: ["labels"] },
};

interface Facets {
  table: string;
  columns: readonly string[];
}

/** Tables whose rules are evaluated for groups of rows at once, without reading the rows. */
const groups: Readonly<Record<string, RowGroups>> = {
  config_items: { column: "kind_id", kinds: "config_kinds", holding: "config_items_holding" },
};

interface RowGroups {
  /** The column whose value is the same in rows that most rules treat alike. */
  column: string;
  /** The relation with at least one row per group: the column and the shared properties. */
  kinds: string;
  /** A function that returns the ids of the rows that contain one of several documents. */
  holding: string;
}

/** Columns with a copy of the referenced row's tags, by table and referencing column. */
const copiedTags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  config_changes: { config_id: "config_tags" },
};

/** Tables whose rows an actor may write with only read access to the rows that they reference. */
const readingIsEnough: ReadonlySet<string> = new Set(["notification_silences"]);

/**
 * Columns with conditions on rows of these kinds. A condition refers to rows that some actors cannot see, so a row with
 * a condition is accessible only to actors who can see all rows of these kinds.
 */
const conditionColumns: Readonly<Record<string, readonly { columns: readonly string[]; kinds: readonly RowKind[] }[]>> =
  {
    notification_silences: [
      { columns: ["filter", "selectors"], kinds: ["config", "component", "canary"] },
      // Matchers select alerts, which are checks.
      { columns: ["matchers"], kinds: ["canary"] },
    ],
  };

interface Policy {
  name: string;
  text: string;
}

/** Returns the statements that create the policies defined by the tags. */
export async function rowPolicies(client: pg.ClientBase, relations: Relations, names: RoleNames): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; enabled: boolean; policies: Record<string, string> }>(
    `select c.relname as relation,
            c.relrowsecurity as enabled,
            (
              select coalesce(jsonb_object_agg(p.polname, coalesce(obj_description(p.oid, 'pg_policy'), '')), '{}')
              from   pg_policy p
              where  p.polrelid = c.oid
            ) as policies
     from   pg_class c
     where  c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const existing = new Map(rows.map((row) => [row.relation, row]));
  const statements: string[] = [];
  for (const relation of relations.values()) {
    if (relation.kind !== "table") continue;
    const { enabled = false, policies = {} } = existing.get(relation.name) ?? {};
    const table = `public.${quote(relation.name)}`;
    // A lookup relation may have been exposed before.
    const verb = relation.exposed ? "enable" : "disable";
    if (enabled !== relation.exposed) statements.push(`alter table ${table} ${verb} row level security`);
    const wanted = relation.exposed ? policiesOf(relations, relation, names) : [];
    for (const name of Object.keys(policies))
      if (!wanted.some((policy) => policy.name === name)) statements.push(`drop policy ${quote(name)} on ${table}`);
    for (const { name, text } of wanted) {
      // The comment contains the policy's definition, so that an unchanged policy is not replaced and its table not
      // locked.
      if (policies[name] === text) continue;
      if (policies[name] !== undefined) statements.push(`drop policy ${quote(name)} on ${table}`);
      statements.push(
        `create policy ${quote(name)} on ${table} ${text}`,
        `comment on policy ${quote(name)} on ${table} is ${literal(text)}`,
      );
    }
  }
  return statements;
}

function policiesOf(relations: Relations, relation: Relation, { plain, scoped, gathered }: RoleNames): Policy[] {
  const open = (action: RowAction, looking: Looking = "looked up") =>
    isOpen(relations, relation, quote(relation.name), action, { looking, depth: 0 });
  const to = `to ${quote(scoped)}`;
  return [
    { name: "plain", text: `for all to ${quote(plain)} using (true) with check (true)` },
    { name: "gathered_read", text: `for select to ${quote(gathered)} using (${open("read", "gathered")})` },
    { name: "scoped_read", text: `for select ${to} using (${open("read")})` },
    { name: "scoped_create", text: `for insert ${to} with check (${open("create")})` },
    { name: "scoped_update", text: `for update ${to} using (${open("update")}) with check (${open("update")})` },
    { name: "scoped_delete", text: `for delete ${to} using (${open("delete")})` },
  ];
}

/** How to check access to referenced rows: gather all accessible rows first, or look up each row. */
type Looking = "gathered" | "looked up";

/** The condition under which a row of the relation, with this alias, is accessible for an action. */
function isOpen(
  relations: Relations,
  relation: Relation,
  alias: string,
  action: RowAction,
  { looking, depth }: { looking: Looking; depth: number },
): string {
  const { rows, name } = relation;
  if (facets[name]) return action === "read" ? isCarried(relations, facets[name], alias) : "false";
  switch (rows?.rule) {
    case undefined:
      return "(select has_claims())";
    case "whole":
      return `(select claimed_shape('${rows.of}', '${action}')) = 'all'`;
    case "own":
      return groups[name] && looking === "gathered" && action === "read"
        ? isOfNamedKind(relations, relation, { kind: rows.of, groups: groups[name] }, alias)
        : isNamed(relation, rows.of, alias, action);
    case "follows": {
      // A row without a reference is accessible to every actor with claims.
      const mayPointNowhere = rows.columns.every(({ column }) => relation.columns.get(column)?.nullable);
      const conditions = rows.columns.map(({ column, targets }) => {
        const value = `${alias}.${quote(column)}`;
        const tags = copiedTags[name]?.[column];
        const copy = tags === undefined ? undefined : `${alias}.${quote(tags)}`;
        const open =
          action === "read" || readingIsEnough.has(name)
            ? targets.map((target) => isSeen(relations, target, value, { looking, copy, isOnly: targets.length === 1 }))
            : targets.map((target) => isWritable(relations, target, value, depth));
        return `(${value} is null or ${open.join(" or ")})`;
      });
      return [
        ...(mayPointNowhere ? ["(select has_claims())"] : []),
        ...conditions,
        ...(conditionColumns[name] ?? [])
          // In an old database, rights are granted before all columns exist.
          .filter(({ columns }) => columns.every((column) => relation.columns.has(column)))
          .map(({ columns, kinds }) => isUnconditional(columns, kinds, alias)),
      ].join(" and ");
    }
  }
}

function isUnconditional(columns: readonly string[], kinds: readonly RowKind[], alias: string): string {
  const isEmpty = (column: string) => `coalesce(${alias}.${quote(column)}::text, '') in ('', '[]', 'null')`;
  const seesAll = (kind: RowKind) => `(select claimed_shape('${kind}', 'read')) = 'all'`;
  return `(${columns.map(isEmpty).join(" and ")} or ${kinds.map(seesAll).join(" and ")})`;
}

/**
 * Renders the condition under which the row that a column references is visible, by the target's own policy. There are
 * two roles instead of one policy with both strategies, because the planner includes the cost of gathering wherever it
 * occurs and would plan the joins of a page accordingly. For the same reason, a function does the lookup if a copy of
 * the target's tags decides for most actors.
 */
function isSeen(
  relations: Relations,
  target: string,
  value: string,
  { looking, copy, isOnly }: { looking: Looking; copy: string | undefined; isOnly: boolean },
): string {
  const relation = relations.get(target);
  const kind = kindBehind(relations, relation);
  const from = `public.${quote(target)} f`;
  const isCopied = copy !== undefined && looking === "looked up" && relation?.rows?.rule === "own";
  const whens = [
    // With a single target, no check per row is needed for actors who can see all rows.
    kind && isOnly ? `when (select claimed_shape('${kind}', 'read')) = 'all' then true` : "",
    kind && relation?.rows?.rule === "own"
      ? `when (select claimed_shape('${kind}', 'read')) = 'ids' then ${value} = any ((select claimed_ids('${kind}', 'read'))::uuid[])`
      : "",
    isCopied
      ? `when (select claimed_shape('${kind}', 'read')) = 'tags' then coalesce(${copy} @> any ((select claimed_documents('${kind}', 'read', 'tags'))::jsonb[]), false)`
      : "",
  ].filter((line) => line !== "");
  const found = isCopied
    ? `sees_${kind}(${value})`
    : looking === "looked up"
      ? `coalesce((select true from ${from} where f.id = ${value}), false)`
      : `${value} in (select f.id from ${from})`;
  return whens.length === 0 ? found : `case ${whens.join(" ")} else ${found} end`;
}

/** Renders the condition for a change, which requires permission to change the referenced row. */
function isWritable(relations: Relations, target: string, value: string, depth: number): string {
  const relation = relations.get(target);
  if (!relation) throw new Error(`A row rule refers to ${target}, which does not exist`);
  const alias = `f${depth}`;
  const own = isOpen(relations, relation, alias, "update", { looking: "looked up", depth: depth + 1 });
  return `exists (select from public.${quote(target)} ${alias} where ${alias}.id = ${value} and ${own})`;
}

/** The kind whose claims apply to all rows of a relation, if there is exactly one. */
function kindBehind(relations: Relations, relation: Relation | undefined): RowKind | undefined {
  const rows = relation?.rows;
  if (rows?.rule === "own") return rows.of;
  if (rows?.rule !== "follows" || rows.columns.length !== 1 || rows.columns[0]!.targets.length !== 1) return undefined;
  return kindBehind(relations, relations.get(rows.columns[0]!.targets[0]!));
}

/** Whether the claims select a row by its own columns. */
function isNamed({ columns }: Relation, kind: RowKind, alias: string, action: RowAction): string {
  const { shape, ids, deniedIds, tagged, mixed } = comparisons(columns, kind, alias, action);
  return [
    `case when ${shape} = 'all' then true`,
    `when ${shape} = 'ids' then ${ids}`,
    `when ${shape} = 'tags' then ${tagged}`,
    `when ${shape} = 'all_but_ids' then not ${deniedIds}`,
    `when ${shape} in ('alike', 'mixed') then ${mixed}`,
    "else false end",
  ].join(" ");
}

/**
 * Does the same as isNamed for many rows. The matching groups are found first, so that each row needs only a comparison
 * of its keys, which an index contains. A function finds the rows that differ within a group, because a policy cannot
 * query its own table.
 */
function isOfNamedKind(
  relations: Relations,
  { columns }: Relation,
  { kind, groups: { column: groupColumn, kinds, holding } }: { kind: RowKind; groups: RowGroups },
  alias: string,
): string {
  const { shape, isAll, ids, deniedIds, claimed } = comparisons(columns, kind, alias, "read");
  const shared = relations.get(kinds);
  if (!shared?.lookup) throw new Error(`${kinds} must be tagged @lookup, because row policies read it`);
  const { tagged, deniedTagged, allowed, denied } = comparisons(shared.columns, kind, "k", "read");
  const column = quote(groupColumn);
  const isKind = (condition: string) =>
    `${alias}.${column} in (select k.${column} from public.${quote(kinds)} k where ${condition})`;
  const holds = (part: string) => `${alias}.id in (select public.${quote(holding)}(${claimed(part)}))`;
  return [
    `case when ${shape} = 'all' then true`,
    `when ${shape} = 'ids' then ${ids}`,
    `when ${shape} = 'tags' then ${isKind(tagged)}`,
    `when ${shape} = 'all_but_ids' then not ${deniedIds}`,
    `when ${shape} = 'alike' then (${isAll} or ${ids} or ${isKind(allowed)}) and (${deniedIds} or ${isKind(denied)}) is not true`,
    `when ${shape} = 'mixed' then (${isAll} or ${ids} or ${isKind(tagged)} or ${holds("documents")}) and (${deniedIds} or ${isKind(deniedTagged)} or ${holds("denied")}) is not true`,
    "else false end",
  ].join(" ");
}

/** The SQL comparisons of a row with the claims, depending on the columns it has. */
function comparisons(columns: Relation["columns"], kind: RowKind, alias: string, action: RowAction) {
  const claimed = (part: string) => `(select claimed_documents('${kind}', '${action}', '${part}'))::jsonb[]`;
  const has = (name: string) => columns.has(name);
  // Only the catalog has tags; other kinds use labels.
  const tags = has("tags") ? "tags" : has("labels") ? "labels" : undefined;
  const parts: [key: string, value: string][] = [];
  if (has("id")) parts.push(["id", `${alias}.id`]);
  if (has("agent_id")) parts.push(["agent", `${alias}.agent_id`]);
  for (const name of ["name", "type", "namespace"] as const) if (has(name)) parts.push([name, `${alias}.${name}`]);
  if (!has("namespace") && tags) parts.push(["namespace", `${alias}.${tags} ->> 'namespace'`]);
  if (tags) parts.push(["tags", `${alias}.${tags}`]);
  if (has("labels")) parts.push(["labels", `${alias}.labels`]);
  const document = `jsonb_build_object(${parts.map(([key, value]) => `'${key}', ${value}`).join(", ")})`;
  const ids = `${alias}.id = any ((select claimed_ids('${kind}', '${action}'))::uuid[])`;
  const deniedIds = `${alias}.id = any ((select claimed_denied_ids('${kind}', '${action}'))::uuid[])`;
  const hasTags = (part: string) => (tags ? `${alias}.${tags} @> any (${claimed(part)})` : "false");
  const isAll = `(select (claimed('${kind}', '${action}') ->> 'all')::boolean)`;
  const [tagged, deniedTagged] = [hasTags("tags"), hasTags("denied_tags")];
  const allowed = `${tagged} or ${isContained(document, claimed("documents"))}`;
  const denied = `${deniedTagged} or ${isContained(document, claimed("denied"))}`;
  return {
    shape: `(select claimed_shape('${kind}', '${action}'))`,
    isAll,
    ids,
    deniedIds,
    claimed,
    tagged,
    deniedTagged,
    /** Compares all properties except ids. */
    allowed,
    denied,
    mixed: `(${isAll} or ${ids} or ${allowed}) and (${deniedIds} or ${denied}) is not true`,
  };
}

/** Renders the comparison so that the document is built only if there is something to compare it with. */
const isContained = (document: string, documents: string) =>
  `(coalesce(array_length(${documents}, 1), 0) > 0 and ${document} @> any (${documents}))`;

function isCarried(relations: Relations, { table, columns }: Facets, alias: string): string {
  const kind = kindBehind(relations, relations.get(table));
  const pairs = columns.map(
    (column) =>
      `select '${column}', p.key, p.value from public.${quote(table)} f, jsonb_each_text(f.${quote(column)}) p`,
  );
  const shortcut = kind ? `(select claimed_shape('${kind}', 'read')) = 'all' or ` : "";
  return `${shortcut}(${alias}.kind, ${alias}.key, ${alias}.value) in (${pairs.join(" union all ")})`;
}
