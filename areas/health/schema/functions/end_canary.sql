-- Deletes the turns and checks of a deleted canary.
create or replace function end_canary() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from check_turns where canary_id = new.id;
  update checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  return null;
end;
$$;
comment on function end_canary() is 'Deletes the turns and checks of a deleted canary.';

create or replace trigger ended after update on canaries
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_canary();
