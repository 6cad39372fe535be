-- Row trigger on the parts of an incident that can be deleted. Entries about deleted comments and evidence contain no
-- user text, and evidence of a deleted hypothesis gets no entry of its own.
create or replace function record_incident_deletions() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  author constant uuid := coalesce(nullif(current_setting('quarterdeck.person', true), '')::uuid, old.created_by);
begin
  if tg_table_name = 'hypotheses' then
    insert into incident_histories (incident_id, created_by, type, description)
    values (old.incident_id, author, 'hypothesis.deleted', old.title);
  elsif tg_table_name = 'comments' then
    -- Not for the comments of a deleted hypothesis.
    insert into incident_histories (incident_id, created_by, type, hypothesis_id)
    select old.incident_id, author, 'comment.deleted', h.id
    from   (select) one
    left   join hypotheses h on h.id = old.hypothesis_id
    where  old.hypothesis_id is null or h.id is not null;
  elsif tg_table_name = 'evidences' then
    -- The name of its resource is left out, because not every reader of the history may read the resource.
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, description)
    select h.incident_id, author, 'evidence.deleted', h.id, replace(old.type, '_', ' ')
    from   hypotheses h
    where  h.id = old.hypothesis_id;
  end if;
  return null;
end;
$$;
comment on function record_incident_deletions() is 'Records deletions in the history of an incident.';

create or replace trigger deletions after delete on hypotheses for each row execute function record_incident_deletions();
create or replace trigger deletions after delete on comments for each row execute function record_incident_deletions();
create or replace trigger deletions after delete on evidences for each row execute function record_incident_deletions();
