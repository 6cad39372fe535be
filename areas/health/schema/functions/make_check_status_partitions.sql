-- One partition a day. Rows of a day that came before its partition wait in the default one and move over.
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
comment on function make_check_status_partitions(date, date) is 'Makes the partitions of check_statuses for the days between; answers how many were missing.';

select make_check_status_partitions();
