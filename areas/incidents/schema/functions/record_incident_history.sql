-- Row trigger on incidents and their parts. The author is the person in the setting quarterdeck.person, or else the
-- creator of the row.
create or replace function record_incident_history() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  author constant uuid := coalesce(nullif(current_setting('quarterdeck.person', true), '')::uuid, new.created_by);
begin
  if tg_table_name = 'incidents' then
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, author, case tg_op when 'INSERT' then 'incident.created' else 'incident.status_updated' end,
            case tg_op when 'INSERT' then new.incident_id else new.status end);
  elsif tg_table_name = 'responders' then
    insert into incident_histories (incident_id, created_by, type, responder_id)
    values (new.incident_id, author, 'responder.created', new.id);
  elsif tg_table_name = 'comments' then
    insert into incident_histories (incident_id, created_by, type, comment_id, responder_id)
    values (new.incident_id, author, 'responder.commented', new.id, new.responder_id);
  elsif tg_table_name = 'hypotheses' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, description)
    values (new.incident_id, author, case tg_op when 'INSERT' then 'hypothesis.created' else 'hypothesis.status_updated' end, new.id, new.status);
  elsif tg_table_name = 'evidences' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id)
    select h.incident_id, author, case tg_op when 'INSERT' then 'evidence.created' else 'evidence.done_definition_added' end, h.id, new.id
    from   hypotheses h
    where  h.id = new.hypothesis_id;
  end if;
  return null;
end;
$$;
comment on function record_incident_history() is 'Writes the history of an incident.';

create or replace trigger history_new after insert on incidents for each row execute function record_incident_history();
create or replace trigger history after update on incidents
for each row when (old.status is distinct from new.status) execute function record_incident_history();
create or replace trigger history_new after insert on responders for each row execute function record_incident_history();
create or replace trigger history_new after insert on comments
for each row when (new.responder_id is not null) execute function record_incident_history();
create or replace trigger history_new after insert on hypotheses for each row execute function record_incident_history();
create or replace trigger history after update on hypotheses
for each row when (old.status is distinct from new.status) execute function record_incident_history();
create or replace trigger history_new after insert on evidences for each row execute function record_incident_history();
create or replace trigger history after update on evidences
for each row when (new.definition_of_done and not old.definition_of_done) execute function record_incident_history();
