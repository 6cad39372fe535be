-- Jumps from key to key along the index, because a key may have very many values.
create view config_tags_labels_keys with (security_invoker = true) as
with recursive keys as (
  (
    select kind, key
    from   config_facets
    order  by kind, key
    limit  1
  )
  union all
  select n.kind, n.key
  from   keys k
  cross  join lateral (
           select f.kind, f.key
           from   config_facets f
           where  (f.kind, f.key) > (k.kind, k.key)
           order  by f.kind, f.key
           limit  1
         ) n
)
select case kind when 'tags' then 'tag:' else 'label:' end || key as key
from   keys
order  by 1;

comment on view config_tags_labels_keys is 'The keys of tags and labels of existing config items, each with its kind. @exposed @resource database @feature config @notnull key';
