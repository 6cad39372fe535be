-- Row triggers on everything that the definition of done and the rules read. Their conditions skip updates that change
-- none of these columns, such as check runs and repeated scrapes.
create or replace function record_incident_dirt() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  -- The automation has just evaluated the evidence and incidents that it writes itself.
  if tg_table_name in ('evidences', 'incidents') and current_setting('quarterdeck.automating', true) = 'on' then
    return null;
  end if;
  if tg_table_name = 'evidences' and tg_op = 'DELETE' then
    -- The incident may be done without this evidence.
    insert into incident_dirt (relation, target_id)
    select 'incidents', h.incident_id from hypotheses h where h.id = old.hypothesis_id;
  else
    insert into incident_dirt (relation, target_id) values (tg_table_name, new.id);
  end if;
  return null;
end;
$$;
comment on function record_incident_dirt() is 'Records changed rows that the definition of done or a rule may judge differently.';

create or replace trigger incident_dirt after update on checks
for each row when (
  row(old.status, old.paused_at, old.paused_until, old.deleted_at, old.could_not_check_since, old.name, old.type, old.namespace,
      old.labels, old.severity, old.category)
  is distinct from
  row(new.status, new.paused_at, new.paused_until, new.deleted_at, new.could_not_check_since, new.name, new.type, new.namespace,
      new.labels, new.severity, new.category)
) execute function record_incident_dirt();
create or replace trigger incident_dirt_insert after insert on checks
for each row when (new.status = 'unhealthy') execute function record_incident_dirt();

-- A change of the document changes updated_at.
create or replace trigger incident_dirt after update on config_items
for each row when (
  row(old.health, old.status, old.updated_at, old.deleted_at, old.name, old.type, old.tags, old.labels)
  is distinct from
  row(new.health, new.status, new.updated_at, new.deleted_at, new.name, new.type, new.tags, new.labels)
) execute function record_incident_dirt();
create or replace trigger incident_dirt_insert after insert on config_items
for each row when (new.health in ('unhealthy', 'warning')) execute function record_incident_dirt();

create or replace trigger incident_dirt after update on components
for each row when (
  row(old.health, old.status, old.deleted_at, old.name, old.type, old.namespace, old.labels)
  is distinct from
  row(new.health, new.status, new.deleted_at, new.name, new.type, new.namespace, new.labels)
) execute function record_incident_dirt();
create or replace trigger incident_dirt_insert after insert on components
for each row when (new.health in ('unhealthy', 'warning')) execute function record_incident_dirt();

create or replace trigger incident_dirt after update on config_analysis
for each row when (
  row(old.status, old.severity, old.summary, old.message, old.analysis, old.properties)
  is distinct from
  row(new.status, new.severity, new.summary, new.message, new.analysis, new.properties)
) execute function record_incident_dirt();

create or replace trigger incident_dirt_insert after insert on evidences
for each row when (new.definition_of_done or new.script is not null) execute function record_incident_dirt();
create or replace trigger incident_dirt after update on evidences
for each row when (
  row(old.definition_of_done, old.done, old.script, old.type, old.hypothesis_id, old.check_id, old.component_id, old.config_id,
      old.config_analysis_id)
  is distinct from
  row(new.definition_of_done, new.done, new.script, new.type, new.hypothesis_id, new.check_id, new.component_id, new.config_id,
      new.config_analysis_id)
) execute function record_incident_dirt();
create or replace trigger incident_dirt_delete after delete on evidences
for each row when (old.definition_of_done) execute function record_incident_dirt();

create or replace trigger incident_dirt after update on incidents
for each row when (old.status is distinct from new.status) execute function record_incident_dirt();
