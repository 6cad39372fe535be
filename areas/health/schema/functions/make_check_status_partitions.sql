-- One partition per day. Rows that arrive before their partition exists are stored in the default partition and moved
-- later.
create or replace function make_check_status_partitions(
  first date default (now() at time zone 'utc')::date - 1,
  last date default (now() at time zone 'utc')::date + 7
) returns integer
language plpgsql
as $$
declare
  day date := first;
  name text;
  made integer := 0;
begin
  while day <= last loop
    name := 'check_statuses_' || to_char(day, 'YYYYMMDD');
    if to_regclass('public.' || name) is null then
      execute format('create table public.%I (like public.check_statuses including defaults including constraints)', name);
      execute format('with moved as (delete from public.check_statuses_default where time >= %L and time < %L returning *)
                      insert into public.%I select * from moved',
                     day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc', name);
      execute format('alter table public.check_statuses attach partition public.%I for values from (%L) to (%L)',
                     name, day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc');
      made := made + 1;
    end if;
    day := day + 1;
  end loop;
  return made;
end;
$$;
comment on function make_check_status_partitions(date, date) is 'Creates the partitions of check_statuses for a range of days; returns how many were missing.';

select make_check_status_partitions();
