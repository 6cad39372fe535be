// Queries to PostgreSQL; each row is a document. Only settings that were changed and contain no secret are read.
const isUserSchema = (schema: string) =>
  `${schema} not in ('pg_catalog', 'information_schema') and ${schema} !~ '^pg_(toast|temp_)'`;

export const queries = {
  server: `
    select jsonb_build_object(
             'version', current_setting('server_version'),
             'encoding', current_setting('server_encoding'),
             'settings', (select coalesce(jsonb_object_agg(name, setting order by name), '{}')
                          from   pg_settings
                          where  source not in ('default', 'override', 'client', 'session', 'user', 'database')
                          and    name not in ('primary_conninfo', 'ssl_passphrase_command', 'application_name')
                          and    name !~* 'passw|secret|token')) as document`,
  roles: `
    select jsonb_build_object(
             'name', rolname, 'superuser', rolsuper, 'inherit', rolinherit, 'createrole', rolcreaterole,
             'createdb', rolcreatedb, 'login', rolcanlogin, 'replication', rolreplication, 'bypassrls', rolbypassrls,
             'connection_limit', rolconnlimit, 'valid_until', rolvaliduntil,
             'member_of', (select coalesce(jsonb_agg(above.rolname order by above.rolname), '[]')
                           from   pg_auth_members m join pg_roles above on above.oid = m.roleid
                           where  m.member = r.oid)) as document
    from   pg_roles r
    where  rolname !~ '^pg_'
    order  by rolname`,
  databases: `
    select jsonb_build_object(
             'name', datname, 'owner', pg_get_userbyid(datdba), 'encoding', pg_encoding_to_char(encoding),
             'collate', datcollate, 'ctype', datctype, 'allows_connections', datallowconn,
             'connection_limit', datconnlimit) as document
    from   pg_database
    where  not datistemplate
    order  by datname`,
  schemas: `
    select jsonb_build_object('name', nspname, 'owner', pg_get_userbyid(nspowner)) as document
    from   pg_namespace
    where  ${isUserSchema("nspname")}
    order  by nspname`,
  tables: (isWithPermissions: boolean) => `
    select jsonb_build_object(
             'schema', n.nspname, 'name', c.relname,
             'kind', case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
                                    when 'm' then 'materialized view' else 'foreign table' end,
             'owner', pg_get_userbyid(c.relowner),
             'comment', obj_description(c.oid, 'pg_class'),
             'row_security', c.relrowsecurity,
             'columns', (select coalesce(jsonb_agg(jsonb_build_object(
                           'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
                           'default', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum), '[]')
                         from   pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                         where  a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
             'constraints', (select coalesce(jsonb_object_agg(conname, pg_get_constraintdef(k.oid) order by conname), '{}')
                             from   pg_constraint k where k.conrelid = c.oid),
             'indexes', (select coalesce(jsonb_object_agg(i.relname, pg_get_indexdef(i.oid) order by i.relname), '{}')
                         from   pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid),
             'references', (select coalesce(jsonb_agg(distinct other.nspname || '/' || target.relname), '[]')
                            from   pg_constraint k join pg_class target on target.oid = k.confrelid
                            join   pg_namespace other on other.oid = target.relnamespace
                            where  k.conrelid = c.oid and k.contype = 'f')
             ${isWithPermissions ? ", 'permissions', c.relacl::text[]" : ""}) as document
    from   pg_class c join pg_namespace n on n.oid = c.relnamespace
    where  c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${isUserSchema("n.nspname")}
    order  by n.nspname, c.relname`,
};
