create or replace function message_tally_statuses(status text, resource_name text) returns setof text
language sql
immutable
rows 2
as $$
  select coalesce(status, 'pending') where status is distinct from 'sending'
  union all
  select 'shown' where status is distinct from 'skipped' and status is distinct from 'silenced' and resource_name is not null
$$;
comment on function message_tally_statuses(text, text) is 'The rows of notification_tallies that count a message.';
