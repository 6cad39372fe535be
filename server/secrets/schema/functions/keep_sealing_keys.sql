-- Row trigger on tables with sealed columns, which are its arguments. It rejects values sealed with a key that no
-- longer seals. `for share` locks the key like a foreign key would: retiring a key waits for transactions that store
-- its values.
create or replace function keep_sealing_keys() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  stored jsonb := to_jsonb(new);
  was jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  sealed text;
begin
  for i in 0 .. tg_nargs - 1 loop
    sealed := stored ->> tg_argv[i];
    if sealed like 'v1.%' and sealed is distinct from was ->> tg_argv[i] then
      perform from secret_keys where id = split_part(sealed, '.', 2) and state in ('sealing', 'accepted') for share;
      if not found then
        raise exception 'the key for stored secrets was changed meanwhile' using errcode = 'serialization_failure';
      end if;
    end if;
  end loop;
  return new;
end;
$$;
comment on function keep_sealing_keys() is 'Rejects values sealed with a key that no longer seals.';
