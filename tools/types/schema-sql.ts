// generated/schema.sql: the whole schema as PostgreSQL stores it, so that reviews show the effect of a change as well
// as its statements. It is never executed.
import type { Queryable } from "#server/db/relations.ts";

const printed = `
with relations as (
  select c.oid, c.relname::text collate "C" as name, c.relkind as kind
  from   pg_class c
  where  c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
  and    not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
)
select 1 as part, r.name, 'create table ' || r.name || E' (\n' || (
         select string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                  || case when a.attnotnull then ' not null' else '' end
                  || case when a.attidentity <> '' then ' generated as identity'
                          when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
                  || coalesce('  -- ' || replace(col_description(r.oid, a.attnum), E'\n', ' '), ''),
                E'\n' order by a.attnum)
         from   pg_attribute a
         left   join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where  a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
       ) || E'\n);' || coalesce(E'\n-- ' || obj_description(r.oid, 'pg_class'), '') as text
from   relations r where r.kind in ('r', 'p')
union all
select 2, r.name || ' ' || c.conname, 'alter table ' || r.name || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid) || ';'
from   relations r join pg_constraint c on c.conrelid = r.oid and c.contype <> 'n' and c.conparentid = 0
union all
select 3, r.name || ' ' || i.relname, pg_get_indexdef(i.oid) || ';'
from   relations r join pg_index x on x.indrelid = r.oid join pg_class i on i.oid = x.indexrelid
where  not exists (select from pg_constraint c where c.conindid = i.oid)
union all
select 4, p.proname::text collate "C", pg_get_functiondef(p.oid) || ';' || coalesce(E'\n-- ' || obj_description(p.oid, 'pg_proc'), '')
from   pg_proc p
where  p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
and    not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
union all
select 5, r.name, 'create view ' || r.name || E' with (security_invoker = true) as\n' || pg_get_viewdef(r.oid, true)
         || coalesce(E'\n-- ' || obj_description(r.oid, 'pg_class'), '')
from   relations r where r.kind = 'v'
union all
select 6, r.name || ' ' || t.tgname, pg_get_triggerdef(t.oid) || ';'
from   relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal and t.tgparentid = 0
union all
select 7, r.name || ' ' || p.polname, 'create policy ' || p.polname || ' on ' || r.name || ' using (' || coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') || ');'
from   relations r join pg_policy p on p.polrelid = r.oid
order  by part, name`;

export async function renderSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ text: string }>(printed);
  return `-- Written by \`npm run types\` from the catalog; never edited.\n\n${rows.map(({ text }) => text).join("\n\n")}\n`;
}
