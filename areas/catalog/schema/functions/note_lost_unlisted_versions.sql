-- Statement trigger. As of changes that are told, so of those that are not: what was before one that is gone is not known.
create or replace function note_lost_unlisted_versions() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_lost_versions as l (config_id, until)
  select g.config_id, max(g.created_at)
  from   gone g
  where  exists (select from config_items i where i.id = g.config_id)
  group  by g.config_id
  order  by g.config_id
  on conflict (config_id) do update set until = greatest(l.until, excluded.until);
  return null;
end;
$$;
comment on function note_lost_unlisted_versions() is 'Remembers up to when the documents of config items are not known any more.';

create or replace trigger lost_versions after delete on config_unlisted_versions referencing old table as gone
for each statement execute function note_lost_unlisted_versions();
