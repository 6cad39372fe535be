-- For the row policy of config_items, which cannot ask its own table: by whoever is asked, all items are answered.
create or replace function every_config_item()
returns table (id uuid, agent_id uuid, name text, type text, tags jsonb, labels jsonb)
language sql
stable
parallel safe
security definer
set search_path = public, pg_temp
rows 100000
begin atomic
  select c.id, c.agent_id, c.name, c.type, c.tags, c.labels from config_items c;
end;
comment on function every_config_item() is 'All config items, with what rules on rows speak of.';
