-- A row trigger, because resources are rarely renamed or deleted, and other updates cost only one comparison per row.
-- Setting the column to null fires name_message_resource, which looks up the name.
create or replace function rename_message_resource() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update notification_send_history
  set    resource_name = null
  where  resource_id = old.id and split_part(source_event, '.', 1) = tg_argv[0];
  return null;
end;
$$;
comment on function rename_message_resource() is 'Updates the stored names in messages when their resource is renamed or deleted.';

create or replace trigger rename_messages after update of name on config_items
for each row when (old.name is distinct from new.name) execute function rename_message_resource('config');
create or replace trigger rename_messages_gone after delete on config_items
for each row execute function rename_message_resource('config');

create or replace trigger rename_messages after update of name on components
for each row when (old.name is distinct from new.name) execute function rename_message_resource('component');
create or replace trigger rename_messages_gone after delete on components
for each row execute function rename_message_resource('component');

create or replace trigger rename_messages after update of name on checks
for each row when (old.name is distinct from new.name) execute function rename_message_resource('check');
create or replace trigger rename_messages_gone after delete on checks
for each row execute function rename_message_resource('check');

create or replace trigger rename_messages after update of name on canaries
for each row when (old.name is distinct from new.name) execute function rename_message_resource('canary');
create or replace trigger rename_messages_gone after delete on canaries
for each row execute function rename_message_resource('canary');
