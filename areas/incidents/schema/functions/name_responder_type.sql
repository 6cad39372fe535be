-- Existing clients send the type `system` and put the real type into properties.responderType, as a string or as an
-- object with the field `value`. Responders that Quarterdeck does not contact get the status `recorded`.
create or replace function name_responder_type() returns trigger
language plpgsql
as $$
declare
  sent constant jsonb := new.properties -> 'responderType';
begin
  if new.type is null or new.type = 'system' then
    new.type := coalesce(
      nullif(case jsonb_typeof(sent) when 'string' then sent #>> '{}' when 'object' then sent ->> 'value' end, ''), 'team');
  end if;
  if jsonb_typeof(sent) = 'object' then
    new.properties := new.properties || jsonb_build_object('responderType', new.type);
  end if;
  if new.type not in ('person', 'team', 'email', 'webhook', 'jira') then
    new.status := 'recorded';
    new.status_reason := 'Quarterdeck does not contact responders of this type. Contact them yourself.';
  end if;
  return new;
end;
$$;
comment on function name_responder_type() is 'Stores the type of a responder that clients send in its properties.';

create or replace trigger plain_type before insert on responders for each row execute function name_responder_type();
create or replace trigger plain_type_again before update of type, properties on responders
for each row execute function name_responder_type();
