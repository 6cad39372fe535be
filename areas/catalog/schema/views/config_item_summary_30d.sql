create view config_item_summary_30d with (security_invoker = true) as
select c.id as config_id,
       (
         select count(*)
         from   config_changes ch
         where  ch.config_id = c.id and ch.created_at > now() - interval '30 days'
       ) as config_changes_count,
       (
         select jsonb_object_agg(o.analysis_type, o.open)
         from   (
                  select coalesce(a.analysis_type, 'other') as analysis_type, count(*) as open
                  from   config_analysis a
                  where  a.config_id = c.id and a.status = 'open'
                  group  by 1
                ) o
       ) as config_analysis_type_counts
from   config_items c;

comment on view config_item_summary_30d is 'Changes of the last 30 days and open insights of each config item. @exposed @resource config_scrapers @feature config @notnull config_id config_changes_count';
comment on column config_item_summary_30d.config_analysis_type_counts is '@type Counts';
