-- Before the row is changed, because whoever waits for the old one reads it anew.
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
comment on function hold_config_item() is 'Keeps changes from coming in while what they carry of an item is another''s.';

create or replace trigger carried_held before update of type, tags on config_items
for each row when (old.tags is distinct from new.tags or old.type <> new.type) execute function hold_config_item();
