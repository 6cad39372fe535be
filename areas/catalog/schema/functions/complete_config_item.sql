-- An item without a name gets the end of its id as its name.
create or replace function complete_config_item() returns trigger
language plpgsql
as $$
begin
  new.name := right(new.id::text, 12);
  return new;
end;
$$;
comment on function complete_config_item() is 'Sets the name of a config item without a name.';

create or replace trigger complete before insert or update on config_items
for each row when (coalesce(new.name, '') = '') execute function complete_config_item();
