create view agents_summary with (security_invoker = true) as
select a.id, a.name, a.hostname, a.description, a.ip, a.version, a.username, a.person_id, a.properties, a.tls,
       a.created_by, a.created_at, a.updated_at, a.cleanup, a.deleted_at, a.last_seen, a.last_received,
       t.configs as config_count,
       t.scrapers as config_scrapper_count,
       t.checks as checks_count,
       t.playbook_runs as playbook_runs_count,
       case
         when a.id = '00000000-0000-0000-0000-000000000000' then 'healthy'
         when a.last_seen is null then 'unknown'
         when a.last_seen > now() - interval '61 seconds' then 'healthy'
         else 'unhealthy'
       end as health,
       case
         when a.id = '00000000-0000-0000-0000-000000000000' then 'online'
         when a.last_seen is null then 'unknown'
         when a.last_seen > now() - interval '61 seconds' then 'online'
         else 'offline'
       end as status,
       a.waiting_since,
       a.waiting_results
from   agents a
cross  join lateral (
         select coalesce(sum(k.rows) filter (where k.what = 'config_items'), 0)::bigint as configs,
                coalesce(sum(k.rows) filter (where k.what = 'config_scrapers'), 0)::bigint as scrapers,
                coalesce(sum(k.rows) filter (where k.what = 'checks'), 0)::bigint as checks,
                coalesce(sum(k.rows) filter (where k.what = 'playbook_runs'), 0)::bigint as playbook_runs
         from   agent_tallies k
         where  k.agent_id = a.id
       ) t
where  a.deleted_at is null;

comment on view agents_summary is 'Agents with their row counts, health and status. @exposed @resource agents @feature agents @notnull id name created_at updated_at cleanup config_count config_scrapper_count checks_count playbook_runs_count health status waiting_results';
comment on column agents_summary.properties is '@type Labels';
comment on column agents_summary.config_scrapper_count is 'Misspelled because existing clients read this name.';
comment on column agents_summary.health is '@enum healthy unhealthy unknown';
comment on column agents_summary.status is '@enum online offline unknown';
