-- Statement triggers. What was before a change of the document that is gone is not known, whether the change was told or not. With
-- an item everything about it goes, and there is nothing to tell.
create or replace function note_lost_versions() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  -- All of those that are not told are of documents.
  of_documents constant text := case tg_table_name when 'config_changes' then 'g.source = ''diff''' else 'true' end;
begin
  execute format(
    'insert into config_lost_versions as l (config_id, until)
     select g.config_id, max(g.created_at)
     from   gone g
     where  %s and exists (select from config_items i where i.id = g.config_id)
     group  by g.config_id
     order  by g.config_id
     on conflict (config_id) do update set until = greatest(l.until, excluded.until)',
    of_documents);
  return null;
end;
$$;
comment on function note_lost_versions() is 'Remembers up to when the documents of config items are not known any more.';

create or replace trigger lost_versions after delete on config_changes referencing old table as gone
for each statement execute function note_lost_versions();

create or replace trigger lost_versions after delete on config_unlisted_versions referencing old table as gone
for each statement execute function note_lost_versions();
