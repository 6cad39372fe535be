-- Evidence links an incident to components.
create or replace function dirty_components_of_incident() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'incidents' then
    insert into component_dirt (component_id)
    select distinct e.component_id
    from   hypotheses h
    join   evidences e on e.hypothesis_id = h.id and e.component_id is not null
    where  h.incident_id = new.id;
    return null;
  end if;
  if tg_op <> 'INSERT' and old.component_id is not null then
    insert into component_dirt (component_id) values (old.component_id);
  end if;
  if tg_op <> 'DELETE' and new.component_id is not null then
    insert into component_dirt (component_id) values (new.component_id);
  end if;
  return null;
end;
$$;
comment on function dirty_components_of_incident() is 'Records the components whose open incidents changed.';

create or replace trigger dirty_components after update on incidents
for each row when (row(old.resolved, old.closed, old.type, old.severity) is distinct from row(new.resolved, new.closed, new.type, new.severity))
execute function dirty_components_of_incident();
create or replace trigger dirty_components_update after update on evidences
for each row when (row(old.component_id, old.hypothesis_id) is distinct from row(new.component_id, new.hypothesis_id))
execute function dirty_components_of_incident();
create or replace trigger dirty_components_insert after insert on evidences
for each row when (new.component_id is not null) execute function dirty_components_of_incident();
create or replace trigger dirty_components_delete after delete on evidences
for each row when (old.component_id is not null) execute function dirty_components_of_incident();
