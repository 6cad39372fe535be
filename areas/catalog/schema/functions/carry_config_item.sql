-- The lock is the one that the foreign key takes anyway, taken before the item is read: who changes what is carried of it holds it
-- alone (hold_config_item), so that this waits and then reads the new one, or he waits and then finds this change.
create or replace function carry_config_item() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  select type, tags into new.config_type, new.config_tags from config_items where id = new.config_id for key share;
  return new;
end;
$$;
comment on function carry_config_item() is 'A change carries the type and the tags of what it happened to.';

create or replace trigger carry_item before insert or update of config_id, config_type on config_changes
for each row execute function carry_config_item();
