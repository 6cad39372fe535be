-- What many tables have in common: when a row counts as updated, that a deletion keeps its moment, severities in lower
-- case, and small tables of the labels in use. Tables ask for the first two with `call keep_row_rules('…')`.

create function touch_row() returns trigger
language plpgsql
as $$
begin
  -- What is sealed with another key says the same as before.
  if current_setting('quarterdeck.resealing', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;
comment on function touch_row() is 'Marks the moment of an update.';

create function keep_deleted_at() returns trigger
language plpgsql
as $$
begin
  new.deleted_at := old.deleted_at;
  return new;
end;
$$;
comment on function keep_deleted_at() is 'A row is deleted once: later deletions do not move the moment.';

create function mark_unpushed() returns trigger
language plpgsql
as $$
begin
  new.is_pushed := false;
  return new;
end;
$$;
comment on function mark_unpushed() is 'What changed has to be pushed again.';

create function lower_severity() returns trigger
language plpgsql
as $$
begin
  new.severity := lower(new.severity);
  return new;
end;
$$;
comment on function lower_severity() is 'Clients send severities in either case; they are stored in lower case.';

-- Builds the triggers from the columns that the table has, so that each condition is checked before a function is called.
-- A change that adds columns to a table calls it again.
create procedure keep_row_rules(
  relation regclass,
  touched_by text[] default null,
  revivable boolean default false
)
language plpgsql
as $$
declare
  every text[];
  meaningful text;
  touches text;
begin
  select array_agg(attname::text order by attnum)
  into   every
  from   pg_attribute
  where  attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '';

  select format('row(%s) is distinct from row(%s)',
                string_agg(format('old.%I', name), ', '),
                string_agg(format('new.%I', name), ', '))
  into   meaningful
  from   unnest(every) as name
  where  name not in ('updated_at', 'is_pushed');

  if 'updated_at' = any (every) then
    touches := meaningful;
    if touched_by is not null then
      select string_agg(format('old.%1$I is distinct from new.%1$I', name), ' or ') into touches from unnest(touched_by) as name;
    end if;
    touches := format('(%s)', touches);
    if 'deleted_at' = any (every) then touches := 'new.deleted_at is null and ' || touches; end if;
    if 'agent_id' = any (every) then
      touches := 'coalesce(new.agent_id, ''00000000-0000-0000-0000-000000000000'') = ''00000000-0000-0000-0000-000000000000'' and ' || touches;
    end if;
    execute format('create or replace trigger touched before update on %s for each row when (%s) execute function touch_row()', relation, touches);
  end if;
  if 'deleted_at' = any (every) then
    execute format(
      'create or replace trigger deleted_once before update on %s for each row
       when (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at %s) execute function keep_deleted_at()',
      relation, case when revivable then 'and new.deleted_at is not null' else '' end);
  end if;
  if 'is_pushed' = any (every) then
    execute format(
      'create or replace trigger unpushed before update on %s for each row
       when (old.is_pushed and new.is_pushed and %s) execute function mark_unpushed()',
      relation, meaningful);
  end if;
  if 'severity' = any (every) then
    execute format(
      'create or replace trigger lower_severity before insert or update on %s for each row
       when (new.severity is distinct from lower(new.severity)) execute function lower_severity()',
      relation);
  end if;
end;
$$;
comment on procedure keep_row_rules(regclass, text[], boolean) is 'Gives a table its rules on updated_at, deleted_at, is_pushed and severity.';

-- Statement trigger on tables with labels; arguments: the table of pairs, then each jsonb column, which is also the kind.
-- A writer holds its pairs as a foreign key would hold them, so that nobody removes a pair that is about to be in use;
-- a pair that somebody holds while its last row goes away stays until it goes away once more.
create function keep_facets() returns trigger
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
begin
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
comment on function keep_facets() is 'Keeps the small table of labels in use in step with the rows that carry them.';

-- Labels and tags are texts by name.
create function are_labels(value jsonb) returns boolean
language sql
immutable
parallel safe
return value is null or (jsonb_typeof(value) = 'object' and not jsonb_path_exists(value, '$.* ? (@.type() != "string")'));
comment on function are_labels(jsonb) is 'Whether the value is an object of texts.';

-- Every text and value of a list of properties, for search.
create function property_values(properties jsonb) returns jsonb
language sql
immutable
parallel safe
return coalesce(
  jsonb_path_query_array(properties, '$[*].text ? (@.type() == "string")')
  || jsonb_path_query_array(properties, '$[*].value ? (@.type() != "null")'),
  '[]'
);
comment on function property_values(jsonb) is 'Every text and value of a list of properties.';

create function label_values(labels jsonb) returns jsonb
language sql
immutable
parallel safe
return coalesce(jsonb_path_query_array(labels, '$.*'), '[]');
comment on function label_values(jsonb) is 'The values of an object.';
