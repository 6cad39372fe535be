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
comment on function hold_config_item() is 'Keeps changes from coming in while the tags that they carry are another''s.';

create or replace trigger tags_held before update of tags on config_items
for each row when (old.tags is distinct from new.tags) execute function hold_config_item();
