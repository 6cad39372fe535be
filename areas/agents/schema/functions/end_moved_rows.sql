-- If a resource moves to another runner, that runner finds its own rows. The rows of the former runner would never change again.
create or replace function end_moved_rows() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  case tg_table_name
    when 'canaries' then
      update checks set deleted_at = now() where canary_id = new.id and agent_id = old.agent_id and deleted_at is null;
    when 'config_scrapers' then
      update config_items set deleted_at = now(), delete_reason = 'AGENT_CHANGED'
      where  scraper_id = new.id and agent_id = old.agent_id and deleted_at is null;
    when 'topologies' then
      update components set deleted_at = now() where topology_id = new.id and agent_id = old.agent_id and deleted_at is null;
  end case;
  return null;
end;
$$;
comment on function end_moved_rows() is 'Ends the rows that the former agent of a resource has found.';

create or replace trigger moved after update of agent_id on canaries
for each row when (old.agent_id is distinct from new.agent_id) execute function end_moved_rows();
create or replace trigger moved after update of agent_id on config_scrapers
for each row when (old.agent_id is distinct from new.agent_id) execute function end_moved_rows();
create or replace trigger moved after update of agent_id on topologies
for each row when (old.agent_id is distinct from new.agent_id) execute function end_moved_rows();
