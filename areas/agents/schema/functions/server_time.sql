-- Rows from before the first measurement have the offset of the first.
create or replace function server_time(at timestamptz) returns timestamptz
language sql
stable
as $$
  select at + interval '1 millisecond' * coalesce(
    (select offset_ms from clock_offsets where measured_at <= at order by measured_at desc limit 1),
    (select offset_ms from clock_offsets order by measured_at limit 1),
    0
  );
$$;
comment on function server_time(timestamptz) is 'On an agent: converts a time of the own clock to the clock of the server.';
