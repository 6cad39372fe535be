-- Triggers on the tables that component selectors match. The columns are those that selectors usually read (`tracked`
-- in server/links/link-kinds.ts); the links keeper learns about changes of other columns from the live stream. A row
-- trigger costs nothing for the many updates that change none of these columns, such as check runs and repeated
-- scrapes.
create or replace function dirty_links() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_level = 'STATEMENT' then
    insert into link_dirt (relation, target_id) select tg_table_name, id from came;
  else
    insert into link_dirt (relation, target_id) values (tg_table_name, new.id);
  end if;
  return null;
end;
$$;
comment on function dirty_links() is 'Records changed rows that component selectors may now match differently.';

create or replace trigger dirty_links_insert after insert on config_items referencing new table as came
for each statement execute function dirty_links();
create or replace trigger dirty_links_update after update on config_items
for each row when (
  row(old.name, old.type, old.config_class, old.external_id, old.tags, old.labels, old.agent_id, old.scraper_id, old.deleted_at)
  is distinct from
  row(new.name, new.type, new.config_class, new.external_id, new.tags, new.labels, new.agent_id, new.scraper_id, new.deleted_at)
) execute function dirty_links();

create or replace trigger dirty_links_insert after insert on checks referencing new table as came
for each statement execute function dirty_links();
create or replace trigger dirty_links_update after update on checks
for each row when (
  row(old.name, old.type, old.namespace, old.labels, old.owner, old.severity, old.agent_id, old.canary_id, old.deleted_at)
  is distinct from
  row(new.name, new.type, new.namespace, new.labels, new.owner, new.severity, new.agent_id, new.canary_id, new.deleted_at)
) execute function dirty_links();

-- A component also has its own selectors.
create or replace trigger dirty_links_insert after insert on components referencing new table as came
for each statement execute function dirty_links();
create or replace trigger dirty_links_update after update on components
for each row when (
  row(old.name, old.type, old.namespace, old.labels, old.owner, old.external_id, old.agent_id, old.topology_id,
      old.deleted_at, old.selectors, old.configs, old.component_checks)
  is distinct from
  row(new.name, new.type, new.namespace, new.labels, new.owner, new.external_id, new.agent_id, new.topology_id,
      new.deleted_at, new.selectors, new.configs, new.component_checks)
) execute function dirty_links();
