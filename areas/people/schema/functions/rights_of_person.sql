-- Returns the rights of a person for the policy: the rules about the person, and whether guests can see only objects
-- that rules select. Expired and broken rules are left out.
create or replace function rights_of_person(person uuid) returns jsonb
language sql
stable
as $$
  with mine as (
    select r.*
    from   rules_about_person(person) r
    where  r.error is null
    and    (r.until is null or r.until > now())
  )
  select jsonb_build_object(
    'rules', coalesce(
      (
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                 'id', id,
                 'subject', subject,
                 'object', case
                   when config_id is not null then 'catalog'
                   when component_id is not null then 'topology'
                   when canary_id is not null then 'canaries'
                   when playbook_id is not null then 'playbooks'
                   when connection_id is not null then 'connection'
                   else coalesce(nullif(object, ''), '*')
                 end,
                 'action', action,
                 'deny', nullif(deny, false),
                 'until', until,
                 'row', case
                   when config_id is not null then jsonb_build_object('kind', 'config', 'id', config_id)
                   when component_id is not null then jsonb_build_object('kind', 'component', 'id', component_id)
                   when canary_id is not null then jsonb_build_object('kind', 'canary', 'id', canary_id)
                   when playbook_id is not null then jsonb_build_object('kind', 'playbook', 'id', playbook_id)
                   when connection_id is not null then jsonb_build_object('kind', 'connection', 'id', connection_id)
                 end,
                 'selector', object_selector,
                 -- An unknown agent name matches nothing rather than everything.
                 'agents', case when cardinality(agents) > 0 then (
                   select coalesce(jsonb_agg(a.id), '["none"]')
                   from  (
                     select a.id::text from agents a where a.id::text = any (mine.agents) or a.name = any (mine.agents)
                     union all
                     select '*' where '*' = any (mine.agents)
                   ) a
                 ) end,
                 'tags', nullif(tags, '{}')
               )) order by id)
        from   mine
      ),
      '[]'
    ),
    -- The table overrides the file and the environment.
    'limits_guests', coalesce(
      (select value = 'true' from properties where name = 'rls.enable' and deleted_at is null),
      (select value = 'true' from local_properties where name = 'rls.enable'),
      false
    )
  );
$$;
comment on function rights_of_person(uuid) is 'The permission rules about a person, in the format of the policy.';
