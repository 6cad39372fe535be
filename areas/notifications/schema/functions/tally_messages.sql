-- Statement trigger. It only inserts, so that concurrent writers do not wait for each other and do not deadlock.
create or replace function tally_messages() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_tallies (resource_kind, resource_id, status, messages, first_observed, last_seen)
    select split_part(c.source_event, '.', 1), c.resource_id, s.status, sum(c.count), min(c.first_observed), max(c.created_at)
    from   came c
    cross  join message_tally_statuses(c.status, c.resource_name) s (status)
    group  by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into notification_tallies (resource_kind, resource_id, status, messages)
    select split_part(g.source_event, '.', 1), g.resource_id, s.status, -sum(g.count)
    from   gone g
    cross  join message_tally_statuses(g.status, g.resource_name) s (status)
    group  by 1, 2, 3;
  else
    -- Most updates do not change the status or the count. A message that keeps its status does not change the count of
    -- that status.
    insert into notification_tallies (resource_kind, resource_id, status, messages, first_observed, last_seen)
    select split_part(w.source_event, '.', 1), w.resource_id, s.status, sum(w.messages), min(w.first_observed), max(w.created_at)
    from   came c
    join   gone g on g.id = c.id
    cross  join lateral (
             values (c.source_event, c.resource_id, c.resource_name, c.status, c.count, c.first_observed, c.created_at),
                    (g.source_event, g.resource_id, g.resource_name, g.status, -g.count, null, null)
           ) w (source_event, resource_id, resource_name, status, messages, first_observed, created_at)
    cross  join message_tally_statuses(w.status, w.resource_name) s (status)
    where  row(c.source_event, c.resource_id, c.resource_name is null, c.status, c.count, c.created_at)
           is distinct from row(g.source_event, g.resource_id, g.resource_name is null, g.status, g.count, g.created_at)
    group  by 1, 2, 3
    having sum(w.messages) <> 0 or bool_or(c.created_at <> g.created_at);
  end if;
  return null;
end;
$$;
comment on function tally_messages() is 'Counts the messages of each resource and status.';

create or replace trigger tally_insert after insert on notification_send_history referencing new table as came
for each statement execute function tally_messages();
create or replace trigger tally_update after update on notification_send_history referencing old table as gone new table as came
for each statement execute function tally_messages();
create or replace trigger tally_delete after delete on notification_send_history referencing old table as gone
for each statement execute function tally_messages();
