-- Revoked rights do not restrict the owner of a table, and the server connects as the owner.
create or replace function keep_audit_log() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' and current_setting('quarterdeck.prunes', true) = 'audit_log' then
    return old;
  end if;
  -- Credentials in entries of older releases are masked once (server/spec/seal-stored.ts); no other part of an entry
  -- may change.
  if tg_op = 'UPDATE' and current_setting('quarterdeck.masks', true) = 'audit_log'
     and to_jsonb(new) - '{before,after,resource_name}'::text[] = to_jsonb(old) - '{before,after,resource_name}'::text[] then
    return new;
  end if;
  raise exception 'Entries of the audit log cannot be changed or deleted.'
    using errcode = '42501', hint = 'Entries older than audit.retention.days are deleted automatically.';
end;
$$;
comment on function keep_audit_log() is 'Rejects changes and deletions of audit log entries; only prune_audit_log may delete.';

create or replace trigger audit_log_kept before update or delete on audit_log
for each row execute function keep_audit_log();
create or replace trigger audit_log_kept_whole before truncate on audit_log
for each statement execute function keep_audit_log();
