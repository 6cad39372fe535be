-- Returns the rules whose subject is the automation itself, the group `system`, which contains all automations, or a
-- group that contains it. Without an id, a name and a namespace, only rules about all automations of the kind match.
create or replace function rules_about_automation(kind text, id uuid, name text, namespace text) returns setof permissions
language sql
stable
as $$
  with groups_of as (
    select g.name
    from   permission_groups g,
           jsonb_path_query(g.selectors -> case $1
             when 'canary' then 'canaries'
             when 'topology' then 'topologies'
             else $1 || 's'
           end, '$[*]') e
    where  g.deleted_at is null
    and    (
      e #>> '{}' in ('*', $2::text, $3)
      or (
        jsonb_typeof(e) = 'object' and e ?| '{id,name,namespace}'
        and (e ->> 'id' is null or e ->> 'id' = $2::text)
        and (e ->> 'name' is null or e ->> 'name' in ('*', $3))
        and (not e ? 'namespace' or e ->> 'namespace' in ('*', $4))
      )
    )
  )
  select r.*
  from   permissions r
  where  r.deleted_at is null
  and    (
    r.subject_type = $1 and r.subject = $2::text
    or r.subject_type = 'group' and (r.subject = 'system' or r.subject in (select g.name from groups_of g))
  );
$$;
comment on function rules_about_automation(text, uuid, text, text) is 'The permission rules about a canary, a scraper, a playbook, a topology, a log backend or a notification, including expired and broken ones.';
