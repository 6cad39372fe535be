-- A statement trigger on tables with labels; arguments: the table of pairs, then each jsonb column, whose name is also the
-- kind. A writer locks its pairs as a foreign key would, so that no other writer removes a pair that is about to be used.
-- A pair that is locked while its last row is deleted stays until it is deleted once more.
create or replace function keep_facets() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  facets constant text := tg_argv[0];
  came_pairs text;
  gone_pairs text;
  held jsonb;
  kind text;
  differs text;
  touched boolean;
begin
  -- `insert … on conflict do update` also runs the trigger if it has inserted no row.
  if tg_op = 'INSERT' then
    if not exists (select from came) then
      return null;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    select string_agg(format('c.%1$I is distinct from g.%1$I', name), ' or ') into differs from unnest(tg_argv[1:]) as name;
    -- An aggregate, because the planner expects `exists` to find a row soon and compares every pair of rows.
    execute format('select bool_or((c.deleted_at is null) <> (g.deleted_at is null) or %s) from came c join gone g using (id)', differs)
    into touched;
    if touched is not true then
      return null;
    end if;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    kind := tg_argv[i];
    came_pairs := format(case tg_op
      when 'UPDATE' then
        'select distinct p.key, p.value from came c join gone g using (id), jsonb_each_text(c.%1$I) p
         where c.deleted_at is null and (g.deleted_at is not null or c.%1$I is distinct from g.%1$I)'
      else 'select distinct p.key, p.value from came c, jsonb_each_text(c.%1$I) p where c.deleted_at is null' end, kind);
    gone_pairs := format(case tg_op
      when 'UPDATE' then
        'select distinct p.key, p.value from gone g join came c using (id), jsonb_each_text(g.%1$I) p
         where g.deleted_at is null and (c.deleted_at is not null or c.%1$I is distinct from g.%1$I)'
      else 'select distinct p.key, p.value from gone g, jsonb_each_text(g.%1$I) p where g.deleted_at is null' end, kind);

    if tg_op <> 'DELETE' then
      execute format('insert into %I (kind, key, value) select %L, key, value from (%s) p order by key, value on conflict do nothing',
                     facets, kind, came_pairs);
      execute format('select from %I f join (%s) p using (key, value) where f.kind = %L for key share of f', facets, came_pairs, kind);
    end if;
    if tg_op <> 'INSERT' then
      execute format('select jsonb_agg(jsonb_build_array(key, value)) from (select f.key, f.value from %I f join (%s) p using (key, value)
                      where f.kind = %L for update of f skip locked) held', facets, gone_pairs, kind) into held;
      execute format('delete from %I f using jsonb_array_elements($1) as pair
                      where f.kind = %L and f.key = pair ->> 0 and f.value = pair ->> 1
                      and not exists (select from %I r where r.deleted_at is null and r.%I @> jsonb_build_object(f.key, f.value))',
                     facets, kind, tg_table_name, kind) using held;
    end if;
  end loop;
  return null;
end;
$$;
comment on function keep_facets() is 'Maintains the small table of labels in use.';
