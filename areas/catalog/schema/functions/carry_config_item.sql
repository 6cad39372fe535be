-- Takes the lock of the foreign key before the item is read. An update of the copied columns locks the item exclusively
-- (hold_config_item). So either this trigger waits and reads the new values, or the update waits and finds this change.
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
comment on function carry_config_item() is 'Copies the type and the tags of the config item into a change.';

create or replace trigger carry_item before insert or update of config_id, config_type on config_changes
for each row execute function carry_config_item();
