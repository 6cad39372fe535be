-- When messages left a status, the times in its totals may belong to a message that no longer has this status, so the
-- times are read again.
create or replace function compact_message_tallies() returns integer
language plpgsql
as $$
declare
  compacted integer;
begin
  with summands as (
    delete from notification_tallies t
    using (select distinct resource_id, status from notification_tallies where not is_sum) n
    where  t.resource_id = n.resource_id and t.status = n.status
    returning t.*
  ), sums as (
    select resource_kind, resource_id, status, sum(messages) as messages, min(first_observed) as first_observed, max(last_seen) as last_seen,
           bool_or(last_seen is null) as has_left
    from   summands
    group  by 1, 2, 3
    having sum(messages) > 0
  )
  insert into notification_tallies (resource_kind, resource_id, status, messages, first_observed, last_seen, is_sum)
  select s.resource_kind, s.resource_id, s.status, s.messages, coalesce(h.first_observed, s.first_observed), coalesce(h.last_seen, s.last_seen), true
  from   sums s
  left   join lateral (
           select min(m.first_observed) as first_observed, max(m.created_at) as last_seen
           from   notification_send_history m
           where  s.has_left and m.resource_id = s.resource_id and s.status in (select message_tally_statuses(m.status, m.resource_name))
         ) h on true;
  get diagnostics compacted = row_count;
  return compacted;
end;
$$;
comment on function compact_message_tallies() is 'Adds up the summands of notification_tallies; returns the number of new sums.';
