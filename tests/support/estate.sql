-- A dozen rows in every table; estate.ts explains their purpose.

create function pg_temp.id_of(kind text, number bigint) returns uuid
language sql
immutable
return md5(kind || ' ' || number)::uuid;

begin;

insert into people (id, name, first_name, last_name, email, avatar, properties)
select pg_temp.id_of('person', n), first || ' ' || last, first, last, lower(first) || '@example.org', 'https://example.org/' || n || '.png', '{"role": "operator"}'
from   unnest(array['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'John', 'Radia', 'Ken', 'Margaret', 'Niklaus', 'Shafi'],
              array['Lovelace', 'Hopper', 'Dijkstra', 'Liskov', 'Knuth', 'Allen', 'Backus', 'Perlman', 'Thompson', 'Hamilton', 'Wirth', 'Goldwasser'])
       with ordinality as people (first, last, n);

insert into person_roles (person_id, role)
select pg_temp.id_of('person', n), (array['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'])[1 + n % 6] from generate_series(1, 12) n;

insert into teams (id, name, icon, spec, source, created_by)
select pg_temp.id_of('team', n), 'team ' || n, 'group', '{"components": [{"types": ["Service"]}]}', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into team_members (team_id, person_id) select pg_temp.id_of('team', n), pg_temp.id_of('person', n) from generate_series(1, 12) n;
update people set team_id = pg_temp.id_of('team', 1) where email is not null;

insert into permission_groups (id, name, namespace, selectors, source, created_by)
select pg_temp.id_of('group', n), 'group ' || n, 'default', '{"playbooks": [{"name": "*"}]}', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into invites (email, first_name, last_name, role, invited_by)
select 'guest' || n || '@example.org', 'Guest', n::text, 'viewer', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into properties (name, value, created_by) select 'setting.' || n, 'true', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into agents (id, name, hostname, description, version, properties, created_by, person_id, last_seen, last_received)
select pg_temp.id_of('agent', n), 'agent-' || n, 'node-' || n, 'Cluster ' || n, '1.4.' || n, '{"region": "eu"}', pg_temp.id_of('person', 1),
       pg_temp.id_of('person', 12), case when n % 3 > 0 then now() - (n % 3 - 1) * interval '1 hour' end, now()
from   generate_series(1, 12) n;

insert into connections (id, name, namespace, type, url, source, username, password, properties, created_by)
select pg_temp.id_of('connection', n), 'connection ' || n, 'default', (array['postgres', 'slack', 'http'])[1 + n % 3], 'https://example.org/' || n, 'UI',
       'robot', 'enc:' || n, '{"region": "eu"}', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;

insert into connection_uses (connection_id, subject_kind, subject_id, subject_name, purpose)
select pg_temp.id_of('connection', n), 'canary', pg_temp.id_of('canary', n), 'canary ' || n, 'check' from generate_series(1, 12) n;

insert into applications (id, name, namespace, description, spec, labels, source, created_by)
select pg_temp.id_of('application', n), 'application ' || n, 'default', 'Sells things', '{}', '{"tier": "one"}', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into config_scrapers (id, name, namespace, description, spec, source, application_id, created_by)
select pg_temp.id_of('scraper', n), 'scraper ' || n, 'default', 'Reads a cluster', '{"schedule": "@every 5m"}', 'UI', pg_temp.id_of('application', n), pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;

insert into scrape_plugins (id, name, namespace, spec, source, created_by)
select pg_temp.id_of('plugin', n), 'plugin ' || n, 'default', '{"locations": [{"values": ["dc://{{.name}}"]}]}', 'UI', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;
insert into scrape_plugin_faults (plugin_id, scraper_id, spec_hash, faults)
values (pg_temp.id_of('plugin', 1), pg_temp.id_of('scraper', 1), 'old', '{"Locations cannot be evaluated."}');

-- A cluster with namespaces 2 to 4, and pods under them.
insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, external_id, description, config, source, labels, tags,
                          properties, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, parent_id, path, last_scraped_time)
