-- Rights alone do not hold the owner of a table, and the server is the owner.
create or replace function keep_audit_log() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' and current_setting('quarterdeck.prunes', true) = 'audit_log' then
    return old;
  end if;
  -- Credentials in entries of older releases are masked once (server/spec/seal-stored.ts). What happened stays as it is.
  if tg_op = 'UPDATE' and current_setting('quarterdeck.masks', true) = 'audit_log'
     and to_jsonb(new) - '{before,after,resource_name}'::text[] = to_jsonb(old) - '{before,after,resource_name}'::text[] then
    return new;
  end if;
  raise exception 'The audit log is only added to.'
    using errcode = '42501', hint = 'What is older than audit.retention.days goes by itself.';
end;
$$;
comment on function keep_audit_log() is 'Refuses to change or delete what the audit log says; prune_audit_log alone may.';

create or replace trigger audit_log_kept before update or delete on audit_log
for each row execute function keep_audit_log();
create or replace trigger audit_log_kept_whole before truncate on audit_log
for each statement execute function keep_audit_log();
