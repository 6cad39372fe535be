-- Row trigger on incidents and their parts: each edit keeps the former text, so that no edit is lost. Redactions
-- are not recorded here, because they must not keep the text.
create or replace function record_incident_edits() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  author constant uuid := coalesce(nullif(current_setting('quarterdeck.person', true), '')::uuid, new.created_by);
  why constant text := nullif(current_setting('quarterdeck.reason', true), '');
begin
  if tg_table_name = 'incidents' then
    insert into incident_histories (incident_id, created_by, type, description, reason)
    select new.id, author, 'incident.' || e.step || '_updated', e.former, why
    from   (values
             ('title', old.title, new.title),
             ('description', old.description, new.description),
             ('severity', old.severity, new.severity),
             ('type', old.type, new.type),
             ('commander', (select p.name from people p where p.id = old.commander_id), new.commander_id::text),
             ('communicator', (select p.name from people p where p.id = old.communicator_id), new.communicator_id::text)
           ) as e (step, former, latter)
    where  case e.step
             when 'commander' then old.commander_id is distinct from new.commander_id
             when 'communicator' then old.communicator_id is distinct from new.communicator_id
             else e.former is distinct from e.latter
           end;
  elsif tg_table_name = 'hypotheses' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, description)
    select new.incident_id, author, e.step, new.id, e.former
    from   (values
             ('hypothesis.title_updated', old.title, old.title is distinct from new.title),
             ('hypothesis.type_updated', old.type, old.type is distinct from new.type),
             ('hypothesis.moved', (select h.title from hypotheses h where h.id = old.parent_id), old.parent_id is distinct from new.parent_id)
           ) as e (step, former, is_changed)
    where  e.is_changed;
  elsif tg_table_name = 'comments' then
    insert into incident_histories (incident_id, created_by, type, comment_id, hypothesis_id, description)
    values (new.incident_id, author, 'comment.updated', new.id, new.hypothesis_id, old.comment);
  elsif tg_table_name = 'evidences' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id, description)
    select h.incident_id, author, e.step, h.id, new.id, e.former
    from   hypotheses h
    cross  join (values
             ('evidence.description_updated', old.description, old.description is distinct from new.description),
             ('evidence.comment_updated', old.evidence ->> 'comment', old.evidence ->> 'comment' is distinct from new.evidence ->> 'comment'),
             ('evidence.script_updated', old.script, old.script is distinct from new.script),
             ('evidence.moved', (select f.title from hypotheses f where f.id = old.hypothesis_id), old.hypothesis_id is distinct from new.hypothesis_id)
           ) as e (step, former, is_changed)
    where  h.id = new.hypothesis_id and e.is_changed;
  end if;
  return null;
end;
$$;
comment on function record_incident_edits() is 'Keeps the former texts of an incident.';

create or replace trigger edits after update on incidents
for each row when (
  row(old.title, old.description, old.severity, old.type, old.commander_id, old.communicator_id)
  is distinct from row(new.title, new.description, new.severity, new.type, new.commander_id, new.communicator_id)
) execute function record_incident_edits();
create or replace trigger edits after update on hypotheses
for each row when (row(old.title, old.type, old.parent_id) is distinct from row(new.title, new.type, new.parent_id)) execute function record_incident_edits();
create or replace trigger edits after update on comments
for each row when (old.comment is distinct from new.comment and new.redacted_at is not distinct from old.redacted_at) execute function record_incident_edits();
create or replace trigger edits after update on evidences
for each row when (
  new.redacted_at is not distinct from old.redacted_at
  and row(old.description, old.evidence ->> 'comment', old.script, old.hypothesis_id)
      is distinct from row(new.description, new.evidence ->> 'comment', new.script, new.hypothesis_id)
) execute function record_incident_edits();
