-- Keeps the outcome of the last test of a connection by each person, so that the list shows which ones do not work.

alter table connection_uses add column outcome text check (outcome in ('reached', 'failed'));
comment on column connection_uses.outcome is 'The outcome of the last test; null for other uses and for tests of values that were not saved. @enum reached failed';
