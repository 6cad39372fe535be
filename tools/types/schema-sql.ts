// Generates generated/schema.sql: every table in the form that PostgreSQL stores, so that a reader finds all columns,
// constraints and indexes in one place and a review shows the effect of a change. Triggers and policies have one line
// per table; views and functions that have their own file are not repeated. The file is never executed.
import type { Queryable } from "#server/db/relations.ts";

const tables = `
select r.relname::text collate "C" as name, concat_ws(E'\\n',
  'create table ' || r.relname || ' (',
  (
    select string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
             || case when a.attnotnull then ' not null' else '' end
             || case when a.attidentity <> '' then ' generated as identity'
                     when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                     when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
             || coalesce('  -- ' || replace(col_description(r.oid, a.attnum), E'\\n', ' '), ''),
           E'\\n' order by a.attnum)
    from   pg_attribute a
    left   join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where  a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  ),
  (
    select string_agg('  constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid), E'\\n' order by c.contype = 'f', c.conname collate "C")
    from   pg_constraint c
    where  c.conrelid = r.oid and c.contype <> 'n' and c.conparentid = 0
  ),
  ')' || coalesce(' with (' || array_to_string(r.reloptions, ', ') || ')', '') || ';',
  '-- ' || obj_description(r.oid, 'pg_class'),
  (
    select string_agg(replace(pg_get_indexdef(i.oid), ' ON public.', ' ON ') || ';', E'\\n' order by i.relname collate "C")
    from   pg_index x
    join   pg_class i on i.oid = x.indexrelid
    where  x.indrelid = r.oid and not exists (select from pg_constraint c where c.conindid = i.oid)
  ),
  '-- triggers: ' || (
    select string_agg(call || ' on ' || names, '; ' order by call)
    from   (
             select substring(pg_get_triggerdef(t.oid) from 'EXECUTE FUNCTION (.*)$') collate "C" as call,
                    string_agg(t.tgname, ', ' order by t.tgname) as names
             from   pg_trigger t
             where  t.tgrelid = r.oid and not t.tgisinternal and t.tgparentid = 0
             group  by 1
           ) calls
  ),
  -- The digest shows that the conditions of the policies changed.
  '-- policies: ' || (
    select string_agg(p.polname, ', ' order by p.polname) || ' (digest ' || left(md5(string_agg(
             concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), ';' order by p.polname)), 8) || ')'
    from   pg_policy p
    where  p.polrelid = r.oid
  )) as text
from   pg_class r
where  r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and not r.relispartition
order  by 1`;

const sharedRoutines = `
select p.oid::regprocedure::text collate "C" as name,
       '-- ' || p.oid::regprocedure || coalesce(': ' || obj_description(p.oid, 'pg_proc'), '') as text
from   pg_proc p
where  p.pronamespace = 'public'::regnamespace
and    not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
and    not exists (select from schema_objects o where o.path like '%/functions/' || p.proname || '.sql')
order  by 1`;

export async function renderSchema(db: Queryable): Promise<string> {
  const texts = async (query: string) => (await db.query<{ text: string }>(query)).rows.map(({ text }) => text);
  const parts = [
    "-- Written by `npm run types` from the catalog; never edited.",
    ...(await texts(tables)),
    `-- Functions and procedures of the baselines:\n${(await texts(sharedRoutines)).join("\n")}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
