-- The first word of the event determines the table of the resource.
create or replace function name_message_resource() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  new.resource_name := case split_part(new.source_event, '.', 1)
    when 'config' then (select name from config_items where id = new.resource_id)
    when 'component' then (select name from components where id = new.resource_id)
    when 'check' then (select name from checks where id = new.resource_id)
    when 'canary' then (select name from canaries where id = new.resource_id)
    when 'incident' then (select title from incidents where id = new.resource_id)
    when 'playbook' then (select name from playbooks where id = new.resource_id)
  end;
  return new;
end;
$$;
comment on function name_message_resource() is 'Stores the name of the resource with a message.';

-- The pipeline has just read the resource, and stores its name itself.
create or replace trigger name_resource before insert on notification_send_history
for each row when (new.resource_name is null) execute function name_message_resource();
create or replace trigger name_resource_again before update of source_event, resource_id, resource_name on notification_send_history
for each row execute function name_message_resource();
