-- Returns the rules whose subject is the person, or a team, role or group of the person, including expired and broken
-- rules. Groups contain people by id and email, never by name, because people choose their names themselves.
create or replace function rules_about_person(person uuid) returns setof permissions
language sql
stable
as $$
  with teams_of as (
    select t.id, t.name
    from   team_members m
    join   teams t on t.id = m.team_id
    where  m.person_id = person and t.deleted_at is null
  ),
  groups_of as (
    select g.name
    from   permission_groups g
    where  g.deleted_at is null
    and    (
      exists (
        select from people p, jsonb_path_query(g.selectors, '$.people[*]') e
        where  p.id = person
        and    (e #>> '{}' in ('*', p.id::text, p.email) or e ->> 'id' = p.id::text or e ->> 'email' = p.email or e ->> 'name' = '*')
      )
      or exists (
        select from teams_of t, jsonb_path_query(g.selectors, '$.teams[*]') e
        where  e #>> '{}' in ('*', t.id::text, t.name) or e ->> 'id' = t.id::text or e ->> 'name' in ('*', t.name)
      )
    )
  )
  select r.*
  from   permissions r
  where  r.deleted_at is null
  and    case r.subject_type
           when 'person' then r.subject = person::text
           when 'team' then r.subject in (select id::text from teams_of)
           when 'group' then r.subject = 'everyone'
                          or r.subject in (select role from person_roles where person_id = person)
                          or r.subject in (select name from groups_of)
           else false
         end;
$$;
comment on function rules_about_person(uuid) is 'The permission rules about a person, including expired and broken ones.';
