-- Older clients set one of three id columns; only subject and subject_type are evaluated, so they are derived from
-- these columns.
create or replace function derive_permission_subject() returns trigger
language plpgsql
as $$
begin
  if new.team_id is not null then
    new.subject_type := 'team';
    new.subject := new.team_id::text;
  elsif new.person_id is not null then
    new.subject_type := 'person';
    new.subject := new.person_id::text;
  elsif new.notification_id is not null then
    new.subject_type := 'notification';
    new.subject := new.notification_id::text;
  end if;
  return new;
end;
$$;
comment on function derive_permission_subject() is 'Fills in the subject of a permission that names it by id.';

create or replace trigger derive_subject before insert or update on permissions
for each row execute function derive_permission_subject();
