-- By row, because hardly any statement renames or removes things, and what it costs the others is one comparison a row.
-- What the column is set to says nothing: the message looks the name up itself (name_message_resource).
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
comment on function rename_message_resource() is 'Tells messages that the thing they are about is called otherwise, or is gone.';

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
