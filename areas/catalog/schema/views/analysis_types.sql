-- Jumps from value to value along the index, because there are few values and many rows.
create view analysis_types with (security_invoker = true) as
with recursive walk as (
  (
    select analysis_type
    from   config_analysis
    where  analysis_type is not null
    order  by analysis_type
    limit  1
  )
  union all
  select (
    select n.analysis_type
    from   config_analysis n
    where  n.analysis_type > w.analysis_type
    order  by n.analysis_type
    limit  1
  )
  from   walk w
  where  w.analysis_type is not null
)
select analysis_type
from   walk
where  analysis_type is not null;

comment on view analysis_types is 'All types of insights, for filters. @exposed @resource database @feature config @notnull analysis_type';
