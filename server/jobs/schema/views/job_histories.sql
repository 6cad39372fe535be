create view job_histories with (security_invoker = true) as
select h.id,
       h.agent_id,
       h.name,
       h.resource_type,
       h.resource_id,
       h.status,
       h.success_count,
       h.error_count,
       h.details,
       h.hostname,
       h.duration_millis,
       h.time_start,
       h.time_end,
       h.created_at,
       -- resource_id is text: a job may be about something without a uuid.
       coalesce(
         case
           when h.resource_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
           when h.resource_type in ('config_scraper', 'catalog_scraper') then (select s.name from config_scrapers s where s.id = h.resource_id::uuid)
           when h.resource_type = 'scrape_plugin' then (select p.name from scrape_plugins p where p.id = h.resource_id::uuid)
           when h.resource_type = 'canary' then (select c.name from canaries c where c.id = h.resource_id::uuid)
           when h.resource_type = 'topology' then (select t.name from topologies t where t.id = h.resource_id::uuid)
           when h.resource_type in ('component', 'components') then (select c.name from components c where c.id = h.resource_id::uuid)
           when h.resource_type = 'team' then (select t.name from teams t where t.id = h.resource_id::uuid)
           when h.resource_type = 'incident_rule' then (select r.name from incident_rules r where r.id = h.resource_id::uuid)
           when h.resource_type = 'playbook' then (select p.name from playbooks p where p.id = h.resource_id::uuid)
         end,
         h.resource_id
       ) as resource_name,
       jsonb_build_object('id', a.id, 'name', a.name) as agent,
       -- With a resource and without one, different indexes find the next run.
       case
         when h.status not in ('FAILED', 'WARNING') then null
         when h.resource_id is null then (
           select n.time_start from job_history n
           where  n.name = h.name and n.created_at > h.created_at and n.status = 'SUCCESS' and n.resource_id is null
           order  by n.created_at limit 1)
         else (
           select n.time_start from job_history n
           where  n.resource_type = h.resource_type and n.resource_id = h.resource_id and n.name = h.name
           and    n.created_at > h.created_at and n.status = 'SUCCESS'
           order  by n.created_at limit 1)
       end as recovered_at
from   job_history h
left   join agents a on a.id = h.agent_id and a.id <> '00000000-0000-0000-0000-000000000000';

comment on view job_histories is 'Job runs with the names of their resource and agent. @exposed @resource integrations @feature settings.job_history @notnull id agent_id name status success_count error_count time_start created_at agent';
comment on column job_histories.status is '@enum RUNNING SUCCESS WARNING FAILED STOPPED';
comment on column job_histories.details is '@type JobDetails';
comment on column job_histories.resource_name is 'The name of the resource, or its key when it has none.';
comment on column job_histories.agent is '{id, name}; nulls inside when it ran here. @type AgentName';
comment on column job_histories.recovered_at is 'The start of the next successful run of the same job and resource; null if the run has no errors, or if none has succeeded since.';
