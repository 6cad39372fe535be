-- Used by the row policy of config_items, which cannot query its own table: this function searches all items,
-- independent of the caller. Each document is a row rule (row-scopes.ts). It is translated to a condition that can use
-- indexes and that is equivalent to containment in the row.
create or replace function config_items_holding(documents jsonb[]) returns setof uuid
language plpgsql
stable
parallel safe
security definer
set search_path = public, pg_temp
as $$
declare
  document jsonb;
begin
  foreach document in array documents loop
    return query execute 'select c.id from config_items c where ' || coalesce(
      (
        select string_agg(
                 case key
                   when 'id' then 'c.id = as_uuid($1 ->> ''id'')'
                   when 'agent' then 'c.agent_id = as_uuid($1 ->> ''agent'')'
                   when 'name' then 'c.name = $1 ->> ''name'''
                   when 'type' then 'c.type = $1 ->> ''type'''
                   when 'namespace' then 'c.tags ->> ''namespace'' = $1 ->> ''namespace'''
                   when 'tags' then 'c.tags @> ($1 -> ''tags'')'
                   when 'labels' then 'c.labels @> ($1 -> ''labels'')'
                   else 'false'
                 end,
                 ' and ')
        from   jsonb_object_keys(document) as key
      ),
      'true')
    using document;
  end loop;
end;
$$;
comment on function config_items_holding(jsonb[]) is 'The config items that contain one of these documents.';
