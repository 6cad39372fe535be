-- The lock is the one that the foreign key takes anyway, taken before the tags are read: who changes them holds the item
-- alone (hold_config_item), so that this waits and then reads the new ones, or he waits and then finds this change.
create or replace function carry_config_tags() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  select tags into new.config_tags from config_items where id = new.config_id for key share;
  return new;
end;
$$;
comment on function carry_config_tags() is 'A change carries the tags of what it happened to.';

create or replace trigger carry_tags before insert or update of config_id on config_changes
for each row execute function carry_config_tags();
