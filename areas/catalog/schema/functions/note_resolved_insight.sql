-- Runs as a row trigger, so that the time is recorded for every writer.
create or replace function note_resolved_insight() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  new.resolved_at := now();
  return new;
end;
$$;
comment on function note_resolved_insight() is 'Records when an insight was resolved.';

create or replace trigger resolved_insight before update of status on config_analysis
for each row when (new.status = 'resolved' and old.status <> 'resolved') execute function note_resolved_insight();

create or replace trigger resolved_insight_at_once before insert on config_analysis
for each row when (new.status = 'resolved' and new.resolved_at is null) execute function note_resolved_insight();
