-- Statement trigger. What was before a change of the document that is gone is not known, whether the change was told or not. With
-- an item everything about it goes, and there is nothing to tell.
create or replace function note_lost_versions() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_lost_versions as l (config_id, until)
  select d.config_id, max(d.created_at)
  -- Changes say by their source whether they are of the document. Unlisted versions have no such column, and all are: there the
  -- name means the one out here.
  from   (values ('diff')) unless_said (source)
  cross  join lateral (select g.config_id, g.created_at from gone g where source = 'diff') d
  where  exists (select from config_items i where i.id = d.config_id)
  group  by d.config_id
  order  by d.config_id
  on conflict (config_id) do update set until = greatest(l.until, excluded.until);
  return null;
end;
$$;
comment on function note_lost_versions() is 'Remembers up to when the documents of config items are not known any more.';

create or replace trigger lost_versions after delete on config_changes referencing old table as gone
for each statement execute function note_lost_versions();

create or replace trigger lost_versions after delete on config_unlisted_versions referencing old table as gone
for each statement execute function note_lost_versions();
