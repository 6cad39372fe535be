create or replace function dirty_teams() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into component_dirt (team_id) values (new.id);
  return null;
end;
$$;
comment on function dirty_teams() is 'Records a team whose components have to be selected again.';

create or replace trigger dirty_teams_insert after insert on teams
for each row execute function dirty_teams();
create or replace trigger dirty_teams_update after update on teams
for each row when (old.spec -> 'components' is distinct from new.spec -> 'components' or (old.deleted_at is null) <> (new.deleted_at is null))
execute function dirty_teams();