select pg_temp.id_of('config', n), pg_temp.id_of('scraper', 1), class, type, case when n = 12 then null else lower(class) || '-' || n end, 'Running',
       case when n = 9 then 'unhealthy' when n = 10 then 'warning' else 'healthy' end, true, array['uid-' || n, 'k8s/' || n], 'Number ' || n, jsonb_build_object('n', n), 'kubernetes',
       jsonb_build_object('app', 'app-' || n % 3), jsonb_build_object('cluster', 'north', 'namespace', 'ns-' || parent),
       '[{"name": "cpu", "text": "two cores"}, {"name": "memory", "value": 2048, "unit": "bytes"}]', 0.01, 14.4, 100.8, 432,
       case when parent > 0 then pg_temp.id_of('config', parent) end,
       case when parent > 1 then pg_temp.id_of('config', 1) || '.' || pg_temp.id_of('config', parent) when parent = 1 then pg_temp.id_of('config', 1)::text else '' end,
       now()
from   (
         select n,
                case when n = 1 then 'Cluster' when n <= 4 then 'Namespace' else 'Pod' end as class,
                case when n = 1 then 'Kubernetes::Cluster' when n <= 4 then 'Kubernetes::Namespace' else 'Kubernetes::Pod' end as type,
                case when n = 1 then 0 when n <= 4 then 1 else 2 + n % 3 end as parent
         from   generate_series(1, 12) n
       ) shape;

-- Pods 5 and 6 also refer to each other.
insert into config_relationships (config_id, related_id, relation, scraper_id, selector_id)
values (pg_temp.id_of('config', 5), pg_temp.id_of('config', 6), 'Calls', pg_temp.id_of('scraper', 1), 'manual'),
       (pg_temp.id_of('config', 6), pg_temp.id_of('config', 5), 'Calls', pg_temp.id_of('scraper', 1), 'manual');

insert into config_changes (id, config_id, external_change_id, external_created_by, change_type, severity, source, summary, patches, diff, details, created_at, first_observed)
select pg_temp.id_of('change', n), pg_temp.id_of('config', 1 + n % 12), 'event-' || n, 'kubectl', (array['diff', 'Deployment', 'Scaling'])[1 + n % 3], 'Info', 'kubernetes',
       'Something moved', '{"spec": {"replicas": 2}}', '- 1\n+ 2', '{"reason": "Scaled"}', now() - n * interval '1 day', now() - n * interval '1 day'
from   generate_series(1, 12) n;

insert into config_analysis (id, config_id, scraper_id, analyzer, analysis_type, severity, summary, status, message, analysis, properties)
select pg_temp.id_of('analysis', n), pg_temp.id_of('config', 1 + n % 12), pg_temp.id_of('scraper', 1), 'analyzer-' || n % 4,
       (array['security', 'cost', 'reliability'])[1 + n % 3], (array['low', 'high', 'critical'])[1 + n % 3], 'Look here',
       case when n = 12 then 'resolved' else 'open' end, 'A port is open', '{"port": 22}', '[{"name": "port", "value": 22}]'
from   generate_series(1, 12) n;

insert into saved_query (icon, description, query, columns, created_by)
select 'search', 'query ' || n, 'type=Kubernetes::Pod', '["name"]', 'Ada' from generate_series(1, 12) n;

insert into canaries (id, name, namespace, labels, annotations, spec, source, created_by)
select pg_temp.id_of('canary', n), 'canary ' || n, 'default', '{"tier": "one", "team": "a"}', '{}', '{"interval": "30s", "http": []}', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into checks (id, canary_id, type, name, namespace, description, icon, spec, labels, owner, severity, status, last_runtime, next_runtime)
select pg_temp.id_of('check', n), pg_temp.id_of('canary', n), 'http', 'check ' || n, 'default', 'Is it there', 'http', jsonb_build_object('url', 'https://example.org/' || n),
       jsonb_build_object('team', 'b', 'number', n::text), 'ada', 'High', case when n % 4 = 0 then 'unhealthy' else 'healthy' end, now(), now() + interval '30 seconds'
from   generate_series(1, 12) n;

insert into check_statuses (check_id, time, status, duration, message, error, details)
select pg_temp.id_of('check', n), now() - run * interval '5 minutes' - case when n = 12 then interval '2 hours' else '0' end, not (n % 4 = 0 and run % 2 = 0), n * 10 + run, 'fine', case when n % 4 = 0 and run % 2 = 0 then 'refused' end, '{}'
from   generate_series(1, 12) n, generate_series(0, 23) run;

