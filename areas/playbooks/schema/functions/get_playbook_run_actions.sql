create or replace function get_playbook_run_actions(run_id uuid)
returns table (
  id uuid, name text, playbook_run_id uuid, status text, scheduled_time timestamptz, start_time timestamptz, end_time timestamptz,
  result jsonb, error text, agent_id uuid, retry_count integer, agent jsonb, artifacts jsonb
)
language sql
stable
as $$
  select a.id, a.name, a.playbook_run_id, a.status, a.scheduled_time, a.start_time, a.end_time, a.result, a.error,
         coalesce(a.agent_id, r.agent_id), a.retry_count,
         (select jsonb_build_object('id', g.id, 'name', g.name) from agents g where g.id = coalesce(a.agent_id, r.agent_id)),
         (
           select jsonb_agg(jsonb_build_object(
                    'id', f.id, 'filename', f.filename, 'path', f.path, 'content_type', f.content_type, 'size', f.size,
                    'checksum', f.checksum, 'playbook_run_action_id', f.playbook_run_action_id, 'created_at', f.created_at
                  ) order by f.created_at)
           from   artifacts f
           where  f.playbook_run_action_id = a.id and f.deleted_at is null
         )
  from   playbook_runs r
  join   playbook_run_actions a on a.playbook_run_id = r.id
  where  r.id = get_playbook_run_actions.run_id or r.parent_id = get_playbook_run_actions.run_id
  order  by a.start_time, a.id;
$$;
comment on function get_playbook_run_actions(uuid) is 'The actions of a run and of the runs it started, with their artifacts. @exposed @resource playbook_runs @feature playbooks';
