-- Row trigger on views: a deleted view keeps its row if it comes from a file, but not its data. It runs with the rights
-- of the owner, because only the server may write results.
create or replace function drop_view_data() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from view_results where view_id = new.id;
  delete from view_panels where view_id = new.id;
  return null;
end
$$;
comment on function drop_view_data() is 'Deletes the data of a deleted view.';

create or replace trigger drop_data after update of deleted_at on views
for each row when (new.deleted_at is not null and old.deleted_at is null) execute function drop_view_data();
