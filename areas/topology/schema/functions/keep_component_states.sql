-- Statement trigger on components. Several changes in one transaction are one state. A transaction that waited for
-- another one has an earlier start time, so its state begins right after the state of the other transaction. See
-- keep_component_property_states for `enable_seqscan`.
create or replace function keep_component_states() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into component_states (component_id, since, name, parent_id, health, status, is_deleted)
    select id, now(), name, parent_id, health, status, deleted_at is not null from came;
    return null;
  end if;
  insert into component_states as s (component_id, since, name, parent_id, health, status, is_deleted)
  select c.id, case when l.since > now() then l.since + interval '1 microsecond' else now() end,
         c.name, c.parent_id, c.health, c.status, c.deleted_at is not null
  from   came c
  join   gone g using (id)
  left   join lateral (
           select since from component_states where component_id = c.id order by since desc limit 1
         ) l on true
  where  row(c.name, c.parent_id, c.health, c.status, c.deleted_at is null) is distinct from
         row(g.name, g.parent_id, g.health, g.status, g.deleted_at is null)
  on     conflict (component_id, since) do update
  set    name = excluded.name, parent_id = excluded.parent_id, health = excluded.health, status = excluded.status,
         is_deleted = excluded.is_deleted;
  return null;
end;
$$;
comment on function keep_component_states() is 'Records the states of components.';

create or replace trigger states_insert after insert on components referencing new table as came
for each statement execute function keep_component_states();
create or replace trigger states_update after update on components referencing old table as gone new table as came
for each statement execute function keep_component_states();
