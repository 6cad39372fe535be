-- Row trigger on views: a person who only changes its labels, or how and where it is shown, does not become its author.
-- The queries, which another person wrote, would otherwise use the connections of this person.
create or replace function keep_view_author() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  shown constant text[] := '{title,icon,display,cache,sections}';
begin
  if jsonb_typeof(new.spec) = 'object' and jsonb_typeof(old.spec) = 'object' then
    if new.spec - shown = old.spec - shown then
      new.updated_by := old.updated_by;
    end if;
  end if;
  return new;
end
$$;
comment on function keep_view_author() is 'Keeps the author of a view whose data stay the same.';

create or replace trigger keep_author before update on views
for each row when (new.updated_by is not null and new.updated_by is distinct from old.updated_by) execute function keep_view_author();
