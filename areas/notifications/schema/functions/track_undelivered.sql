-- Statement trigger. The table is usually empty, and its statistics say so, so that the planner would read all of it for
-- each message of a burst.
create or replace function track_undelivered() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_undelivered (resource_id, message_id)
    select c.resource_id, c.id from came c where is_undelivered(c.status, c.waiting);
  elsif tg_op = 'DELETE' then
    delete from notification_undelivered u using gone g where u.resource_id = g.resource_id and u.message_id = g.id;
  else
    delete from notification_undelivered u using came c
    where  u.resource_id = c.resource_id and u.message_id = c.id and not is_undelivered(c.status, c.waiting);
    insert into notification_undelivered (resource_id, message_id)
    select c.resource_id, c.id from came c where is_undelivered(c.status, c.waiting)
    on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function track_undelivered() is 'Keeps notification_undelivered up to date.';

create or replace trigger track_insert after insert on notification_send_history referencing new table as came
for each statement execute function track_undelivered();
create or replace trigger track_update after update on notification_send_history referencing new table as came
for each statement execute function track_undelivered();
create or replace trigger track_delete after delete on notification_send_history referencing old table as gone
for each statement execute function track_undelivered();
