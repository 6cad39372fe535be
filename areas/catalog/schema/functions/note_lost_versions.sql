-- Runs as a statement trigger. The documents before a deleted change of the document cannot be reconstructed, whether
-- the change was listed or not. If the item itself is deleted, nothing has to be recorded.
create or replace function note_lost_versions() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  -- All unlisted changes are changes of documents.
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
comment on function note_lost_versions() is 'Records until when the documents of config items cannot be reconstructed.';

create or replace trigger lost_versions after delete on config_changes referencing old table as gone
for each statement execute function note_lost_versions();

create or replace trigger lost_versions after delete on config_unlisted_versions referencing old table as gone
for each statement execute function note_lost_versions();
