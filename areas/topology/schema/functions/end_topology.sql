-- Deleting a topology deletes its turn and its components.
create or replace function end_topology() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  canary_ids uuid[];
begin
  delete from topology_turns where topology_id = new.id;
  -- Locks components by id, the order that every writer of several components uses.
  perform from components where topology_id = new.id and deleted_at is null order by id for no key update;
  -- Locks turns before checks, each by id, the order that the check recorder uses.
  select array_agg(k.id) into canary_ids
  from   components c
  join   canaries k on k.source = 'component/' || c.id and k.deleted_at is null
  where  c.topology_id = new.id and c.deleted_at is null;
  perform from check_turns where canary_id = any (canary_ids) order by id for update;
  perform from checks where canary_id = any (canary_ids) order by id for no key update;
  update components set deleted_at = new.deleted_at where topology_id = new.id and deleted_at is null;
  return null;
end;
$$;
comment on function end_topology() is 'Deletes the turn and the components of a deleted topology.';

create or replace trigger ended after update on topologies
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_topology();
