create or replace function mark_component_transition() returns trigger
language plpgsql
as $$
begin
  new.last_transition_time := now();
  return new;
end;
$$;
comment on function mark_component_transition() is 'Sets the time at which the health of a component changed.';

create or replace trigger transition before update on components
for each row when (old.health is distinct from new.health) execute function mark_component_transition();
