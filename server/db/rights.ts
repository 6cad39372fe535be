// Grants and triggers of the database, derived from the tags in the comments of each relation (relations.ts) and issued
// again after every schema change. The roles get DML on exposed relations, without read access to secret and masked
// columns, and select on lookup relations. On readonly relations, and for the role `gathered`, they get only select.
// Every exposed table gets its row policies (row-policies.ts), changes of every exposed or watched table are recorded,
// and sealed columns only accept values encrypted with a current key. Only the owner can access relations without tags.
import type pg from "pg";
import { readCatalog, type Relation } from "./relations.ts";
import type { RoleNames } from "./pool.ts";
import { rowPolicies } from "./row-policies.ts";
import { quote } from "./sql-text.ts";

/** Increase this when the same schema must get different grants than before. */
export const rightsVersion = 9;

export async function issueRights(client: pg.ClientBase, names: RoleNames): Promise<void> {
  const { relations } = await readCatalog(client);
  const roles = Object.values(names).map(quote).join(", ");
  const statements = [
    `grant usage on schema public to ${roles}`,
    `revoke all on all tables in schema public from ${roles}`,
    ...[...relations.values()]
      .filter(({ exposed, lookup }) => exposed || lookup)
      .flatMap((relation) => grants(relation, names)),
    ...(await rowPolicies(client, relations, names)),
  ];
  // All statements are sent in one round trip, because there are hundreds.
  await client.query(statements.join(";\n"));
  await watchTables(client, relations.values());
  await guardSealed(client, relations.values());
}

function grants({ name, kind, readonly, lookup, columns }: Relation, { plain, scoped, gathered }: RoleNames): string[] {
  const writers = [plain, scoped].map(quote).join(", ");
  const readable = [...columns.values()].filter(({ secret, masked }) => !secret && !masked);
  const list = (some: typeof readable) => some.map((column) => quote(column.name)).join(", ");
  // xmin and xmax are the version of a row. The data API returns this version and compares it before a write.
  const version = kind === "table" ? ", xmin, xmax" : "";
  const select = `grant select (${list(readable)}${version}) on public.${quote(name)} to ${writers}, ${quote(gathered)}`;
  if (kind === "view" || readonly || lookup) return [select];
  const writable = list([...columns.values()].filter(({ generated }) => !generated));
  return [select, `grant insert (${writable}), update (${writable}), delete on public.${quote(name)} to ${writers}`];
}

/** Creates triggers that reject values encrypted with a retired key. */
async function guardSealed(client: pg.ClientBase, relations: Iterable<Relation>): Promise<void> {
  for (const { name, kind, columns } of relations) {
    const sealed = [...columns.values()].filter((column) => column.sealed).map((column) => column.name);
    if (kind !== "table" || sealed.length === 0) continue;
    const names = sealed.map((column) => `'${column.replaceAll("'", "''")}'`).join(", ");
    await client.query(
      `create or replace trigger sealing_keys before insert or update on public.${quote(name)}
       for each row execute function keep_sealing_keys(${names})`,
    );
  }
}

// Creates four triggers per table, because a transition table belongs to one kind of statement, and truncate has no
// transition table.
async function watchTables(client: pg.ClientBase, relations: Iterable<Relation>): Promise<void> {
  const { rows } = await client.query<{ relation: string; key: string }>(
    `select c.relname as relation, encode(t.tgargs, 'escape') as key
     from   pg_trigger t
     join   pg_class c on c.oid = t.tgrelid
     where  t.tgname = 'changes_truncate' and c.relnamespace = 'public'::regnamespace`,
  );
  // PostgreSQL stores trigger arguments as bytes, each terminated by a zero.
  const triggered = new Map(rows.map(({ relation, key }) => [relation, key.replace("\\000", "")]));
  for (const { name, kind, watched, primaryKey } of relations) {
    if (kind !== "table") continue;
    const key = primaryKey.length === 1 ? primaryKey[0]! : "";
    if (watched ? triggered.get(name) === key : !triggered.has(name)) continue;
    for (const [verb, tables] of Object.entries(transitions)) {
      await client.query(`drop trigger if exists changes_${verb} on public.${quote(name)}`);
      if (!watched) continue;
      await client.query(
        `create trigger changes_${verb} after ${verb} on public.${quote(name)} ${tables}
         for each statement execute function record_changes(${key ? `'${key.replaceAll("'", "''")}'` : ""})`,
      );
    }
  }
}

const transitions = {
  insert: "referencing new table as came",
  update: "referencing new table as came",
  delete: "referencing old table as gone",
  truncate: "",
};
