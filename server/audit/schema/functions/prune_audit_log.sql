-- set_config instead of a `set` clause of the function: only a superuser may declare a `set` clause for a custom
-- parameter.
create or replace function prune_audit_log(older_than timestamptz, most integer) returns integer
language plpgsql
set search_path = public, pg_temp
as $$
declare
  gone integer;
begin
  perform set_config('quarterdeck.prunes', 'audit_log', true);
  delete from audit_log
  where  id in (select id from audit_log where created_at < older_than order by created_at limit most);
  get diagnostics gone = row_count;
  perform set_config('quarterdeck.prunes', '', true);
  return gone;
end;
$$;
comment on function prune_audit_log(timestamptz, integer) is 'Deletes entries older than the given time, up to a maximum number, and returns how many were deleted.';
