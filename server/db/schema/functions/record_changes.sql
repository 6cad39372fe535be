-- Statement trigger on every exposed table. The first argument is the key column, if the table has a single one. The
-- notification only wakes the readers; it has no payload.
create or replace function record_changes() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  max_ids constant integer := 100;
  keys text[];
  touched boolean;
begin
  if tg_op = 'TRUNCATE' then
    touched := true;
  elsif tg_op = 'DELETE' then
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from gone limit %s) k', tg_argv[0], max_ids + 1) into keys;
    else
      select exists (select from gone) into touched;
    end if;
  else
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from came limit %s) k', tg_argv[0], max_ids + 1) into keys;
    else
      select exists (select from came) into touched;
    end if;
  end if;
  -- A statement that changed no row is not recorded.
  if keys is null and touched is not true then
    return null;
  end if;
  insert into changes (relation, ids)
  values (tg_table_name, case when cardinality(keys) <= max_ids then keys end);
  notify quarterdeck_changes;
  return null;
end;
$$;
comment on function record_changes() is 'Records which rows of a table changed, for live screens.';
