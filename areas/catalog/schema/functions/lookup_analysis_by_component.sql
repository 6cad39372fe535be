create or replace function lookup_analysis_by_component(id text) returns setof config_analysis
language sql
stable
as $$
  select a.*
  from   config_analysis a
  where  a.config_id in (
    select r.config_id
    from   config_component_relationships r
    where  r.component_id = lookup_analysis_by_component.id::uuid and r.deleted_at is null
  );
$$;
comment on function lookup_analysis_by_component(text) is 'All insights of the config items that belong to a component. @exposed @resource config_scrapers @feature config';
