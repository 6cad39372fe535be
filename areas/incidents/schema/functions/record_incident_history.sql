-- Row trigger on incidents and their parts. It records new rows and status changes. The author is the person in the
-- setting quarterdeck.person, or else the creator of the row; quarterdeck.reason has the reason of an automatic change.
create or replace function record_incident_history() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  author constant uuid := coalesce(nullif(current_setting('quarterdeck.person', true), '')::uuid, new.created_by);
  why constant text := case tg_op when 'UPDATE' then nullif(current_setting('quarterdeck.reason', true), '') end;
begin
  if tg_table_name = 'incidents' then
    insert into incident_histories (incident_id, created_by, type, description, reason)
    values (new.id, author, case tg_op when 'INSERT' then 'incident.created' else 'incident.status_updated' end,
            case tg_op when 'INSERT' then new.incident_id else new.status end, why);
  elsif tg_table_name = 'responders' then
    insert into incident_histories (incident_id, created_by, type, responder_id)
    values (new.incident_id, author, case tg_op when 'INSERT' then 'responder.created' else 'responder.deleted' end, new.id);
  elsif tg_table_name = 'comments' then
    insert into incident_histories (incident_id, created_by, type, comment_id, responder_id, hypothesis_id)
    values (new.incident_id, author, 'responder.commented', new.id, new.responder_id, new.hypothesis_id);
  elsif tg_table_name = 'hypotheses' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, description, reason)
    values (new.incident_id, author, case tg_op when 'INSERT' then 'hypothesis.created' else 'hypothesis.status_updated' end, new.id, new.status, why);
  elsif tg_table_name = 'evidences' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id, reason)
    select h.incident_id, author, s.step, h.id, new.id, why
    from   hypotheses h
    cross  join lateral (
             select 'evidence.created' as step where tg_op = 'INSERT'
             union all
             select 'evidence.done_definition_added'
             where  new.definition_of_done and (tg_op = 'INSERT' or not old.definition_of_done)
             union all
             select 'evidence.done_definition_removed' where tg_op = 'UPDATE' and old.definition_of_done and not new.definition_of_done
             union all
             select case when new.done then 'evidence.done_definition_passed' else 'evidence.done_definition_regressed' end
             where  tg_op = 'UPDATE' and new.definition_of_done and coalesce(new.done, false) <> coalesce(old.done, false)
           ) s
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
create or replace trigger history after update on responders
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function record_incident_history();
create or replace trigger history_new after insert on comments
for each row when (new.responder_id is not null) execute function record_incident_history();
create or replace trigger history_new after insert on hypotheses for each row execute function record_incident_history();
create or replace trigger history after update on hypotheses
for each row when (old.status is distinct from new.status) execute function record_incident_history();
create or replace trigger history_new after insert on evidences for each row execute function record_incident_history();
create or replace trigger history after update on evidences
for each row when (row(old.definition_of_done, old.done) is distinct from row(new.definition_of_done, new.done)) execute function record_incident_history();
