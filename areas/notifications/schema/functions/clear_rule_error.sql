-- The stored error belongs to the previous version of the rule.
create or replace function clear_rule_error() returns trigger
language plpgsql
as $$
begin
  new.error := null;
  return new;
end;
$$;
comment on function clear_rule_error() is 'Clears the error of a rule when it changes.';

create or replace trigger clear_error before update on notifications
for each row when (
  old.error is not null and old.error is not distinct from new.error
  and row(old.filter, old.events, old.custom_services, old.team_id, old.person_id, old.playbook_id)
      is distinct from row(new.filter, new.events, new.custom_services, new.team_id, new.person_id, new.playbook_id)
) execute function clear_rule_error();
create or replace trigger clear_error before update on notification_silences
for each row when (
  old.error is not null and old.error is not distinct from new.error
  and row(old.filter, old.selectors, old.matchers) is distinct from row(new.filter, new.selectors, new.matchers)
) execute function clear_rule_error();
