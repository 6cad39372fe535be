create view config_item_summary_3d with (security_invoker = true) as
select c.id as config_id,
       coalesce(t.last_3d, 0)::bigint as config_changes_count,
       (
         select jsonb_object_agg(o.analysis_type, o.open)
         from   (
                  select coalesce(a.analysis_type, 'other') as analysis_type, count(*) as open
                  from   config_analysis a
                  where  a.config_id = c.id and a.status = 'open'
                  group  by 1
                ) o
       ) as config_analysis_type_counts
from   config_items c
left   join config_change_tallies t on t.config_id = c.id;

comment on view config_item_summary_3d is 'Changes of the last 3 days and open insights of each config item. @exposed @resource config_scrapers @feature config @notnull config_id config_changes_count';
comment on column config_item_summary_3d.config_analysis_type_counts is '@type Counts';