insert into done_once (what) values ('estate');

-- These turns are due in ten years, so no worker runs them during a test.
insert into check_turns (id, canary_id, check_id, schedule, due_at)
select pg_temp.id_of('check', n), pg_temp.id_of('canary', n), pg_temp.id_of('check', n), '@every 30s', now() + interval '10 years' from generate_series(1, 12) n;

insert into scraper_turns (scraper_id, schedule, due_at, spec_hash, rate_limited_until)
select pg_temp.id_of('scraper', n), '@every 5m', now() + interval '10 years', md5(n::text), now() from generate_series(1, 12) n;

insert into check_static_objects (check_id, canary, cluster, api_version, kind, namespace, name)
select new_id(), '{"id": "x", "name": "x", "namespace": "default"}', '{}', 'v1', 'Pod', 'default', 'static-' || n from generate_series(1, 2) n;

insert into maintenance_windows (id, name, description, check_id, canary_id, label_selector, starts_at, ends_at, schedule, duration_minutes, created_by)
select pg_temp.id_of('window', n), 'window ' || n, 'The move', case n % 3 when 0 then pg_temp.id_of('check', n) end, case n % 3 when 1 then pg_temp.id_of('canary', n) end,
       case n % 3 when 2 then 'tier=one' end, now() + interval '1 day', case when n % 2 = 0 then now() + interval '2 days' end, case when n % 2 = 1 then '0 2 * * 0' end,
       case when n % 2 = 1 then 60 end, pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;

insert into check_config_relationships (config_id, check_id, canary_id, selector_id)
select pg_temp.id_of('config', n), pg_temp.id_of('check', n), pg_temp.id_of('canary', n), 'rule' from generate_series(1, 12) n;

insert into topologies (id, name, namespace, labels, source, spec, schedule, created_by)
select pg_temp.id_of('topology', n), 'topology ' || n, 'default', '{"tier": "one"}', 'UI', '{}', '@every 5m', pg_temp.id_of('person', 1) from generate_series(1, 12) n;

insert into components (id, topology_id, external_id, parent_id, name, type, icon, labels, path, status, health, log_selectors, properties, created_by)
select pg_temp.id_of('component', n), pg_temp.id_of('topology', 1), 'ext-' || n, case when n > 1 then pg_temp.id_of('component', 1) end, 'component ' || n, 'Service', 'box',
       jsonb_build_object('tier', n::text), case when n > 1 then pg_temp.id_of('component', 1)::text end, 'healthy', 'healthy',
       '[{"name": "app logs"}]', '[{"name": "version", "text": "1.2"}]', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;

update components set properties = '[{"name": "version", "text": "1.1"}]' where id = pg_temp.id_of('component', 12);
update components set properties = '[{"name": "version", "text": "1.2"}]' where id = pg_temp.id_of('component', 12);
insert into component_relationships (component_id, relationship_id, selector_id)
select pg_temp.id_of('component', n), pg_temp.id_of('component', 2), 'rule' from generate_series(3, 12) n;
insert into team_components (team_id, component_id, role, selector_id)
select pg_temp.id_of('team', n), pg_temp.id_of('component', n), 'owner', 'rule' from generate_series(1, 12) n;
insert into config_component_relationships (component_id, config_id, selector_id)
select pg_temp.id_of('component', n), pg_temp.id_of('config', n), 'manual' from generate_series(1, 12) n;
insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
select pg_temp.id_of('component', n), pg_temp.id_of('check', n), pg_temp.id_of('canary', n), 'rule' from generate_series(1, 12) n;

insert into incident_rules (id, name, spec, source, created_by)
select pg_temp.id_of('rule', n), 'rule ' || n, '{}', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;
insert into incidents (id, incident_rule_id, title, description, type, status, severity, created_by, commander_id, communicator_id)
select pg_temp.id_of('incident', n), pg_temp.id_of('rule', n), 'disk full on node ' || n, '', 'availability', case when n = 12 then 'resolved' else 'open' end, 'Medium',
       pg_temp.id_of('person', 1), pg_temp.id_of('person', 2), pg_temp.id_of('person', 3)
