create or replace function mark_check_transition() returns trigger
language plpgsql
as $$
begin
  new.last_transition_time := now();
  return new;
end;
$$;
comment on function mark_check_transition() is 'Sets the time at which a check changed its status.';

create or replace trigger transition before update on checks
for each row when (old.status is distinct from new.status) execute function mark_check_transition();
