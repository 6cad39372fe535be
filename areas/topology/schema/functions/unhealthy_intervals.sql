-- The dashboard's bar shows these intervals as lines. Intervals that are less than a step apart look like one line, so
-- they are merged into one row: a component that flaps for weeks has thousands of intervals.
create or replace function unhealthy_intervals(ids uuid[], since timestamptz, step interval) returns setof component_intervals
language sql
stable
as $$
  select u.component_id, lower(r), nullif(upper(r) - step, 'infinity'), u.name, null::uuid, 'unhealthy', '', false
  from   (
           select i.component_id, (array_agg(i.name order by i.since desc))[1] as name,
                  range_agg(tstzrange(i.since, coalesce(i.until, 'infinity') + step)) as spans
           from   component_intervals i
           where  i.component_id = any (unhealthy_intervals.ids)
           and    i.health = 'unhealthy' and not i.is_deleted
           and    (i.until is null or i.until > unhealthy_intervals.since)
           group  by i.component_id
         ) u
  cross  join unnest(u.spans) r;
$$;
comment on function unhealthy_intervals(uuid[], timestamptz, interval) is 'The intervals since a time in which components were unhealthy. Intervals that are less than a step apart are merged. @exposed @resource topologies @feature topology';
