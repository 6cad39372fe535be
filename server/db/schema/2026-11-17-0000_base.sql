-- The base of every table: text search by trigrams, time-ordered ids, the tables of the server itself, and the functions
-- and triggers that many tables share.

create extension if not exists pg_trgm;

-- Version 7: 48 bits of milliseconds, then randomness, so that ids sort by creation and indexes grow at one end.
-- PostgreSQL has uuidv7() only from version 18 on.
create or replace function new_id() returns uuid
language sql
volatile
parallel safe
as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid;
$$;
comment on function new_id() is 'A time-ordered uuid (version 7).';

create table changes (
  id       bigint generated always as identity primary key,
  xid      xid8 not null default pg_current_xact_id(),
  relation text not null,
  ids      text[],
  at       timestamptz not null default clock_timestamp()
);
create index changes_by_xid on changes (xid, id);

comment on table changes is 'Recent changes of rows, for live screens. Kept for about 15 minutes; written by triggers on every exposed or watched table.';
comment on column changes.xid is 'The transaction that wrote the row. A reader finds new rows by comparing two snapshots.';
comment on column changes.ids is 'Keys of the changed rows; null if there were too many to list.';

create unlogged table processes (
  id           uuid primary key,
  role         text not null check (role in ('all', 'web', 'worker')),
  hostname     text not null,
  pid          integer not null,
  version      text not null,
  address      text,
  started_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  rss_bytes    bigint not null,
  held_keys    text[],
  sealing_key  text
);

comment on table processes is 'The running processes of this system, each with its heartbeat. @exposed @readonly @resource rbac';
comment on column processes.role is '@enum all web worker';
comment on column processes.address is 'The address that it listens on, if it serves the web.';
comment on column processes.last_seen_at is 'Its last heartbeat; a process without one for a minute has ended.';
comment on column processes.held_keys is 'Fingerprints of the keys that it can open secrets with. @secret';
comment on column processes.sealing_key is 'Fingerprint of the key that it seals with. @secret';

create table settings (
  name  text primary key,
  value text not null
);

comment on table settings is 'State of the product itself, such as the fingerprint of its secret key.';

create table done_once (
  what    text primary key,
  done_at timestamptz not null default now()
);

comment on table done_once is 'Resources that the first start of this installation created. They are not created again after somebody deletes them.';

-- Tables call `keep_row_rules('…')` for the triggers on updated_at, deleted_at, is_pushed and severity.

create or replace function touch_row() returns trigger
language plpgsql
as $$
begin
  -- Sealing a value again with another key does not change it.
  if current_setting('quarterdeck.resealing', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;
comment on function touch_row() is 'Records the time of an update.';

create or replace function keep_deleted_at() returns trigger
language plpgsql
as $$
begin
  new.deleted_at := old.deleted_at;
  return new;
end;
$$;
comment on function keep_deleted_at() is 'Keeps the time of the first deletion.';

create or replace function mark_unpushed() returns trigger
language plpgsql
as $$
begin
  new.is_pushed := false;
  return new;
end;
$$;
comment on function mark_unpushed() is 'Marks a changed row to be pushed again.';

create or replace function lower_severity() returns trigger
language plpgsql
as $$
begin
  new.severity := lower(new.severity);
  return new;
end;
$$;
comment on function lower_severity() is 'Clients send severities in either case; they are stored in lower case.';

-- Creates the triggers for the columns of the table, so that each condition is checked before a function is called. A
-- change that adds columns to a table calls it again.
create or replace procedure keep_row_rules(
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
comment on procedure keep_row_rules(regclass, text[], boolean) is 'Creates the triggers for updated_at, deleted_at, is_pushed and severity of a table.';

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

create or replace function are_labels(value jsonb) returns boolean
language sql
immutable
parallel safe
return value is null or (jsonb_typeof(value) = 'object' and not jsonb_path_exists(value, '$.* ? (@.type() != "string")'));
comment on function are_labels(jsonb) is 'Whether the value is an object whose values are all texts, as labels and tags are.';

create or replace function property_values(properties jsonb) returns jsonb
language sql
immutable
parallel safe
return coalesce(
  jsonb_path_query_array(properties, '$[*].text ? (@.type() == "string")')
  || jsonb_path_query_array(properties, '$[*].value ? (@.type() != "null")'),
  '[]'
);
comment on function property_values(jsonb) is 'Every text and value of a list of properties, for search.';

create or replace function label_values(labels jsonb) returns jsonb
language sql
immutable
parallel safe
return coalesce(jsonb_path_query_array(labels, '$.*'), '[]');
comment on function label_values(jsonb) is 'The values of an object, for search.';
