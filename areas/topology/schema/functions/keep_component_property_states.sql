-- Statement trigger on components: records changed property texts and headline values. A change within five minutes of
-- the last recorded change replaces that change. After the first build the planner's statistics are outdated; with
-- `enable_seqscan` it would then read the whole history for each component.
create or replace function keep_component_property_states() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  touched boolean;
begin
  select bool_or(c.properties is distinct from g.properties) into touched from came c join gone g using (id);
  if touched is not true then
    return null;
  end if;
  with pairs as (
    select c.id, c.properties as present, g.properties as former
    from   came c
    join   gone g using (id)
    where  c.properties is distinct from g.properties
  ), present as (
    select distinct on (p.id, v ->> 'name') p.id, v ->> 'name' as property, v as value
    from   pairs p, jsonb_array_elements(p.present) v
    where  v ->> 'name' is not null
  ), former as (
    select distinct on (p.id, v ->> 'name') p.id, v ->> 'name' as property, v as value
    from   pairs p, jsonb_array_elements(p.former) v
    where  v ->> 'name' is not null
  ), changed as (
    select id, property, present.value, former.value as former
    from   present
    full   join former using (id, property)
    where  present.value ->> 'text' is distinct from former.value ->> 'text'
    or     ('true' in (present.value ->> 'headline', former.value ->> 'headline')
            and present.value -> 'value' is distinct from former.value -> 'value')
  ), latest as (
    select c.*, l.since
    from   changed c
    left   join lateral (
             select s.since from component_property_states s
             where  s.component_id = c.id and s.property = c.property order by s.since desc limit 1
           ) l on true
  )
  insert into component_property_states (component_id, property, since, value)
  select id, property, '-infinity', former from latest where since is null
  union all
  select id, property, case when since > now() - interval '5 minutes' then since else now() end, value from latest
  on     conflict (component_id, property, since) do update set value = excluded.value;
  return null;
end;
$$;
comment on function keep_component_property_states() is 'Records former properties of components.';

create or replace trigger property_states after update on components referencing old table as gone new table as came
for each statement execute function keep_component_property_states();
