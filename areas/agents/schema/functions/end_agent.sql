-- A deleted agent can no longer sign in; with cleanup, its rows are deleted at the same time.
create or replace function end_agent() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if new.id = '00000000-0000-0000-0000-000000000000' then
    raise exception 'The agent "local" is this system itself and cannot be deleted.' using errcode = 'check_violation';
  end if;
  -- Agents of older versions may push with the token of a human, who keeps it.
  update access_tokens t
  set    expires_at = least(t.expires_at, now())
  from   people p
  where  p.id = new.person_id and t.person_id = p.id and p.type = 'agent';
  if new.cleanup or old.cleanup then
    update topologies set deleted_at = new.deleted_at where agent_id = new.id and deleted_at is null;
    update components set deleted_at = new.deleted_at where agent_id = new.id and deleted_at is null;
    update canaries set deleted_at = new.deleted_at where agent_id = new.id and deleted_at is null;
    update checks set deleted_at = new.deleted_at where agent_id = new.id and deleted_at is null;
    update config_scrapers set deleted_at = new.deleted_at where agent_id = new.id and deleted_at is null;
    update config_items set deleted_at = new.deleted_at, delete_reason = 'AGENT_DELETED' where agent_id = new.id and deleted_at is null;
    update logging_backends set deleted_at = new.deleted_at where agent_id = new.id and deleted_at is null;
  end if;
  return null;
end;
$$;
comment on function end_agent() is 'Expires the token of a deleted agent and, with cleanup, deletes its rows.';

create or replace trigger ended after update on agents
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_agent();
