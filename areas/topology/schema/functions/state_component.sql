-- Some writers set only health and status (the data API, agents, older clients): the values that they write become the
-- stated values. The roll-up, which sets quarterdeck.rolling_up, computes both columns from the stated values. The
-- other columns of the roll-up keep their values, because clients send back whole rows.
create or replace function state_component() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.stated_health := coalesce(new.stated_health, new.health);
    new.stated_status := coalesce(new.stated_status, nullif(new.status, ''));
  elsif current_setting('quarterdeck.rolling_up', true) is distinct from 'on' then
    if new.health is distinct from old.health then
      if new.stated_health is not distinct from old.stated_health then new.stated_health := new.health; end if;
      new.health := old.health;
    end if;
    if new.status is distinct from old.status then
      if new.stated_status is not distinct from old.stated_status then new.stated_status := nullif(new.status, ''); end if;
      new.status := old.status;
    end if;
    new.summary := old.summary;
    new.cost_per_minute := old.cost_per_minute;
    new.cost_total_1d := old.cost_total_1d;
    new.cost_total_7d := old.cost_total_7d;
    new.cost_total_30d := old.cost_total_30d;
    new.last_transition_time := old.last_transition_time;
  end if;
  return new;
end;
$$;
comment on function state_component() is 'Stores a written health and status as the stated values, and keeps the values that the roll-up computed.';

create or replace trigger stated_insert before insert on components
for each row when (new.health is not null or new.status <> '') execute function state_component();
create or replace trigger stated_update before update on components
for each row when (
  row(old.health, old.status, old.summary, old.cost_per_minute, old.cost_total_1d, old.cost_total_7d, old.cost_total_30d, old.last_transition_time)
  is distinct from
  row(new.health, new.status, new.summary, new.cost_per_minute, new.cost_total_1d, new.cost_total_7d, new.cost_total_30d, new.last_transition_time)
) execute function state_component();
