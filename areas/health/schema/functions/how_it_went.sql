-- Encodes the result of a run for check_status_slots.
create or replace function how_it_went(status boolean, invalid boolean, in_maintenance boolean) returns smallint
language sql immutable parallel safe
return (
  case when status is null then 0
       else (case when status then 1 else 2 end) + (case when counts_in_uptime(invalid, in_maintenance) then 0 else 2 end)
  end
)::smallint;
comment on function how_it_went(boolean, boolean, boolean) is 'The result of a run of a check as a number.';
