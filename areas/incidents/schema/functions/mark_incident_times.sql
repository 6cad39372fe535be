-- Sets the timestamps that belong to the status: `acknowledged` when the incident first leaves new and open. Reopening
-- an incident clears them: it must be acknowledged again.
create or replace function mark_incident_times() returns trigger
language plpgsql
as $$
begin
  if new.status not in ('new', 'open') then
    new.acknowledged := coalesce(new.acknowledged, now());
  elsif tg_op = 'UPDATE' then
    if old.status in ('resolved', 'closed', 'cancelled') then
      new.acknowledged := null;
    end if;
  end if;
  new.resolved := case when new.status in ('resolved', 'closed') then coalesce(new.resolved, now()) end;
  new.closed := case when new.status in ('closed', 'cancelled') then coalesce(new.closed, now()) end;
  return new;
end;
$$;
comment on function mark_incident_times() is 'Sets the timestamps of an incident according to its status.';

create or replace trigger times_new before insert on incidents
for each row when (new.status <> 'open') execute function mark_incident_times();
create or replace trigger times before update on incidents
for each row when (old.status is distinct from new.status) execute function mark_incident_times();
