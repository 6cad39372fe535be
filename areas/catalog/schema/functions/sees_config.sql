-- For row policies, where its row would else be looked up in a subquery: that is quicker, but the planner reckons with it for
-- every row, whether it is asked or not, and rather gathers tens of thousands of rows than passes over a few hundred.
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
comment on function sees_config(uuid) is 'Whether the caller sees a config item; its row policy says so.';
