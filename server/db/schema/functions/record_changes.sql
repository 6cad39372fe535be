-- Statement trigger on every exposed table. The first argument names the key column, when the table has a single one;
-- only the notification wakes the readers, it carries nothing.
create or replace function record_changes() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  most constant integer := 100;
  keys text[];
  touched boolean;
begin
  if tg_op = 'TRUNCATE' then
    touched := true;
  elsif tg_op = 'DELETE' then
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from gone limit %s) k', tg_argv[0], most + 1) into keys;
    else
      select exists (select from gone) into touched;
    end if;
  else
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from came limit %s) k', tg_argv[0], most + 1) into keys;
    else
      select exists (select from came) into touched;
    end if;
  end if;
  -- A statement that touched no row is no news.
  if keys is null and touched is not true then
    return null;
  end if;
  insert into changes (relation, ids)
  values (tg_table_name, case when cardinality(keys) <= most then keys end);
  notify quarterdeck_changes;
  return null;
end;
$$;
comment on function record_changes() is 'Tells live screens which rows of a table changed.';
