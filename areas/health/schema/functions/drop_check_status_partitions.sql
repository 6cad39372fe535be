create or replace function drop_check_status_partitions(before date) returns integer
language plpgsql
as $$
declare
  name text;
  dropped integer := 0;
begin
  for name in
    select c.relname
    from   pg_inherits i
    join   pg_class c on c.oid = i.inhrelid
    where  i.inhparent = 'public.check_statuses'::regclass
    and    c.relname ~ '^check_statuses_\d{8}$'
    and    to_date(right(c.relname, 8), 'YYYYMMDD') < before
    order  by c.relname
  loop
    execute format('drop table public.%I', name);
    dropped := dropped + 1;
  end loop;
  -- Dropping a partition fires no trigger, so live screens are notified here.
  if dropped > 0 then
    insert into changes (relation) values ('check_statuses');
    notify quarterdeck_changes;
  end if;
  delete from check_statuses where tableoid = 'check_statuses_default'::regclass and time < before::timestamp at time zone 'utc';
  return dropped;
end;
$$;
comment on function drop_check_status_partitions(date) is 'Drops the runs of checks before a day; returns the number of dropped partitions.';
