-- Used by recursive functions that check the visibility of each item once; a policy on edges would check both ends of
-- each edge.
create or replace function config_edges(ends uuid[], way text, only_hard boolean)
returns table (config_id uuid, related_id uuid, relation text)
language plpgsql
stable
security definer
set search_path = public, pg_temp
-- A custom plan would be created for each call, and would read all edges for thousands of ids.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  if way = 'outgoing' then
    return query
    select e.config_id, e.related_id, e.relation
    from   config_relationships e
    where  e.config_id = any (ends) and e.deleted_at is null and (e.relation = 'hard' or not only_hard);
  else
    return query
    select e.config_id, e.related_id, e.relation
    from   config_relationships e
    where  e.related_id = any (ends) and e.deleted_at is null and (e.relation = 'hard' or not only_hard);
  end if;
end;
$$;
comment on function config_edges(uuid[], text, boolean) is 'The edges that lead away from these config items, or to them, without row policies.';
