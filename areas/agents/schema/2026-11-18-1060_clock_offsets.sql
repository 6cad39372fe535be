-- An agent measures the difference between its clock and the clock of its server, and corrects the times that it pushes.
-- A measurement is kept, so that a repeated push sends the same times.
create table clock_offsets (
  measured_at timestamptz primary key,
  offset_ms bigint not null
);
comment on table clock_offsets is 'On an agent: the clock of the server minus the own clock, since a time. Empty on a server.';
comment on column clock_offsets.measured_at is 'The time of the own clock.';
comment on column clock_offsets.offset_ms is 'Milliseconds.';
