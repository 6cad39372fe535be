create or replace function clear_team_rule_errors() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update notifications set error = null where team_id = new.id and error is not null;
  return null;
end;
$$;
comment on function clear_team_rule_errors() is 'Clears the errors of a team''s rules when its spec changes, because sending may work now.';

create or replace trigger clear_rule_errors after update on teams
for each row when (old.spec is distinct from new.spec or old.spec_secrets is distinct from new.spec_secrets) execute function clear_team_rule_errors();