from   generate_series(1, 12) n;
insert into responders (id, incident_id, type, person_id, team_id, properties, created_by)
select pg_temp.id_of('responder', n), pg_temp.id_of('incident', n), 'person', case when n % 2 = 0 then pg_temp.id_of('person', n) end,
       case when n % 2 = 1 then pg_temp.id_of('team', n) end, '{}', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;
insert into hypotheses (id, incident_id, type, title, status, created_by, owner, team_id)
select pg_temp.id_of('hypothesis', n), pg_temp.id_of('incident', n), 'root', 'dns is slow', 'likely', pg_temp.id_of('person', 1), pg_temp.id_of('responder', n), pg_temp.id_of('team', 1) from generate_series(1, 12) n;
insert into evidences (id, hypothesis_id, type, config_id, config_change_id, config_analysis_id, component_id, check_id, evidence, created_by)
select pg_temp.id_of('evidence', n), pg_temp.id_of('hypothesis', n), 'config', pg_temp.id_of('config', n), pg_temp.id_of('change', n), pg_temp.id_of('analysis', n),
       pg_temp.id_of('component', n), pg_temp.id_of('check', n), '{"configName": "config", "lines": {"1": "spec:", "2": "  replicas: 0"}, "selected_lines": {"2": "  replicas: 0"}}', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;
insert into comments (id, incident_id, hypothesis_id, responder_id, comment, created_by)
select pg_temp.id_of('comment', n), pg_temp.id_of('incident', n), pg_temp.id_of('hypothesis', n), pg_temp.id_of('responder', n), 'on it', pg_temp.id_of('person', n) from generate_series(1, 12) n;
insert into incident_relationships (incident_id, related_id) select pg_temp.id_of('incident', n), pg_temp.id_of('incident', 1) from generate_series(2, 12) n;
insert into comment_responders (comment_id, responder_id, external_id) select pg_temp.id_of('comment', n), pg_temp.id_of('responder', n), 'JIRA-' || n from generate_series(1, 12) n;

insert into notifications (id, name, namespace, title, events, filter, person_id, team_id, custom_services, source, created_by)
select pg_temp.id_of('notification', n), 'notification ' || n, 'default', 'Told', '{check.failed,config.unhealthy}', 'true', case when n % 2 = 0 then pg_temp.id_of('person', n) end,
       case when n % 2 = 1 then pg_temp.id_of('team', n) end, '[{"name": "slack", "connection": "connection://default/slack"}]', 'UI', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;
insert into notification_groups (id, hash, notification_id) select pg_temp.id_of('notification group', n), 'hash', pg_temp.id_of('notification', n) from generate_series(1, 12) n;
insert into notification_group_resources (group_id, config_id) select pg_temp.id_of('notification group', n), pg_temp.id_of('config', n) from generate_series(1, 12) n;
insert into notification_silences (id, name, "from", until, config_id, check_id, component_id, source, created_by)
select pg_temp.id_of('silence', n), 'silence ' || n, now(), now() + interval '1 day', pg_temp.id_of('config', n), pg_temp.id_of('check', n), pg_temp.id_of('component', n), 'UI', pg_temp.id_of('person', 1)
from   generate_series(1, 12) n;
insert into alerts (canary_id, fingerprint, check_id, labels, annotations, generator_url, starts_at, ends_at, reported)
select c.canary_id, 'fingerprint ' || n, c.id, '{"alertname": "Down"}', '{"summary": "It is down"}', 'http://prometheus.local/graph', now() - interval '1 hour', now(), 'resolved'
from   generate_series(1, 12) n
join   checks c on c.id = pg_temp.id_of('check', n);

insert into playbooks (id, name, title, icon, spec, category, source, created_by)
select pg_temp.id_of('playbook', n), 'playbook-' || n, 'Playbook ' || n, 'play', '{"actions": []}', 'Repairs', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;
insert into playbook_runs (id, playbook_id, status, start_time, created_by, check_id, config_id, component_id, parent_id)
select pg_temp.id_of('run', n), pg_temp.id_of('playbook', n), 'completed', now(), pg_temp.id_of('person', 1), pg_temp.id_of('check', n), pg_temp.id_of('config', n), pg_temp.id_of('component', n),
       case when n = 12 then pg_temp.id_of('run', 1) end
