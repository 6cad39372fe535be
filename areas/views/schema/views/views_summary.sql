create view views_summary with (security_invoker = true) as
select id, namespace, name,
       coalesce(nullif(spec #>> '{display,title}', ''), spec ->> 'title', name) as title,
       coalesce(spec #>> '{display,icon}', spec ->> 'icon') as icon,
       case when jsonb_typeof(spec #> '{display,ordinal}') = 'number' then greatest(-1000000, least(1000000, (spec #>> '{display,ordinal}')::numeric))::integer else 0 end as ordinal,
       coalesce(spec #> '{display,sidebar}' = 'true', false) as sidebar,
       last_ran, created_by, created_at, updated_at, source, error
from   views
where  deleted_at is null;

comment on view views_summary is 'Views as the menu and the list show them. @exposed @resource views @feature views @notnull id name title ordinal sidebar created_at source';
