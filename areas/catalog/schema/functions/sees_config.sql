-- Used by row policies. A subquery would be faster, but the planner adds its cost for every row, even if it is not
-- evaluated, and then prefers collecting tens of thousands of rows to filtering a few hundred.
create or replace function sees_config(config_id uuid) returns boolean
language plpgsql
stable
parallel safe
cost 10
as $$
begin
  return exists (select from config_items c where c.id = sees_config.config_id);
end;
$$;
comment on function sees_config(uuid) is 'Whether the row policy lets the caller see a config item.';
