-- Groups that are written in the meantime are recorded again and counted by the next call. Most recorded groups have
-- unchanged totals, so only changed groups are written, which keeps the table small.
create or replace function refresh_config_groups() returns integer
language plpgsql
as $$
declare
  dirty uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('refresh_config_groups'));
  with taken as (delete from config_group_dirt returning group_id)
  select coalesce(array_agg(distinct group_id), '{}') into dirty from taken;
  with taken as (delete from config_new_groups returning *)
  insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select distinct on (id) id, agent_id, type, config_class, status, health, tags, is_deleted
  from   taken
  order  by id
  on conflict (id) do nothing;
  update config_groups g
  set    items = n.items, last_3d = n.last_3d, last_7d = n.last_7d, last_30d = n.last_30d,
         created_at = n.created_at, updated_at = n.updated_at, cost_per_minute = n.cost_per_minute,
         cost_total_1d = n.cost_total_1d, cost_total_7d = n.cost_total_7d, cost_total_30d = n.cost_total_30d,
         open_availability = n.open_availability, open_compliance = n.open_compliance, open_cost = n.open_cost,
         open_integration = n.open_integration, open_other = n.open_other, open_performance = n.open_performance,
         open_recommendation = n.open_recommendation, open_reliability = n.open_reliability,
         open_security = n.open_security, open_technical_debt = n.open_technical_debt
  from   (
           select d.id, coalesce(c.items, 0) as items, coalesce(c.last_3d, 0) as last_3d, coalesce(c.last_7d, 0) as last_7d,
                  coalesce(c.last_30d, 0) as last_30d, c.created_at, c.updated_at, c.cost_per_minute, c.cost_total_1d,
                  c.cost_total_7d, c.cost_total_30d,
                  coalesce(c.open_availability, 0) as open_availability, coalesce(c.open_compliance, 0) as open_compliance,
                  coalesce(c.open_cost, 0) as open_cost, coalesce(c.open_integration, 0) as open_integration,
                  coalesce(c.open_other, 0) as open_other, coalesce(c.open_performance, 0) as open_performance,
                  coalesce(c.open_recommendation, 0) as open_recommendation, coalesce(c.open_reliability, 0) as open_reliability,
                  coalesce(c.open_security, 0) as open_security, coalesce(c.open_technical_debt, 0) as open_technical_debt
           from   unnest(dirty) as d (id)
           left   join count_config_groups(dirty) c on c.id = d.id
         ) n
  where  g.id = n.id
  and    row(g.items, g.last_3d, g.last_7d, g.last_30d, g.created_at, g.updated_at, g.cost_per_minute, g.cost_total_1d,
             g.cost_total_7d, g.cost_total_30d, g.open_availability, g.open_compliance, g.open_cost, g.open_integration, g.open_other,
             g.open_performance, g.open_recommendation, g.open_reliability, g.open_security, g.open_technical_debt)
         is distinct from
         row(n.items, n.last_3d, n.last_7d, n.last_30d, n.created_at, n.updated_at, n.cost_per_minute, n.cost_total_1d,
             n.cost_total_7d, n.cost_total_30d, n.open_availability, n.open_compliance, n.open_cost, n.open_integration, n.open_other,
             n.open_performance, n.open_recommendation, n.open_reliability, n.open_security, n.open_technical_debt);
  return cardinality(dirty);
end;
$$;
comment on function refresh_config_groups() is 'Counts the groups of config items whose totals are out of date; returns their number.';
