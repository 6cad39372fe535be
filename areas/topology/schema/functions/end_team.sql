-- Deleting a team removes its component assignments.
create or replace function end_team() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from team_components where team_id = new.id;
  return null;
end;
$$;
comment on function end_team() is 'Deletes the component assignments of a deleted team.';

create or replace trigger ended after update on teams
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_team();