from   generate_series(1, 12) n;
insert into playbook_run_actions (id, name, status, playbook_run_id, start_time, end_time, result, error)
select pg_temp.id_of('action', n), 'restart', 'failed', pg_temp.id_of('run', n), now(), now(), '{"stdout": "ok"}', 'exit 1' from generate_series(1, 12) n;
insert into playbook_approvals (run_id, person_id, team_id) select pg_temp.id_of('run', n), pg_temp.id_of('person', n), pg_temp.id_of('team', n) from generate_series(1, 12) n;
insert into playbook_trigger_counts (playbook_id, started, skipped) select pg_temp.id_of('playbook', n), n, 1 from generate_series(1, 12) n;
insert into artifacts (id, path, filename, size, checksum, store, completed_at, playbook_run_action_id, check_id, check_time, config_change_id, connection_id)
select pg_temp.id_of('artifact', n), 'playbooks/' || n || '/out.txt', 'out.txt', 3, 'abc', 'database', now(), pg_temp.id_of('action', n), pg_temp.id_of('check', n),
       (select max(time) from check_statuses where check_id = pg_temp.id_of('check', n)), pg_temp.id_of('change', n), pg_temp.id_of('connection', n)
from   generate_series(1, 12) n;

insert into notification_send_history (id, notification_id, body, status, source_event, resource_id, resource_health, person_id, error, duration_millis, playbook_run_id)
select pg_temp.id_of('message', n), pg_temp.id_of('notification', n), 'It is down', case when n % 4 = 0 then 'error' else 'sent' end,
       (array['config.unhealthy', 'check.failed', 'component.unhealthy', 'canary.failed'])[1 + n % 4],
       pg_temp.id_of((array['config', 'check', 'component', 'canary'])[1 + n % 4], n), 'unhealthy', pg_temp.id_of('person', 1), case when n % 4 = 0 then 'refused' end, n, pg_temp.id_of('run', n)
from   generate_series(1, 12) n;
insert into notification_attempts (id, history_id, duration_millis, outcome, error, exchange)
select pg_temp.id_of('attempt', n), pg_temp.id_of('message', n), n, case when n % 4 = 0 then 'refused' else 'delivered' end, case when n % 4 = 0 then 'refused' end,
       '[{"request": {"method": "POST", "url": "https://hooks.example.org"}, "response": {"status": 200}}]'
from   generate_series(1, 12) n;

insert into notification_attempts (history_id, duration_millis, outcome, error, exchange)
select pg_temp.id_of('message', n), n, case when n % 4 = 0 then 'refused' else 'delivered' end, case when n % 4 = 0 then 'refused' end,
       '[{"request": "POST https://chat.example.org/", "response": "ok", "status": 200}]'
from   generate_series(1, 12) n;
insert into notification_preferences (person_id, time_zone, quiet_from, quiet_until, quiet_days, channels)
values (pg_temp.id_of('person', 2), 'Europe/Berlin', '22:00', '06:00', '{1,2,3,4,5}', '[{"connection": "connection://default/connection-1"}]');
insert into notification_readers (person_id, seen_at) values (pg_temp.id_of('person', 2), now() - interval '1 hour');

insert into permissions (id, name, action, person_id, team_id, config_id, connection_id, playbook_id, canary_id, component_id, object, created_by, tags, agents)
select pg_temp.id_of('permission', n), 'permission ' || n, 'read', case when n % 2 = 0 then pg_temp.id_of('person', n) end, case when n % 2 = 1 then pg_temp.id_of('team', n) end,
       case n % 6 when 0 then pg_temp.id_of('config', n) end, case n % 6 when 1 then pg_temp.id_of('connection', n) end, case n % 6 when 2 then pg_temp.id_of('playbook', n) end,
       case n % 6 when 3 then pg_temp.id_of('canary', n) end, case n % 6 when 4 then pg_temp.id_of('component', n) end, case n % 6 when 5 then 'catalog' end,
       pg_temp.id_of('person', 1), '{"cluster": "north"}', '{local}'
from   generate_series(1, 12) n;

insert into logging_backends (id, name, labels, spec, source, created_by)
select pg_temp.id_of('log backend', n), 'logs ' || n, '{"tier": "one"}', '{"backends": []}', 'UI', pg_temp.id_of('person', 1) from generate_series(1, 12) n;
insert into views (id, name, namespace, spec, source, labels, created_by, last_ran)
select pg_temp.id_of('view', n), 'view-' || n, 'default', jsonb_build_object('display', jsonb_build_object('title', 'View ' || n, 'icon', 'table', 'ordinal', n, 'sidebar', n % 2 = 0)), 'UI', '{"tier": "one"}',
       pg_temp.id_of('person', 1), now()
