-- Must be a before trigger: a transaction that waits for the row lock then reads the new row.
create or replace function hold_config_item() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform from config_items where id = old.id for update;
  return new;
end;
$$;
comment on function hold_config_item() is 'Blocks new changes of an item while the columns that they copy are updated.';

create or replace trigger carried_held before update of type, tags on config_items
for each row when (old.tags is distinct from new.tags or old.type <> new.type) execute function hold_config_item();
