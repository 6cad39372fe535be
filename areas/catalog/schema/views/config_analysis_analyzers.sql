-- Jumps from value to value along the index, because there are few values and many rows.
create view config_analysis_analyzers with (security_invoker = true) as
with recursive walk as (
  (
    select analyzer
    from   config_analysis
    where  analyzer is not null and status = 'open'
    order  by analyzer
    limit  1
  )
  union all
  select (
    select n.analyzer
    from   config_analysis n
    where  n.analyzer > w.analyzer and n.status = 'open'
    order  by n.analyzer
    limit  1
  )
  from   walk w
  where  w.analyzer is not null
)
select analyzer
from   walk
where  analyzer is not null;

comment on view config_analysis_analyzers is 'The analyzers of open insights, for filters. @exposed @resource database @feature config @notnull analyzer';