from   generate_series(1, 12) n;
insert into view_panels (view_id, request_fingerprint, results) select pg_temp.id_of('view', n), 'all', '[]' from generate_series(1, 12) n;

insert into audit_log (actor_kind, person_id, person_name, action, resource_type, resource_id, resource_name, columns, address)
select 'person', pg_temp.id_of('person', 1), 'Ada', 'update', 'canaries', pg_temp.id_of('canary', n)::text, 'canary ' || n, '{spec}', '192.0.2.1'
from   generate_series(1, 3) n;

insert into job_history (name, resource_type, resource_id, status, success_count, error_count, details, hostname, duration_millis, agent_id)
select 'Scrape', kind, pg_temp.id_of(thing, n)::text, case when n % 4 = 0 then 'FAILED' else 'SUCCESS' end, n, n % 4, '{"errors": []}', 'node-1', n * 100,
       case when n % 3 = 0 then pg_temp.id_of('agent', 1) else '00000000-0000-0000-0000-000000000000' end
from   generate_series(1, 12) n,
       (values ('config_scraper', 'scraper'), ('scrape_plugin', 'plugin'), ('canary', 'canary'), ('topology', 'topology'), ('components', 'component'), ('team', 'team'), ('incident_rule', 'rule'), ('playbook', 'playbook')) as kinds (kind, thing);

insert into mails (kind, recipient, subject, body, status)
select 'recovery', 'person-' || n || '@example.org', 'A way back', 'sealed', 'kept'
from   generate_series(1, 3) n;

select roll_up_check_hours(now() - interval '1 day');
select roll_up_check_days(now() - interval '2 days');

-- State of scraping: a pod refers to its node, and by a selector to the items with its label.
insert into config_sightings (config_id, scraper_id, external_id, type, hash, references_hash, seen_at)
select id, scraper_id, external_id[1], type, md5('all of ' || id)::uuid, md5('others of ' || id)::uuid, now() from config_items where scraper_id = pg_temp.id_of('scraper', 1);
insert into config_references (config_id, position, scraper_id, is_parent, relation, external_id, type, of_scraper, selector, selector_id, target_id)
values (pg_temp.id_of('config', 5), 0, pg_temp.id_of('scraper', 1), true, 'NodePod', 'uid-1', 'Kubernetes::Node', 'all', null, null, pg_temp.id_of('config', 1)),
       (pg_temp.id_of('config', 5), 1, pg_temp.id_of('scraper', 1), false, 'SameApp', null, null, null, '{"labelSelector": "app=app-1"}', 'rule-1', null);
insert into config_selected (config_id, position, target_id) values (pg_temp.id_of('config', 5), 1, pg_temp.id_of('config', 7));
insert into config_locations (id, location) select id, 'dc://room-1/' || name from config_items where scraper_id = pg_temp.id_of('scraper', 1);
insert into config_scrape_states (scraper_id, whole_at) values (pg_temp.id_of('scraper', 1), now());
insert into config_links_due (scraper_id) values (pg_temp.id_of('scraper', 1));

-- Versions older than two years are not kept.
insert into config_lost_versions (config_id, until) select id, now() - interval '2 years' from config_items;
insert into config_unlisted_versions (config_id, diff, config_hash, created_at, first_observed)
select id, E'--- before\n+++ after\n@@ -1 +1 @@\n-{}\n+[]\n', md5('[]')::uuid, now() - interval '40 days', now() - interval '40 days' from config_items;

-- The results of background jobs, and rows that still wait for a job.
select index_config_items(1000);
insert into config_search_waiting (config_id) values (pg_temp.id_of('config', 1));
select refresh_config_groups();
insert into config_new_groups select id, agent_id, type, config_class, status, health, tags, is_deleted from config_groups limit 1;
insert into config_group_dirt select id from config_groups limit 1;
select merge_config_change_notes();
insert into config_change_notes (period, config_type, change_type, severity, changes) select period, config_type, change_type, severity, 0 from config_change_counts limit 1;

commit;
