-- Written by `npm run types` from the catalog; never edited.

create table access_tokens (
  id uuid not null default new_id()
  name text not null
  person_id uuid not null
  digest bytea not null  -- SHA-256 of the whole token; the token itself is shown once and never stored. @secret
  created_at timestamp with time zone not null default now()
  created_by uuid
  expires_at timestamp with time zone  -- Null if it never expires.
  last_used_at timestamp with time zone  -- To the minute.
  read_only boolean not null default false  -- Whether it can only read.
  constraint access_tokens_name_check CHECK ((name <> ''::text))
  constraint access_tokens_person_name UNIQUE (person_id, name)
  constraint access_tokens_pkey PRIMARY KEY (id)
  constraint access_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint access_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- Tokens for programs that act for a person. @watched
CREATE INDEX access_tokens_created_by ON access_tokens USING btree (created_by);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table agent_actions (
  action_id uuid not null
  agent_id uuid not null
  payload text not null  -- The action as the agent gets it, with its credentials. @secret @sealed
  status text not null default 'waiting'::text  -- @enum waiting running cancelled ended
  outcome jsonb  -- The result that the agent has pushed. @type Json
  reported_at timestamp with time zone  -- The last time the agent sent output or asked whether the action is cancelled, to about 10 seconds. Null for agents that do neither.
  created_at timestamp with time zone not null default now()
  constraint agent_actions_pkey PRIMARY KEY (action_id)
  constraint agent_actions_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'cancelled'::text, 'ended'::text])))
  constraint agent_actions_action_id_fkey FOREIGN KEY (action_id) REFERENCES playbook_run_actions(id) ON DELETE CASCADE
  constraint agent_actions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE
);
-- Playbook actions that agents run, from the start until the worker has read the result.
CREATE INDEX agent_actions_agent ON agent_actions USING btree (agent_id, created_at);
-- triggers: keep_sealing_keys('payload') on sealing_keys

create table agent_outputs (
  action_id uuid not null
  number integer not null  -- The number of the piece, from 0. A piece that the agent sends again is stored once.
  content text not null
  constraint agent_outputs_pkey PRIMARY KEY (action_id, number)
  constraint agent_outputs_action_id_fkey FOREIGN KEY (action_id) REFERENCES agent_actions(action_id) ON DELETE CASCADE
);
-- Output of actions on agents, until the worker has read it.

create table agent_tallies (
  agent_id uuid not null
  what text not null  -- The table of the rows.
  rows bigint not null
  constraint agent_tallies_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE
);
-- Numbers of rows of each agent, to be added up. Maintained by triggers and compact_agent_tallies. @exposed @readonly @resource agents @feature agents
CREATE INDEX agent_tallies_agent ON agent_tallies USING btree (agent_id);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table agents (
  id uuid not null default new_id()
  name text not null
  hostname text
  description text
  ip text
  version text
  username text
  person_id uuid  -- The person whose token the agent uses.
  properties jsonb  -- @type Labels
  tls text
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()  -- A heartbeat does not count as an update.
  cleanup boolean not null default false  -- Whether its rows are deleted together with the agent.
  deleted_at timestamp with time zone
  last_seen timestamp with time zone  -- Its last heartbeat.
  last_received timestamp with time zone  -- The last time it pushed rows.
  reported_status text  -- The status that was last published as an event; null before the first. Maintained by a job. @enum online offline
  waiting_since timestamp with time zone  -- The time of the oldest result that the agent has not pushed yet; null if none waits.
  waiting_results bigint not null default 0  -- The number of results that the agent has not pushed yet.
  constraint agents_name_check CHECK ((name <> ''::text))
  constraint agents_pkey PRIMARY KEY (id)
  constraint agents_reported_status_check CHECK ((reported_status = ANY (ARRAY['online'::text, 'offline'::text])))
  constraint agents_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint agents_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL
);
-- Systems that run elsewhere and push what they find to this one. @exposed @resource agents @feature agents
CREATE INDEX agents_created_by ON agents USING btree (created_by);
CREATE UNIQUE INDEX agents_name ON agents USING btree (name) WHERE (deleted_at IS NULL);
CREATE INDEX agents_person ON agents USING btree (person_id) WHERE (person_id IS NOT NULL);
-- triggers: end_agent() on ended; keep_deleted_at() on deleted_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table alerts (
  canary_id uuid not null  -- The canary of the source.
  fingerprint text not null  -- A digest of the labels, which identify the alert within its source.
  check_id uuid  -- Null until the first result of its check is recorded.
  labels jsonb not null  -- @type Labels
  annotations jsonb not null  -- @type Labels
  generator_url text
  starts_at timestamp with time zone not null
  ends_at timestamp with time zone  -- The time at which the alert is resolved unless its sender repeats it; null if only the sender resolves it.
  updated_at timestamp with time zone not null default now()
  reported text  -- The last status that was recorded for its check. @enum firing resolved
  constraint alerts_annotations_check CHECK (are_labels(annotations))
  constraint alerts_labels_check CHECK (are_labels(labels))
  constraint alerts_pkey PRIMARY KEY (canary_id, fingerprint)
  constraint alerts_reported_check CHECK ((reported = ANY (ARRAY['firing'::text, 'resolved'::text])))
  constraint alerts_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint alerts_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
);
-- Alerts with the times and annotations that their sender gave. @lookup
CREATE INDEX alerts_check ON alerts USING btree (check_id);
CREATE INDEX alerts_ends_at ON alerts USING btree (ends_at) WHERE (reported IS DISTINCT FROM 'resolved'::text);
CREATE INDEX alerts_resolved ON alerts USING btree (ends_at) WHERE (reported = 'resolved'::text);

create table applications (
  id uuid not null default new_id()
  name text not null
  namespace text
  description text
  spec jsonb not null  -- *** in place of each credential. @type Json
  labels jsonb  -- @type Labels
  source text not null default 'UI'::text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint applications_labels_check CHECK (are_labels(labels))
  constraint applications_name_check CHECK ((name <> ''::text))
  constraint applications_pkey PRIMARY KEY (id)
  constraint applications_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint applications_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Applications, with rules that find their people, environments and risks. @exposed @resource database @feature applications
CREATE INDEX applications_created_by ON applications USING btree (created_by);
CREATE UNIQUE INDEX applications_name ON applications USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);
-- triggers: keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table artifact_chunks (
  artifact_id uuid not null
  number integer not null
  content bytea not null
  constraint artifact_chunks_number_check CHECK ((number >= 0))
  constraint artifact_chunks_pkey PRIMARY KEY (artifact_id, number)
  constraint artifact_chunks_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifacts(id) ON DELETE CASCADE
);
-- The bytes of an artifact in order, in chunks small enough for a process to hold many of them.

create table artifacts (
  id uuid not null default new_id()
  path text not null  -- The path that the producer chose, such as playbooks/<action>/report.json.
  filename text not null
  content_type text not null default 'application/octet-stream'::text
  size bigint not null default 0  -- Bytes.
  checksum text not null default ''::text  -- SHA-256 of the bytes, in hex.
  store text not null  -- Location of the bytes. @enum database s3
  completed_at timestamp with time zone  -- Time when the last byte was stored; null while it is being written.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  expires_at timestamp with time zone  -- It is removed after this time; null keeps it.
  connection_id uuid  -- The connection to the storage of the bytes, if there is one.
  config_change_id uuid  -- The config change that it shows.
  check_id uuid  -- The check that produced it.
  check_time timestamp with time zone  -- The run of the check that produced it.
  playbook_run_action_id uuid  -- The playbook action that produced it.
  constraint artifacts_pkey PRIMARY KEY (id)
  constraint artifacts_store_check CHECK ((store = ANY (ARRAY['database'::text, 's3'::text])))
  constraint artifacts_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
  constraint artifacts_config_change_id_fkey FOREIGN KEY (config_change_id) REFERENCES config_changes(id) ON DELETE CASCADE
  constraint artifacts_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL
  constraint artifacts_playbook_run_action_id_fkey FOREIGN KEY (playbook_run_action_id) REFERENCES playbook_run_actions(id) ON DELETE CASCADE
);
-- A file that a run produced. @exposed @readonly @resource database @follows check_id playbook_run_action_id config_change_id
CREATE INDEX artifacts_check ON artifacts USING btree (check_id, check_time) WHERE (check_id IS NOT NULL);
CREATE INDEX artifacts_config_change ON artifacts USING btree (config_change_id) WHERE (config_change_id IS NOT NULL);
CREATE INDEX artifacts_connection ON artifacts USING btree (connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX artifacts_expiring ON artifacts USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX artifacts_playbook_run_action ON artifacts USING btree (playbook_run_action_id) WHERE (playbook_run_action_id IS NOT NULL);
CREATE INDEX artifacts_unfinished ON artifacts USING btree (created_at) WHERE (completed_at IS NULL);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 61b52982)

create table audit_log (
  id uuid not null default new_id()
  created_at timestamp with time zone not null default now()
  actor_kind text not null  -- A person, a token that acted for one, or the system itself: its command line. @enum person token system
  person_id uuid  -- The acting person, or the account of a sign-in attempt; null if the account does not exist. No foreign key, because the record outlives the person.
  person_name text  -- The name of the person at that time.
  token_name text  -- The access token that was used.
  action text not null  -- @enum create update delete sign_in sign_in_refused sign_out reset_password test run
  resource_type text not null  -- The table, such as connections.
  resource_id text  -- The key of the row.
  resource_name text  -- The name of the resource at that time.
  columns text[]  -- The columns that an update changed.
  address text  -- The network address that the request came from.
  user_agent text
  request_id text  -- The id of the request in the log.
  before jsonb  -- The values before: for an update the changed columns, for a deletion all. Never a secret; null if values are not recorded. @type ToldValues
  after jsonb  -- The values after: for an update the changed columns, for a new row all. Never a secret; null if values are not recorded. @type ToldValues
  constraint audit_log_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'sign_in'::text, 'sign_in_refused'::text, 'sign_out'::text, 'reset_password'::text, 'test'::text, 'run'::text])))
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'token'::text, 'system'::text])))
  constraint audit_log_pkey PRIMARY KEY (id)
);
-- Actions with their actor, resource, time and address. Written in the transaction of the action and append-only. @exposed @readonly @resource rbac
CREATE INDEX audit_log_by_age ON audit_log USING btree (created_at DESC);
CREATE INDEX audit_log_by_person ON audit_log USING btree (person_id, created_at DESC);
CREATE INDEX audit_log_by_resource ON audit_log USING btree (resource_type, resource_id, created_at DESC);
-- triggers: keep_audit_log() on audit_log_kept, audit_log_kept_whole; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table canaries (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  name text not null
  namespace text not null default 'default'::text
  labels jsonb  -- @type Labels
  annotations jsonb  -- @type Labels
  spec jsonb not null  -- The checks by kind, and their schedule; *** in place of each credential. @type Json
  source text  -- UI if it is edited here; otherwise the place where it is kept, such as a file or component/<id>. @origin
  is_pushed boolean not null default false
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()  -- The last change of the spec.
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint canaries_labels_check CHECK (are_labels(labels))
  constraint canaries_name_check CHECK ((name <> ''::text))
  constraint canaries_pkey PRIMARY KEY (id)
  constraint canaries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint canaries_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Groups of checks with one schedule. @exposed @resource canaries @feature health @rows canary
CREATE INDEX canaries_agent ON canaries USING btree (agent_id);
CREATE INDEX canaries_by_name ON canaries USING btree (name) WHERE (deleted_at IS NULL);
CREATE INDEX canaries_created_by ON canaries USING btree (created_by);
CREATE INDEX canaries_deleted ON canaries USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX canaries_name ON canaries USING btree (agent_id, name, namespace, source) NULLS NOT DISTINCT WHERE ((deleted_at IS NULL) AND (agent_id = '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX canaries_source ON canaries USING btree (source);
-- triggers: end_canary() on ended; end_moved_rows() on moved; keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; rename_message_resource('canary') on rename_messages, rename_messages_gone; touch_row() on touched, touched_for_agent
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 001d9981)

create table changes (
  id bigint not null generated as identity
  xid xid8 not null default pg_current_xact_id()  -- The transaction that wrote the row. A reader finds new rows by comparing two snapshots.
  relation text not null
  ids text[]  -- Keys of the changed rows; null if there were too many to list.
  at timestamp with time zone not null default clock_timestamp()
  constraint changes_pkey PRIMARY KEY (id)
);
-- Recent changes of rows, for live screens. Kept for about 15 minutes; written by triggers on every exposed or watched table.
CREATE INDEX changes_by_xid ON changes USING btree (xid, id);

create table check_component_relationships (
  component_id uuid not null
  check_id uuid not null
  canary_id uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it.
  is_pushed boolean not null default false
  constraint check_component_relationships_once UNIQUE NULLS NOT DISTINCT (component_id, check_id, canary_id, selector_id)
  constraint check_component_relationships_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint check_component_relationships_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
  constraint check_component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
);
-- The checks of components. @exposed @resource canaries @feature topology @follows component_id check_id
CREATE INDEX check_component_relationships_canary ON check_component_relationships USING btree (canary_id);
CREATE INDEX check_component_relationships_check ON check_component_relationships USING btree (check_id);
-- triggers: dirty_components() on dirty_delete, dirty_insert, dirty_update; keep_deleted_at() on deleted_once; mark_unpushed() on unpushed; record_changes() on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 8b670943)

create table check_config_relationships (
  config_id uuid not null
  check_id uuid not null
  canary_id uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it.
  is_pushed boolean not null default false
  constraint check_config_relationships_once UNIQUE NULLS NOT DISTINCT (config_id, check_id, canary_id, selector_id)
  constraint check_config_relationships_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint check_config_relationships_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
  constraint check_config_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- The config items of each check. @exposed @resource canaries @feature health @follows config_id check_id
CREATE INDEX check_config_relationships_canary ON check_config_relationships USING btree (canary_id);
CREATE INDEX check_config_relationships_check ON check_config_relationships USING btree (check_id);
-- triggers: keep_deleted_at() on deleted_once; mark_unpushed() on unpushed; record_changes() on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest ec4a897a)

create table check_facets (
  kind text not null
  key text not null
  value text not null
  constraint check_facets_kind_check CHECK ((kind = 'labels'::text))
  constraint check_facets_pkey PRIMARY KEY (kind, key, value)
);
-- Labels of existing checks. Maintained by triggers. @exposed @readonly @resource database @feature health
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 06b59a2b)

create table check_static_objects (
  id uuid not null default new_id()
  check_id uuid not null  -- No foreign key, because a dry run has no row.
  canary jsonb not null  -- The canary that connects to the cluster. @type Json
  cluster jsonb not null  -- The cluster as in the spec: connection, kubeconfig. @type Json
  api_version text not null
  kind text not null
  namespace text not null  -- Empty for cluster-scoped objects.
  name text not null
  created_at timestamp with time zone not null default now()
  constraint check_static_objects_pkey PRIMARY KEY (id)
);
-- Objects that checks create in clusters and leave there, until the check or its spec no longer contains them.
CREATE UNIQUE INDEX check_static_objects_once ON check_static_objects USING btree (check_id, md5((cluster)::text), api_version, kind, namespace, name);

create table check_status_slots (
  check_id uuid not null
  slot smallint not null  -- The ten minutes of the day, modulo eight; older runs are overwritten.
  began timestamp with time zone not null
  times timestamp with time zone[] not null
  took integer[] not null  -- Milliseconds, in the order of times.
  how smallint[] not null  -- 1 passed, 2 failed; 3 and 4 the same without counting in uptime; 0 unknown.
  constraint check_status_slots_pkey PRIMARY KEY (check_id, slot)
  constraint check_status_slots_slot_check CHECK (((slot >= 0) AND (slot <= 7)))
  constraint check_status_slots_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
) with (fillfactor=60);
-- The latest runs of each check in slots of ten minutes, with durations and results. Maintained by triggers.

create table check_status_summaries (
  check_id uuid not null
  p99 integer  -- Milliseconds, like the others.
  p97 integer
  p95 integer
  p50 integer
  mean double precision
  passed bigint not null
  failed bigint not null
  last_check timestamp with time zone not null
  last_pass timestamp with time zone
  last_fail timestamp with time zone
  updated_at timestamp with time zone not null default now()
  constraint check_status_summaries_pkey PRIMARY KEY (check_id)
  constraint check_status_summaries_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
) with (fillfactor=70);
-- Summary of each check over the last hour, or of its last run if that is older. Maintained by triggers and summarise_checks. @exposed @readonly @resource canaries @feature health @follows check_id
-- triggers: record_changes('check_id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest ea713faf)

create table check_statuses (
  check_id uuid not null
  time timestamp with time zone not null
  status boolean  -- Whether it passed.
  duration integer  -- Milliseconds.
  message text
  error text
  details jsonb  -- @type Json
  invalid boolean  -- Whether the check itself is wrong, not its target.
  severity text  -- @enum info warning low medium high blocker critical
  created_at timestamp with time zone not null default now()
  is_pushed boolean not null default false
  could_not_check boolean not null default false  -- A fault on our side prevented the check: the state of the target is unknown, and status is null.
  in_maintenance boolean not null default false  -- It ran in a maintenance window or while its check was paused: no alert, and it does not count in uptime.
  metrics jsonb  -- @type Json
  agent_time timestamp with time zone  -- The time by the clock of the agent that ran the check, if its clock differed from the clock of this server.
  constraint check_statuses_pkey PRIMARY KEY (check_id, "time")
  constraint check_statuses_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])))
  constraint check_statuses_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
);
-- Every run of a check, with one partition per day. @exposed @resource canaries @feature health @follows check_id
CREATE INDEX check_statuses_time ON ONLY public.check_statuses USING brin ("time");
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update; summarise_new_statuses() on summarise
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 5541c5b6)

create table check_statuses_1d (
  check_id uuid not null
  created_at timestamp with time zone not null  -- Start of the day in UTC.
  duration bigint not null  -- Milliseconds of all runs together.
  total integer not null
  passed integer not null
  failed integer not null
  constraint check_statuses_1d_pkey PRIMARY KEY (check_id, created_at)
  constraint check_statuses_1d_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
);
-- Totals of the runs of each check per day. @exposed @readonly @resource canaries @feature health @follows check_id
CREATE INDEX check_statuses_1d_created_at ON check_statuses_1d USING brin (created_at);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest ac5c70e1)

create table check_statuses_1h (
  check_id uuid not null
  created_at timestamp with time zone not null  -- Start of the hour.
  duration bigint not null  -- Milliseconds of all runs together.
  total integer not null
  passed integer not null
  failed integer not null
  constraint check_statuses_1h_pkey PRIMARY KEY (check_id, created_at)
  constraint check_statuses_1h_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
);
-- Totals of the runs of each check per hour. @exposed @readonly @resource canaries @feature health @follows check_id
CREATE INDEX check_statuses_1h_created_at ON check_statuses_1h USING brin (created_at);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 5c68b409)

create table check_turns (
  id uuid not null  -- The id of the check or the canary.
  canary_id uuid not null
  check_id uuid  -- Null for a canary that runs as a whole.
  schedule text not null
  due_at timestamp with time zone not null
  lease uuid  -- The lease of the worker that runs it; results of a lost lease are not recorded.
  leased_until timestamp with time zone
  constraint check_turns_lease CHECK (((lease IS NULL) = (leased_until IS NULL)))
  constraint check_turns_pkey PRIMARY KEY (id)
  constraint check_turns_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint check_turns_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
-- The next run of each check, or of a canary whose checks depend on each other.
CREATE INDEX check_turns_canary ON check_turns USING btree (canary_id);
CREATE INDEX check_turns_check ON check_turns USING btree (check_id);
CREATE INDEX check_turns_due ON check_turns USING btree (due_at);

create table checks (
  id uuid not null default new_id()
  canary_id uuid not null
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  type text not null
  name text not null
  namespace text
  description text
  icon text
  spec jsonb  -- The check as in the spec of its canary; *** in place of each credential. @type Json
  labels jsonb  -- @type Labels
  owner text
  severity text  -- @enum info warning low medium high blocker critical
  category text
  is_pushed boolean not null default false
  transformed boolean not null default false  -- Whether another check created it from its results.
  last_runtime timestamp with time zone
  next_runtime timestamp with time zone
  last_transition_time timestamp with time zone  -- The last change of the status.
  silenced_at timestamp with time zone
  status text  -- Null before its first run. @enum healthy unhealthy
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()  -- A run does not count as an update.
  deleted_at timestamp with time zone
  interval_seconds integer  -- Seconds between two runs by its schedule; null for a check that never runs by itself.
  could_not_check_since timestamp with time zone  -- Start of a fault on our side that prevents the check; null otherwise.
  could_not_check_reason text  -- The fault on our side, in words.
  alert_held_since timestamp with time zone  -- Time when its alert was held back because it was in maintenance.
  made_by uuid  -- The check that created it from its results.
  told_status text  -- The last status that was published as an event; it differs from the current one while an alert is held. @enum healthy unhealthy
  spec_secrets text  -- The credentials of the spec, for a check that is not in the spec of its canary. @secret @sealed
  canary_secrets text  -- A digest of the sealed credentials of the canary, which changes when they do. @secret
  paused_at timestamp with time zone  -- Start of the latest pause. The check is paused now while paused_until is null or in the future. Written by the pause and resume commands.
  paused_until timestamp with time zone  -- End of the latest pause; null while it has no end. Resuming a check sets it to the current time.
  paused_by uuid  -- The person who paused the check.
  pause_reason text
  constraint checks_interval_seconds_check CHECK ((interval_seconds > 0))
  constraint checks_labels_check CHECK (are_labels(labels))
  constraint checks_name UNIQUE (canary_id, type, name, agent_id)
  constraint checks_pause_order CHECK ((paused_until >= paused_at))
  constraint checks_pause_reason_check CHECK ((length(pause_reason) <= 500))
  constraint checks_pkey PRIMARY KEY (id)
  constraint checks_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])))
  constraint checks_status_check CHECK ((status = ANY (ARRAY['healthy'::text, 'unhealthy'::text])))
  constraint checks_told_status_check CHECK ((told_status = ANY (ARRAY['healthy'::text, 'unhealthy'::text])))
  constraint checks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint checks_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint checks_made_by_fkey FOREIGN KEY (made_by) REFERENCES checks(id) ON DELETE CASCADE
  constraint checks_paused_by_fkey FOREIGN KEY (paused_by) REFERENCES people(id) ON DELETE SET NULL
) with (fillfactor=80);
-- Checks with their current state. @exposed @resource canaries @feature health @follows canary_id
CREATE INDEX checks_agent ON checks USING btree (agent_id);
CREATE INDEX checks_beginning ON checks USING btree (lower(name) text_pattern_ops);
CREATE INDEX checks_by_name ON checks USING btree (name);
CREATE INDEX checks_canary ON checks USING btree (canary_id, transformed);
CREATE INDEX checks_deleted ON checks USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX checks_labels ON checks USING gin (labels jsonb_path_ops) WITH (fastupdate=off);
CREATE INDEX checks_made_by ON checks USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX checks_paused_by ON checks USING btree (paused_by) WHERE (paused_by IS NOT NULL);
CREATE INDEX checks_search ON checks USING gin (name gin_trgm_ops);
-- triggers: dirty_components_of_check() on dirty_components; dirty_links() on dirty_links_insert, dirty_links_update; end_check() on ended; keep_deleted_at() on deleted_once; keep_facets('check_facets', 'labels') on facets_delete, facets_insert, facets_update; keep_sealing_keys('spec_secrets') on sealing_keys; lower_severity() on lower_severity; mark_check_transition() on transition; mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_dirt() on incident_dirt, incident_dirt_insert; rename_message_resource('check') on rename_messages, rename_messages_gone; revive_check() on revived; tally_agent_rows() on agent_tally_delete, agent_tally_insert, agent_tally_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 7b196ea1)

create table clock_offsets (
  measured_at timestamp with time zone not null  -- The time of the own clock.
  offset_ms bigint not null  -- Milliseconds.
  constraint clock_offsets_pkey PRIMARY KEY (measured_at)
);
-- On an agent: the clock of the server minus the own clock, since a time. Empty on a server.

create table comment_responders (
  comment_id uuid not null
  responder_id uuid not null
  external_id text  -- The id of the comment in the other system.
  constraint comment_responders_pkey PRIMARY KEY (comment_id, responder_id)
  constraint comment_responders_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE
  constraint comment_responders_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE CASCADE
);
-- Comments that were sent to other systems. @exposed @resource comments @feature incidents
CREATE INDEX comment_responders_responder ON comment_responders USING btree (responder_id);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table comments (
  id uuid not null default new_id()
  created_by uuid not null
  comment text not null
  external_id text  -- The id in the other system, for a comment that was written there.
  external_created_by text  -- The author, if it was written in another system.
  incident_id uuid not null
  responder_id uuid
  hypothesis_id uuid
  read smallint[]
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  redacted_at timestamp with time zone  -- Time when an administrator removed the text.
  redacted_by uuid
  redaction_reason text
  constraint comments_pkey PRIMARY KEY (id)
  constraint comments_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint comments_hypothesis_id_fkey FOREIGN KEY (hypothesis_id) REFERENCES hypotheses(id) ON DELETE CASCADE
  constraint comments_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id)
  constraint comments_redacted_by_fkey FOREIGN KEY (redacted_by) REFERENCES people(id)
  constraint comments_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE SET NULL
);
-- Comments on an incident or a hypothesis. @exposed @resource comments @feature incidents
CREATE INDEX comments_created_by ON comments USING btree (created_by);
CREATE INDEX comments_external ON comments USING btree (responder_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX comments_hypothesis ON comments USING btree (hypothesis_id);
CREATE INDEX comments_incident ON comments USING btree (incident_id, created_at);
CREATE INDEX comments_mentioning ON comments USING btree (incident_id) WHERE (comment ~~ '%](user:%'::text);
CREATE INDEX comments_redacted_by ON comments USING btree (redacted_by) WHERE (redacted_by IS NOT NULL);
CREATE INDEX comments_responder ON comments USING btree (responder_id);
-- triggers: forget_deleted_texts() on forget_texts; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_deletions() on deletions; record_incident_edits() on edits; record_incident_history() on history_new; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table component_dirt (
  id bigint not null generated as identity
  component_id uuid
  team_id uuid
  is_edited boolean not null default false  -- Whether the component itself changed, so that selectors of teams may match it differently.
  constraint component_dirt_about CHECK ((num_nonnulls(component_id, team_id) = 1))
  constraint component_dirt_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);
-- Components to compute again, and teams to match with components again: one row per write, so that writers never wait for each other. The roll-up deletes the rows. @watched
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table component_facets (
  kind text not null
  key text not null
  value text not null
  constraint component_facets_kind_check CHECK ((kind = 'labels'::text))
  constraint component_facets_pkey PRIMARY KEY (kind, key, value)
);
-- Labels of existing components. Maintained by triggers. @exposed @readonly @resource database @feature topology
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 6072a02d)

create table component_property_states (
  component_id uuid not null
  property text not null
  since timestamp with time zone not null  -- -infinity for the value before the first change.
  value jsonb  -- The property; null while the component did not have it. @type Json
  constraint component_property_states_pkey PRIMARY KEY (component_id, property, since)
  constraint component_property_states_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
);
-- Former texts and headline values of properties, each until the next one, at most one per five minutes. A property without rows never changed. Maintained by triggers.

create table component_relationships (
  component_id uuid not null  -- The child.
  relationship_id uuid not null  -- The parent.
  selector_id text
  relationship_path text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  is_pushed boolean not null default false
  constraint component_relationships_once UNIQUE NULLS NOT DISTINCT (component_id, relationship_id, selector_id)
  constraint component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
  constraint component_relationships_relationship_id_fkey FOREIGN KEY (relationship_id) REFERENCES components(id) ON DELETE CASCADE
);
-- Components that belong to others in addition to their parent. @exposed @resource topologies @feature topology @follows component_id relationship_id
CREATE INDEX component_relationships_parent ON component_relationships USING btree (relationship_id);
-- triggers: dirty_components() on dirty_delete, dirty_insert, dirty_update; keep_deleted_at() on deleted_once; mark_unpushed() on unpushed; record_changes() on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest e9fa1494)

create table component_states (
  component_id uuid not null
  since timestamp with time zone not null
  name text not null
  parent_id uuid  -- No foreign key, because the parent may be gone.
  health text  -- @enum healthy unhealthy warning unknown
  status text not null
  is_deleted boolean not null
  constraint component_states_health_check CHECK ((health = ANY (ARRAY['healthy'::text, 'unhealthy'::text, 'warning'::text, 'unknown'::text])))
  constraint component_states_pkey PRIMARY KEY (component_id, since)
  constraint component_states_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
);
-- The states of each component, each until the next one. Maintained by triggers. @exposed @readonly @resource topologies @feature topology @follows component_id
CREATE INDEX component_states_since ON component_states USING brin (since);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 5665bea7)

create table components (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  topology_id uuid
  external_id text not null default ''::text
  parent_id uuid
  config_id uuid
  name text not null
  text text  -- Displayed instead of the name.
  topology_type text
  namespace text
  type text
  icon text
  owner text
  labels jsonb  -- @type Labels
  path text  -- Ids of its ancestors from the root to the parent, joined by dots.
  status text not null default ''::text  -- Any text; empty if unknown.
  status_expr text
  status_reason text
  health text  -- @enum healthy unhealthy warning unknown
  health_expr text
  description text
  lifecycle text
  tooltip text
  hidden boolean not null default false
  silenced boolean not null default false
  is_leaf boolean not null default false
  schedule text
  summary jsonb  -- Totals of the component and all its descendants. @type ComponentSummary
  selectors jsonb  -- Selects the components below it. @type Json
  log_selectors jsonb  -- Selects its logs. @type Json
  component_checks jsonb  -- Selects its checks. @type Json
  configs jsonb  -- Selects its config items. @type Json
  properties jsonb  -- @type Properties
  properties_values jsonb generated always as (property_values(properties)) stored  -- For search. @type Json
  cost_per_minute numeric(16,4)
  cost_total_1d numeric(16,4)
  cost_total_7d numeric(16,4)
  cost_total_30d numeric(16,4)
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone default now()
  deleted_at timestamp with time zone
  is_pushed boolean not null default false
  build_hash uuid  -- Hash of everything that the last build wrote; a build skips components with an equal hash. @secret
  stated_health text  -- The health that a lookup or its spec states; null if none does. @enum healthy unhealthy warning unknown
  stated_status text  -- The status that a lookup or its spec states; null if none does.
  last_transition_time timestamp with time zone  -- The last change of the health. Maintained by a trigger.
  display_order integer  -- Components with lower numbers come first among those that are otherwise equal; null comes last.
  constraint components_health_check CHECK ((health = ANY (ARRAY['healthy'::text, 'unhealthy'::text, 'warning'::text, 'unknown'::text])))
  constraint components_labels_check CHECK (are_labels(labels))
  constraint components_name UNIQUE (topology_id, type, name, parent_id)
  constraint components_name_check CHECK ((name <> ''::text))
  constraint components_pkey PRIMARY KEY (id)
  constraint components_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text))
  constraint components_stated_health_check CHECK ((stated_health = ANY (ARRAY['healthy'::text, 'unhealthy'::text, 'warning'::text, 'unknown'::text])))
  constraint components_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint components_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE SET NULL
  constraint components_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint components_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES components(id)
  constraint components_topology_id_fkey FOREIGN KEY (topology_id) REFERENCES topologies(id)
) with (fillfactor=75);
-- The components of the displayed system. @exposed @resource topologies @feature topology @rows component
CREATE INDEX components_agent ON components USING btree (agent_id);
CREATE INDEX components_beginning ON components USING btree (lower(name) text_pattern_ops);
CREATE INDEX components_by_name ON components USING btree (name, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX components_config ON components USING btree (config_id) WHERE (config_id IS NOT NULL);
CREATE INDEX components_created_by ON components USING btree (created_by);
CREATE INDEX components_deleted ON components USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX components_labels ON components USING gin (labels jsonb_path_ops) WITH (fastupdate=off);
CREATE INDEX components_parent ON components USING btree (parent_id);
CREATE INDEX components_path ON components USING btree (path text_pattern_ops);
CREATE INDEX components_properties ON components USING gin (properties);
CREATE INDEX components_properties_values ON components USING gin (properties_values);
CREATE INDEX components_search ON components USING gin (name gin_trgm_ops, type gin_trgm_ops);
CREATE INDEX components_selecting ON components USING btree (id) WHERE ((deleted_at IS NULL) AND ((selectors IS NOT NULL) OR (configs IS NOT NULL) OR (component_checks IS NOT NULL)));
CREATE INDEX components_topology ON components USING btree (topology_id) WHERE (topology_id IS NOT NULL);
CREATE INDEX components_type ON components USING btree (type) WHERE (deleted_at IS NULL);
-- triggers: dirty_components() on dirty_delete, dirty_insert, dirty_update; dirty_links() on dirty_links_insert, dirty_links_update; end_component() on ended; keep_component_property_states() on property_states; keep_component_states() on states_insert, states_update; keep_deleted_at() on deleted_once; keep_facets('component_facets', 'labels') on facets_delete, facets_insert, facets_update; mark_component_transition() on transition; mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_dirt() on incident_dirt, incident_dirt_insert; rename_message_resource('component') on rename_messages, rename_messages_gone; revive_component() on revived; state_component() on stated_insert, stated_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 5eaa531b)

create table config_analysis (
  id uuid not null default new_id()
  config_id uuid not null
  scraper_id uuid
  created_by uuid
  source text
  analyzer text not null
  analysis_type text  -- @enum availability compliance cost integration other performance recommendation reliability security technical_debt
  severity text  -- @enum info warning low medium high blocker critical
  summary text
  status text not null default 'open'::text  -- An insight that was resolved long ago is closed. @enum open resolved silenced closed
  message text
  analysis jsonb  -- @type Json
  properties jsonb  -- @type Properties
  properties_values jsonb generated always as (property_values(properties)) stored  -- For search. @type Json
  first_observed timestamp with time zone not null default now()
  last_observed timestamp with time zone not null default now()
  is_pushed boolean not null default false
  resolved_at timestamp with time zone  -- The last time it was resolved; maintained by a trigger.
  constraint config_analysis_analysis_type_check CHECK ((analysis_type = ANY (ARRAY['availability'::text, 'compliance'::text, 'cost'::text, 'integration'::text, 'other'::text, 'performance'::text, 'recommendation'::text, 'reliability'::text, 'security'::text, 'technical_debt'::text])))
  constraint config_analysis_pkey PRIMARY KEY (id)
  constraint config_analysis_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text))
  constraint config_analysis_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])))
  constraint config_analysis_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text, 'silenced'::text, 'closed'::text])))
  constraint config_analysis_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint config_analysis_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint config_analysis_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE SET NULL
);
-- Insights: findings of analyzers about config items. @exposed @resource config_scrapers @feature config @follows config_id
CREATE INDEX config_analysis_analyzer ON config_analysis USING btree (analyzer) WHERE (status = 'open'::text);
CREATE INDEX config_analysis_config ON config_analysis USING btree (config_id);
CREATE INDEX config_analysis_created_by ON config_analysis USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX config_analysis_first_observed ON config_analysis USING btree (first_observed DESC);
CREATE INDEX config_analysis_last_observed ON config_analysis USING brin (last_observed);
CREATE INDEX config_analysis_open ON config_analysis USING btree (config_id, analysis_type) WHERE (status = 'open'::text);
CREATE INDEX config_analysis_properties_values ON config_analysis USING gin (properties_values);
CREATE INDEX config_analysis_resolved_at ON config_analysis USING btree (resolved_at) WHERE (status = 'resolved'::text);
CREATE INDEX config_analysis_same ON config_analysis USING btree (config_id, analyzer);
CREATE INDEX config_analysis_scraper ON config_analysis USING btree (scraper_id) WHERE (scraper_id IS NOT NULL);
CREATE INDEX config_analysis_type ON config_analysis USING btree (analysis_type);
-- triggers: dirty_components_of_config() on dirty_components_delete, dirty_components_insert, dirty_components_update; dirty_config_groups() on dirty_delete, dirty_insert, dirty_update; lower_severity() on lower_severity; mark_unpushed() on unpushed; note_resolved_insight() on resolved_insight, resolved_insight_at_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_dirt() on incident_dirt
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 89e7362b)

create table config_change_clock (
  is_only boolean not null default true
  aged_until timestamp with time zone not null
  constraint config_change_clock_is_only_check CHECK (is_only)
  constraint config_change_clock_pkey PRIMARY KEY (is_only)
);
-- The time from which config_change_tallies counts the days back.

create table config_change_counts (
  period timestamp with time zone not null  -- Start of six hours, counted from midnight in UTC.
  change_type text not null
  severity text not null  -- A severity, or none.
  changes integer not null
  config_type text not null
  constraint config_change_counts_pkey PRIMARY KEY (period, config_type, change_type, severity)
);
-- Numbers of changes of all config items by the time of their last observation, without config_change_notes. For the chart above the list of changes and for the size of the list.
CREATE INDEX config_change_counts_none ON config_change_counts USING btree (period) WHERE (changes = 0);

create table config_change_notes (
  period timestamp with time zone not null
  change_type text not null
  severity text not null
  changes integer not null
  config_type text not null
);
-- Differences that config_change_counts does not contain yet. Append-only, so that writers never wait for each other; merge_config_change_notes merges them.

create table config_change_tallies (
  config_id uuid not null
  last_3d integer not null default 0  -- Changes in the last three days.
  last_7d integer not null default 0
  last_30d integer not null default 0
  updated_at timestamp with time zone  -- The last change of the document, as in config_items.
  constraint config_change_tallies_pkey PRIMARY KEY (config_id)
  constraint config_change_tallies_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
) with (fillfactor=70);
-- Numbers of recent changes of each config item, to the minute. Maintained by triggers and age_config_change_tallies. @lookup
CREATE INDEX config_change_tallies_last_7d ON config_change_tallies USING btree (((last_7d)::bigint) DESC);
CREATE INDEX config_change_tallies_updated_at ON config_change_tallies USING btree (updated_at DESC);
-- triggers: dirty_config_groups() on dirty_update

create table config_changes (
  id uuid not null default new_id()
  config_id uuid not null
  external_change_id text  -- The id in the source; a change that is reported twice is one row.
  external_created_by text  -- The author as the source names them.
  change_type text not null  -- An open vocabulary; diff for a change of the document.
  severity text  -- @enum info warning low medium high blocker critical
  source text
  summary text
  patches jsonb  -- @type Json
  diff text
  details jsonb  -- @type Json
  created_by uuid  -- The author, if it is a person of this system. No foreign key, because agents report unknown people.
  created_at timestamp with time zone not null default now()  -- The last time it was observed.
  count integer not null default 1  -- Number of times it was observed.
  fingerprint text  -- Equal for changes that differ only in times, ids and numbers.
  first_observed timestamp with time zone not null default now()  -- The first time it was observed.
  is_pushed boolean not null default false
  inserted_at timestamp with time zone not null default now()
  config_tags jsonb  -- Tags of the config item, maintained by carry_config_item and follow_config_items; for row policies. @secret
  config_hash uuid  -- MD5 of the normalized document after this change.
  config_type text  -- Type of the config item, maintained by carry_config_item and follow_config_items.
  constraint config_changes_external_id UNIQUE (config_id, external_change_id)
  constraint config_changes_pkey PRIMARY KEY (id)
  constraint config_changes_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])))
  constraint config_changes_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE DEFERRABLE
) with (autovacuum_vacuum_insert_threshold=5000, autovacuum_vacuum_insert_scale_factor=0.005, autovacuum_vacuum_scale_factor=0.01);
-- Changes of config items. @exposed @resource config_scrapers @feature config @follows config_id
CREATE INDEX config_changes_age ON config_changes USING brin (created_at);
CREATE INDEX config_changes_config_type ON config_changes USING btree (config_type, created_at DESC) INCLUDE (id, config_id, change_type, severity, source);
CREATE INDEX config_changes_created_at ON config_changes USING btree (created_at DESC) INCLUDE (id, config_id, change_type, severity, source);
CREATE INDEX config_changes_fingerprint ON config_changes USING btree (config_id, fingerprint) WHERE ((fingerprint IS NOT NULL) AND (source IS DISTINCT FROM 'diff'::text));
CREATE INDEX config_changes_of_config ON config_changes USING btree (config_id, created_at DESC) INCLUDE (change_type, severity);
CREATE INDEX config_changes_type ON config_changes USING btree (change_type, created_at DESC);
-- triggers: carry_config_item() on carry_item; cut_change_words() on cut_words; lower_severity() on lower_severity; mark_unpushed() on unpushed; note_config_changes() on note_delete, note_insert, note_truncate, note_update; note_lost_versions() on lost_versions; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; tally_config_changes() on tally_delete, tally_insert, tally_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 0599c150)

create table config_component_relationships (
  component_id uuid not null
  config_id uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it; manual if a person did.
  is_pushed boolean not null default false
  constraint config_component_relationships_once UNIQUE (component_id, config_id)
  constraint config_component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
  constraint config_component_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- The config items of components. @exposed @resource config_scrapers @feature topology @follows component_id config_id
CREATE INDEX config_component_relationships_config ON config_component_relationships USING btree (config_id);
-- triggers: dirty_components() on dirty_delete, dirty_insert, dirty_update; keep_deleted_at() on deleted_once; mark_unpushed() on unpushed; record_changes() on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 9d433507)

create table config_facets (
  kind text not null  -- @enum tags labels
  key text not null
  value text not null
  constraint config_facets_kind_check CHECK ((kind = ANY (ARRAY['tags'::text, 'labels'::text])))
  constraint config_facets_pkey PRIMARY KEY (kind, key, value)
);
-- Tags and labels of existing config items. Maintained by triggers; read through config_tags, config_labels and config_tags_labels_keys. @exposed @readonly @resource database @feature config
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 3620065d)

create table config_group_dirt (
  group_id uuid not null
);
-- Groups whose totals are out of date, one row per write, so that writers never wait for each other. refresh_config_groups deletes the rows.

create table config_groups (
  id uuid not null  -- Computed from the common properties (config_group_id), so that writers need no lookup.
  agent_id uuid not null
  type text not null
  config_class text not null
  status text
  health text
  tags jsonb  -- @type Labels
  is_deleted boolean not null
  items integer not null default 0  -- Number of items; an empty group stays until sweep_config_groups deletes it.
  last_3d integer not null default 0  -- Changes in the last three days, from the tallies of the items.
  last_7d integer not null default 0
  last_30d integer not null default 0
  created_at timestamp with time zone  -- The newest created_at of its items; updated_at likewise.
  updated_at timestamp with time zone
  cost_per_minute double precision
  cost_total_1d double precision
  cost_total_7d double precision
  cost_total_30d double precision
  open_availability integer not null default 0  -- Open insights of that type, like every open_… column; insights without a type count as other.
  open_compliance integer not null default 0
  open_cost integer not null default 0
  open_integration integer not null default 0
  open_other integer not null default 0
  open_performance integer not null default 0
  open_recommendation integer not null default 0
  open_reliability integer not null default 0
  open_security integer not null default 0
  open_technical_debt integer not null default 0
  kind_id uuid not null generated always as ((md5((((((agent_id)::text || (length(type))::text) || ':'::text) || type) || COALESCE((tags)::text, ''::text))))::uuid) stored  -- The kind_id of its items.
  constraint config_groups_pkey PRIMARY KEY (id)
) with (fillfactor=70);
-- Groups of config items that the summary of the catalog does not distinguish, with totals. The totals are valid unless the group is in config_group_dirt. @lookup

create table config_item_groups (
  config_id uuid not null
  group_id uuid not null
  created_at timestamp with time zone not null
  cost_per_minute double precision
  cost_total_1d double precision
  cost_total_7d double precision
  cost_total_30d double precision
  constraint config_item_groups_pkey PRIMARY KEY (config_id)
  constraint config_item_groups_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
) with (fillfactor=85);
-- The group of each config item, and the values that the group adds up. Separate from the tallies of changes, so that writers of a change and of its item do not wait for each other. Maintained by triggers.
CREATE INDEX config_item_groups_group ON config_item_groups USING btree (group_id);
-- triggers: dirty_config_groups() on dirty_delete, dirty_insert, dirty_update

create table config_items (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid  -- The agent that pushed it; all zeros for this system itself.
  icon text
  scraper_id uuid
  config_class text not null  -- The broad kind, such as Node or Database.
  status text
  health text  -- @enum healthy unhealthy warning unknown
  ready boolean
  external_id text[]  -- Its ids in other systems; the first is its key in the source.
  type text not null  -- The exact kind, such as Kubernetes::Pod.
  name text not null  -- Default: the end of its id.
  description text
  config jsonb  -- The document itself. @type Json
  source text
  labels jsonb  -- @type Labels
  tags jsonb  -- Labels that the catalog groups by, such as cluster, account and namespace. @type Labels
  tags_values jsonb generated always as (label_values(tags)) stored  -- For search. @type Json
  properties jsonb  -- @type Properties
  properties_values jsonb generated always as (property_values(properties)) stored  -- For search. @type Json
  cost_per_minute numeric(16,4)
  cost_total_1d numeric(16,4)
  cost_total_7d numeric(16,4)
  cost_total_30d numeric(16,4)
  parent_id uuid
  path text  -- Ids of its ancestors from the root to the parent, joined by dots; empty for a root.
  last_scraped_time timestamp with time zone  -- The last time a scraper found it.
  is_pushed boolean not null default false  -- Whether the upstream system has it.
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone default now()  -- The last change of the document.
  deleted_at timestamp with time zone
  delete_reason text
  inserted_at timestamp with time zone not null default now()  -- Time when this system first found it; created_at is the time of its creation.
  kind_id uuid not null generated always as ((md5((((((agent_id)::text || (length(type))::text) || ':'::text) || type) || COALESCE((tags)::text, ''::text))))::uuid) stored  -- Equal for items with the same agent, type and tags; for row policies. @secret
  constraint config_items_health_check CHECK ((health = ANY (ARRAY['healthy'::text, 'unhealthy'::text, 'warning'::text, 'unknown'::text])))
  constraint config_items_labels_check CHECK (are_labels(labels))
  constraint config_items_name_check CHECK ((name <> ''::text))
  constraint config_items_pkey PRIMARY KEY (id)
  constraint config_items_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text))
  constraint config_items_tags_check CHECK (are_labels(tags))
  constraint config_items_type_check CHECK ((type <> ''::text))
  constraint config_items_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint config_items_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint config_items_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES config_items(id) DEFERRABLE
  constraint config_items_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id)
) with (fillfactor=60);
-- The items that scrapers found, one row each. @exposed @resource config_scrapers @feature config @rows config
CREATE INDEX config_items_agent ON config_items USING btree (agent_id, lower(name), lower(type));
CREATE INDEX config_items_class ON config_items USING btree (config_class);
CREATE INDEX config_items_created_by ON config_items USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX config_items_deleted ON config_items USING btree (deleted_at) INCLUDE (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX config_items_external_id ON config_items USING gin (external_id) WITH (fastupdate=off);
CREATE INDEX config_items_health ON config_items USING btree (health);
CREATE INDEX config_items_labels ON config_items USING gin (labels jsonb_path_ops) WITH (fastupdate=off);
CREATE INDEX config_items_name ON config_items USING btree (name);
CREATE INDEX config_items_namespace ON config_items USING gin (((tags ->> 'namespace'::text)) gin_trgm_ops);
CREATE INDEX config_items_parent ON config_items USING btree (parent_id);
CREATE INDEX config_items_path ON config_items USING btree (path text_pattern_ops);
CREATE INDEX config_items_properties_values ON config_items USING gin (properties_values);
CREATE INDEX config_items_scraper ON config_items USING btree (scraper_id);
CREATE INDEX config_items_scraper_present ON config_items USING btree (scraper_id) WHERE (deleted_at IS NULL);
CREATE INDEX config_items_search ON config_items USING gin (name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops);
CREATE INDEX config_items_status ON config_items USING btree (status);
CREATE INDEX config_items_tags ON config_items USING gin (tags jsonb_path_ops) WITH (fastupdate=off);
CREATE INDEX config_items_tags_values ON config_items USING gin (tags_values);
CREATE INDEX config_items_type ON config_items USING btree (type, name);
CREATE INDEX config_items_type_present ON config_items USING btree (type, name) INCLUDE (id, kind_id) WHERE (deleted_at IS NULL);
-- triggers: complete_config_item() on complete; dirty_components_of_config() on dirty_components; dirty_links() on dirty_links_insert, dirty_links_update; follow_config_items() on follow; hold_config_item() on carried_held; keep_deleted_at() on deleted_once; keep_facets('config_facets', 'tags', 'labels') on facets_delete, facets_insert, facets_update; line_config_items() on lines_insert, lines_update; link_new_config_items() on link_new; mark_unpushed() on unpushed; note_config_words() on words_insert, words_update; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_dirt() on incident_dirt, incident_dirt_insert; regroup_config_items() on group_items, regroup_items; rename_message_resource('config') on rename_messages, rename_messages_gone; tally_agent_rows() on agent_tally_delete, agent_tally_insert, agent_tally_update; tally_config_items() on tally_documents, tally_items; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cdaa8343)

create table config_lines (
  config_id uuid not null
  name text not null
  line text not null  -- Its name, type, description and namespace, one per line.
  constraint config_lines_pkey PRIMARY KEY (config_id)
  constraint config_lines_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- The texts of each config item that lists search. Maintained by line_config_items. @lookup
CREATE INDEX config_lines_beginning ON config_lines USING btree (lower(name) text_pattern_ops);
CREATE INDEX config_lines_parts ON config_lines USING gin (name gin_trgm_ops, line gin_trgm_ops);

create table config_links_due (
  scraper_id uuid not null
);
-- Scrapers whose edges and parents must be created again from config_references, one row per write. The worker that creates them deletes the rows.
CREATE INDEX config_links_due_scraper ON config_links_due USING btree (scraper_id);

create table config_locations (
  id uuid not null  -- The config item.
  location text not null  -- The location as the rule writes it, such as dc://room-1/rack-7.
  constraint config_locations_pkey PRIMARY KEY (id, location)
  constraint config_locations_id_fkey FOREIGN KEY (id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- Locations of config items, by the rules of their scrapers (transform.locations). An item can have several. @exposed @readonly @resource config_scrapers @feature config @follows id
CREATE INDEX config_locations_location ON config_locations USING btree (location text_pattern_ops);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 82b334d3)

create table config_lost_versions (
  config_id uuid not null
  until timestamp with time zone not null  -- Time of the newest deleted change.
  constraint config_lost_versions_pkey PRIMARY KEY (config_id)
  constraint config_lost_versions_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- The time before which changes of a document were deleted; older versions of it are unknown. Maintained by triggers. @exposed @readonly @resource config_scrapers @feature config @follows config_id
-- triggers: record_changes('config_id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 10fc0362)

create table config_new_groups (
  id uuid not null  -- Computed from the common properties (config_group_id).
  agent_id uuid not null
  type text not null
  config_class text not null
  status text
  health text
  tags jsonb  -- @type Labels
  is_deleted boolean not null
  kind_id uuid not null generated always as ((md5((((((agent_id)::text || (length(type))::text) || ':'::text) || type) || COALESCE((tags)::text, ''::text))))::uuid) stored  -- The kind_id of its items.
);
-- Groups that did not exist when an item was written, one row per write. Append-only, because writers that insert into config_groups can deadlock; refresh_config_groups moves the rows there. @lookup

create table config_references (
  config_id uuid not null  -- The item with the reference.
  position integer not null  -- The order in the source: the first parent that exists is the parent.
  scraper_id uuid not null
  is_parent boolean not null default false
  is_incoming boolean not null default false
  relation text
  external_id text
  type text
  of_scraper text  -- Scraper of the referenced item: null for the same one, all for any, otherwise its id or name.
  selector jsonb  -- Selects several items, instead of one by its id.
  selector_id text
  target_id uuid  -- The referenced item, if known.
  constraint config_references_check CHECK (((external_id IS NULL) <> (selector IS NULL)))
  constraint config_references_pkey PRIMARY KEY (config_id, "position")
  constraint config_references_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint config_references_target_id_fkey FOREIGN KEY (target_id) REFERENCES config_items(id) ON DELETE SET NULL
);
-- Parents and relationships that config items name. Edges are created for the ones that are found.
CREATE INDEX config_references_open ON config_references USING btree (scraper_id) WHERE ((target_id IS NULL) AND (selector IS NULL));
CREATE INDEX config_references_scraper ON config_references USING btree (scraper_id);
CREATE INDEX config_references_selecting ON config_references USING btree (scraper_id) WHERE (selector IS NOT NULL);
CREATE INDEX config_references_target ON config_references USING btree (target_id) WHERE (target_id IS NOT NULL);

create table config_relationships (
  config_id uuid not null  -- The start of the edge; for hard edges, the parent.
  related_id uuid not null
  relation text  -- hard between parent and child, Alias between items with the same key elsewhere, otherwise any text.
  scraper_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it.
  is_pushed boolean not null default false
  constraint config_relationships_once UNIQUE NULLS NOT DISTINCT (related_id, config_id, relation, scraper_id)
  constraint config_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint config_relationships_related_id_fkey FOREIGN KEY (related_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint config_relationships_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id)
);
-- Directed edges between config items. @exposed @resource config_scrapers @feature config @follows config_id related_id
CREATE INDEX config_relationships_config ON config_relationships USING btree (config_id);
CREATE INDEX config_relationships_in ON config_relationships USING btree (related_id, config_id) WHERE (deleted_at IS NULL);
CREATE INDEX config_relationships_out ON config_relationships USING btree (config_id, related_id) WHERE (deleted_at IS NULL);
CREATE INDEX config_relationships_scraper ON config_relationships USING btree (scraper_id);
-- triggers: keep_deleted_at() on deleted_once; mark_unpushed() on unpushed; record_changes() on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 21503091)

create table config_scrape_states (
  scraper_id uuid not null
  whole_at timestamp with time zone  -- The last complete run. Items found before the first one existed already and are not reported as new.
  constraint config_scrape_states_pkey PRIMARY KEY (scraper_id)
  constraint config_scrape_states_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE CASCADE
);
-- The progress of each scraper.

create table config_scrapers (
  id uuid not null default new_id()
  name text not null
  namespace text
  description text
  spec jsonb not null  -- The sources and the rules for reading them; *** in place of each credential. @type Json
  source text not null  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>, or CRDSync:<id> of the scraper that found it in a cluster. @origin
  application_id uuid  -- The application that created it.
  created_by uuid
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone
  is_pushed boolean not null default false  -- Whether the upstream system has it.
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint config_scrapers_name_check CHECK ((name <> ''::text))
  constraint config_scrapers_pkey PRIMARY KEY (id)
  constraint config_scrapers_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|Upstream|CRDSync(:.+)?|ApplicationCRD|System|file:.+)$'::text))
  constraint config_scrapers_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint config_scrapers_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE
  constraint config_scrapers_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Scrapers, which find the items of the catalog. @exposed @resource config_scrapers @feature config
CREATE INDEX config_scrapers_agent ON config_scrapers USING btree (agent_id);
CREATE INDEX config_scrapers_application ON config_scrapers USING btree (application_id) WHERE (application_id IS NOT NULL);
CREATE INDEX config_scrapers_created_at ON config_scrapers USING btree (created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX config_scrapers_created_by ON config_scrapers USING btree (created_by);
-- triggers: end_moved_rows() on moved; keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; tally_agent_rows() on agent_tally_delete, agent_tally_insert, agent_tally_update; touch_row() on touched, touched_for_agent
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 5d89d67a)

create table config_search (
  config_id uuid not null
  words tsvector not null  -- In lower case, each once, without positions.
  constraint config_search_pkey PRIMARY KEY (config_id)
  constraint config_search_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- The words of each config item, a few seconds behind it. Maintained by index_config_items. @lookup
CREATE INDEX config_search_words ON config_search USING gin (words) WITH (gin_pending_list_limit='512');

create table config_search_waiting (
  config_id uuid not null
);
-- Config items whose words may have changed, one row per write.

create table config_selected (
  config_id uuid not null
  position integer not null
  target_id uuid not null
  constraint config_selected_pkey PRIMARY KEY (config_id, "position", target_id)
  constraint config_selected_config_id_position_fkey FOREIGN KEY (config_id, "position") REFERENCES config_references(config_id, "position") ON DELETE CASCADE
  constraint config_selected_target_id_fkey FOREIGN KEY (target_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- The items that the selectors of config_references currently match.
CREATE INDEX config_selected_target ON config_selected USING btree (target_id);

create table config_sightings (
  config_id uuid not null
  scraper_id uuid not null
  external_id text not null  -- The id in the source; unique together with scraper and type.
  type text not null
  hash uuid  -- Hash of everything that was found; equal if nothing changed. Null if the item must be read again in any case.
  references_hash uuid  -- Hash of its references to other items.
  seen_at timestamp with time zone not null  -- The last run that found it.
  mentioned_at timestamp with time zone  -- The last run that reported a change or an insight of the item without the item itself. Counts like seen_at when stale items are deleted.
  constraint config_sightings_once UNIQUE (scraper_id, external_id, type)
  constraint config_sightings_pkey PRIMARY KEY (config_id)
  constraint config_sightings_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.1);
-- The last sighting of each config item by its scraper, with hashes of its content. @exposed @readonly @resource config_scrapers @feature config @follows config_id
-- triggers: record_changes('config_id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 8479d2da)

create table config_unlisted_versions (
  id uuid not null default new_id()
  config_id uuid not null
  diff text not null  -- From the document before the first of them to the document after the last.
  config_hash uuid not null  -- MD5 of the normalized document after the last of them.
  count integer not null default 1
  first_observed timestamp with time zone not null default now()  -- Time of the first of them; until created_at the document was one or the other.
  created_at timestamp with time zone not null default now()
  constraint config_unlisted_versions_pkey PRIMARY KEY (id)
  constraint config_unlisted_versions_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
);
-- Changes of documents that the rules of a scraper exclude or move to another item; consecutive ones are one row. @exposed @readonly @resource config_scrapers @feature config @follows config_id
CREATE INDEX config_unlisted_versions_config ON config_unlisted_versions USING btree (config_id, created_at DESC);
CREATE INDEX config_unlisted_versions_created_at ON config_unlisted_versions USING brin (created_at);
-- triggers: note_lost_versions() on lost_versions; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest f58c8bb6)

create table connection_uses (
  connection_id uuid not null
  subject_kind text not null  -- A person, the product itself, or an automation. @enum person system canary scraper playbook notification topology log_backend
  subject_id uuid not null  -- No foreign key, because the record outlives its subject.
  subject_name text not null  -- The name of the subject at that time.
  purpose text not null  -- The purpose in one word: test, check, scrape, message.
  first_used_at timestamp with time zone not null default now()
  last_used_at timestamp with time zone not null default now()  -- To the minute.
  outcome text  -- The outcome of the last test; null for other uses and for tests of values that were not saved. @enum reached failed
  constraint connection_uses_outcome_check CHECK ((outcome = ANY (ARRAY['reached'::text, 'failed'::text])))
  constraint connection_uses_pkey PRIMARY KEY (connection_id, subject_kind, subject_id, purpose)
  constraint connection_uses_purpose_check CHECK ((purpose <> ''::text))
  constraint connection_uses_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['person'::text, 'system'::text, 'canary'::text, 'scraper'::text, 'playbook'::text, 'notification'::text, 'topology'::text, 'log_backend'::text])))
  constraint connection_uses_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);
-- Uses of each connection: subject, purpose and last time. Only the latest uses of a connection are kept. @exposed @readonly @resource connections @follows connection_id
CREATE INDEX connection_uses_latest ON connection_uses USING btree (connection_id, last_used_at DESC);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 373d00d4)

create table connections (
  id uuid not null default new_id()
  name text not null
  namespace text not null default 'default'::text
  type text not null  -- The kind of connection, such as postgres or slack; it decides the meaning of the other columns.
  url text  -- The URL, with *** in place of each secret.
  source text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  username text  -- A value or a reference to one, encrypted; reads as *** if set. @sealed
  password text  -- A value or a reference to one, encrypted; reads as *** if set. @sealed
  certificate text  -- A value or a reference to one, encrypted; reads as *** if set. @sealed
  properties jsonb  -- Properties of the kind, with *** in place of each secret. @type ConnectionProperties
  sealed_url text  -- The whole URL, encrypted, if part of it is secret. @secret @sealed
  sealed_properties text  -- The secret properties, encrypted. @secret @sealed
  insecure_tls boolean not null default false  -- Whether an unverified certificate is accepted.
  has_username boolean generated always as ((username IS NOT NULL)) stored  -- Whether the username is set; the data API reads *** from it.
  has_password boolean generated always as ((password IS NOT NULL)) stored  -- Whether the password is set; the data API reads *** from it.
  has_certificate boolean generated always as ((certificate IS NOT NULL)) stored  -- Whether the certificate is set; the data API reads *** from it.
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  constraint connections_name_check CHECK ((name <> ''::text))
  constraint connections_pkey PRIMARY KEY (id)
  constraint connections_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint connections_type_check CHECK ((type <> ''::text))
  constraint connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Connections to other systems. @exposed @resource connections @rows connection
CREATE INDEX connections_created_by ON connections USING btree (created_by);
CREATE UNIQUE INDEX connections_name ON connections USING btree (namespace, name) WHERE (deleted_at IS NULL);
CREATE INDEX connections_type ON connections USING btree (type);
-- triggers: keep_deleted_at() on deleted_once; keep_sealing_keys('username', 'password', 'certificate', 'sealed_url', 'sealed_properties') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest b7fff17c)

create table credentials (
  id uuid not null default new_id()
  person_id uuid not null
  type text not null  -- @enum password totp lookup_secret
  proof text not null  -- For a password its argon2id hash with all parameters, for an authenticator app its sealed secret, for recovery codes their sealed list. @secret @sealed person_id type
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  used_step integer  -- For an authenticator app: the half minute of the last used code, counted from 1970, because a code works only once.
  constraint credentials_pkey PRIMARY KEY (id)
  constraint credentials_type_check CHECK ((type = ANY (ARRAY['password'::text, 'totp'::text, 'lookup_secret'::text])))
  constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The credentials of people, one row per method. @watched
CREATE UNIQUE INDEX credentials_one_of_each ON credentials USING btree (person_id, type);
-- triggers: keep_sealing_keys('proof') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table done_once (
  what text not null
  done_at timestamp with time zone not null default now()
  constraint done_once_pkey PRIMARY KEY (what)
);
-- Resources that the first start of this installation created. They are not created again after somebody deletes them.

create table event_inbox (
  id bigint not null generated as identity
  inbox text not null  -- The name of the inbox; an event that several inboxes select has a row for each.
  event jsonb not null
  created_at timestamp with time zone not null default now()
  attempts integer not null default 0
  last_attempt timestamp with time zone
  error text  -- The reason why the last attempt failed.
  retry_at timestamp with time zone  -- The time of the next attempt after a failure; infinity after the last one.
  constraint event_inbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
-- Events that wait for an area which takes them in batches, in the order of their ids.
CREATE INDEX event_inbox_order ON event_inbox USING btree (inbox, id);

create table event_tallies (
  inbox text not null
  hour timestamp with time zone not null
  delivered bigint not null
  last_delivered timestamp with time zone not null
  constraint event_tallies_pkey PRIMARY KEY (inbox, hour)
);
-- Events that were taken from inboxes, by hour, for two days.

create table evidences (
  id uuid not null default new_id()
  description text not null default ''::text
  hypothesis_id uuid not null
  type text not null  -- @enum log config topology check config_analysis config_change comment
  config_id uuid
  config_change_id uuid
  config_analysis_id uuid
  component_id uuid
  check_id uuid
  evidence jsonb  -- The observation, such as log lines. `then` is the linked resource as it was when the evidence was added. @type Json
  properties jsonb  -- @type Json
  definition_of_done boolean not null default false  -- Whether the incident can be closed only when this is done.
  done boolean
  factor boolean
  mitigator boolean
  script text  -- An expression that decides whether it is done.
  script_result text  -- The last result of the expression.
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  redacted_at timestamp with time zone  -- Time when an administrator removed the content.
  redacted_by uuid
  redaction_reason text
  constraint evidences_pkey PRIMARY KEY (id)
  constraint evidences_type_check CHECK ((type = ANY (ARRAY['log'::text, 'config'::text, 'topology'::text, 'check'::text, 'config_analysis'::text, 'config_change'::text, 'comment'::text])))
  constraint evidences_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE SET NULL
  constraint evidences_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE SET NULL
  constraint evidences_config_analysis_id_fkey FOREIGN KEY (config_analysis_id) REFERENCES config_analysis(id) ON DELETE SET NULL
  constraint evidences_config_change_id_fkey FOREIGN KEY (config_change_id) REFERENCES config_changes(id) ON DELETE SET NULL
  constraint evidences_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE SET NULL
  constraint evidences_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint evidences_hypothesis_id_fkey FOREIGN KEY (hypothesis_id) REFERENCES hypotheses(id) ON DELETE CASCADE
  constraint evidences_redacted_by_fkey FOREIGN KEY (redacted_by) REFERENCES people(id)
);
-- Evidence for or against a hypothesis. @exposed @resource evidences @feature incidents @follows config_id config_change_id config_analysis_id component_id check_id
CREATE INDEX evidences_check ON evidences USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX evidences_component ON evidences USING btree (component_id) WHERE (component_id IS NOT NULL);
CREATE INDEX evidences_config ON evidences USING btree (config_id) WHERE (config_id IS NOT NULL);
CREATE INDEX evidences_config_analysis ON evidences USING btree (config_analysis_id) WHERE (config_analysis_id IS NOT NULL);
CREATE INDEX evidences_config_change ON evidences USING btree (config_change_id) WHERE (config_change_id IS NOT NULL);
CREATE INDEX evidences_created_by ON evidences USING btree (created_by);
CREATE INDEX evidences_evaluated ON evidences USING btree (hypothesis_id) WHERE (definition_of_done OR (script IS NOT NULL));
CREATE INDEX evidences_hypothesis ON evidences USING btree (hypothesis_id);
CREATE INDEX evidences_redacted_by ON evidences USING btree (redacted_by) WHERE (redacted_by IS NOT NULL);
-- triggers: dirty_components_of_incident() on dirty_components_delete, dirty_components_insert, dirty_components_update; forget_deleted_texts() on forget_texts; freeze_evidence() on frozen, frozen_new; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_deletions() on deletions; record_incident_dirt() on incident_dirt, incident_dirt_delete, incident_dirt_insert; record_incident_edits() on edits; record_incident_history() on history, history_new; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 2a2e04c1)

create table flow_errors (
  id uuid not null default gen_random_uuid()
  error jsonb not null  -- The error as the API returns it in JSON.
  created_at timestamp with time zone not null default now()
  constraint flow_errors_pkey PRIMARY KEY (id)
);
-- Errors shown on the error page to browsers that followed a link. Kept for a day.
CREATE INDEX flow_errors_created ON flow_errors USING btree (created_at);

create table hypotheses (
  id uuid not null default new_id()
  created_by uuid not null
  incident_id uuid not null
  parent_id uuid
  owner uuid
  team_id uuid
  type text not null  -- @enum root factor solution
  title text not null
  status text not null default 'possible'::text  -- @enum proven likely possible unlikely improbable disproven
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint hypotheses_pkey PRIMARY KEY (id)
  constraint hypotheses_status_check CHECK ((status = ANY (ARRAY['proven'::text, 'likely'::text, 'possible'::text, 'unlikely'::text, 'improbable'::text, 'disproven'::text])))
  constraint hypotheses_type_check CHECK ((type = ANY (ARRAY['root'::text, 'factor'::text, 'solution'::text])))
  constraint hypotheses_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint hypotheses_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id)
  constraint hypotheses_owner_fkey FOREIGN KEY (owner) REFERENCES responders(id) ON DELETE SET NULL
  constraint hypotheses_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES hypotheses(id)
  constraint hypotheses_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL
);
-- Possible causes and solutions of an incident. @exposed @resource incident @feature incidents
CREATE INDEX hypotheses_created_by ON hypotheses USING btree (created_by);
CREATE INDEX hypotheses_incident ON hypotheses USING btree (incident_id);
CREATE INDEX hypotheses_owner ON hypotheses USING btree (owner);
CREATE INDEX hypotheses_parent ON hypotheses USING btree (parent_id);
CREATE INDEX hypotheses_team ON hypotheses USING btree (team_id);
-- triggers: guard_hypothesis_tree() on tree, tree_new; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_deletions() on deletions; record_incident_edits() on edits; record_incident_history() on history, history_new; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table identity_codes (
  flow_id uuid not null
  person_id uuid  -- Null if the email is unknown: no mail is sent, but the answer is the same.
  email text not null
  code_digest bytea not null  -- Keyed, because six digits are quickly guessed. @secret
  token_digest bytea not null  -- SHA-256 of the token in the link. @secret
  attempts integer not null default 0  -- Number of attempts; after a few, no code is accepted.
  expires_at timestamp with time zone not null
  constraint identity_codes_pkey PRIMARY KEY (flow_id)
  constraint identity_codes_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES identity_flows(id) ON DELETE CASCADE
  constraint identity_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The latest code and link that were sent for a flow. Deleted when used.
CREATE INDEX identity_codes_person ON identity_codes USING btree (person_id);

create table identity_flows (
  id uuid not null default gen_random_uuid()
  kind text not null  -- @enum login registration recovery verification settings
  type text not null  -- A cookie binds the flow to a browser; an api client has none. @enum browser api
  state text not null default 'choose_method'::text  -- passed_challenge: it succeeded and cannot be used again. @enum choose_method sent_email passed_challenge
  csrf_digest bytea  -- SHA-256 of the cookie of the browser that started the flow. @secret
  active text  -- The method that was tried last.
  refresh boolean not null default false
  requested_aal text not null default 'aal1'::text  -- @enum aal1 aal2
  person_id uuid  -- The person, if known from the start: the owner of the session to refresh.
  return_to text  -- Path, query and fragment on our own site, or an address on a site that the operator allowed.
  request_url text not null
  ui jsonb not null default '{}'::jsonb  -- The messages and values of the form after a refused attempt. @type FlowUi
  issued_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  pending text  -- State of a method between two submits: the secret of an authenticator app that is not confirmed yet. @secret @sealed
  departure text  -- State of the request to the provider that the browser was sent to; removed when the browser returns. @secret @sealed
  challenge text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text)  -- The challenge that a security key signs for this form, in base64url; replaced after each attempt.
  constraint identity_flows_csrf CHECK (((type = 'browser'::text) = (csrf_digest IS NOT NULL)))
  constraint identity_flows_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'registration'::text, 'recovery'::text, 'verification'::text, 'settings'::text])))
  constraint identity_flows_pkey PRIMARY KEY (id)
  constraint identity_flows_requested_aal_check CHECK ((requested_aal = ANY (ARRAY['aal1'::text, 'aal2'::text])))
  constraint identity_flows_state_check CHECK ((state = ANY (ARRAY['choose_method'::text, 'sent_email'::text, 'passed_challenge'::text])))
  constraint identity_flows_type_check CHECK ((type = ANY (ARRAY['browser'::text, 'api'::text])))
  constraint identity_flows_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- Sign-ins and similar flows in progress: one row per form. Deleted some time after they expire.
CREATE INDEX identity_flows_expires ON identity_flows USING btree (expires_at);
CREATE INDEX identity_flows_person ON identity_flows USING btree (person_id);
-- triggers: keep_sealing_keys('pending', 'departure') on sealing_keys

create table incident_dirt (
  id bigint not null generated as identity
  relation text not null  -- The table of the row: checks, components, config_items, config_analysis, evidences or incidents.
  target_id uuid not null
  constraint incident_dirt_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);
-- Resources, evidence and incidents to evaluate again: one row per write, so that writers never wait for each other. The automation of incidents (areas/incidents/server/rules) deletes the rows. @watched
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table incident_histories (
  id uuid not null default new_id()
  incident_id uuid not null
  created_by uuid not null
  type text not null  -- For example incident.created, evidence.created or hypothesis.status_updated.
  description text  -- The new status, or the former text or value.
  hypothesis_id uuid
  responder_id uuid
  evidence_id uuid
  comment_id uuid
  created_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default clock_timestamp()
  reason text  -- The reason of an automatic change, from the setting quarterdeck.reason of the transaction.
  constraint incident_histories_pkey PRIMARY KEY (id)
  constraint incident_histories_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE SET NULL
  constraint incident_histories_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint incident_histories_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES evidences(id) ON DELETE SET NULL
  constraint incident_histories_hypothesis_id_fkey FOREIGN KEY (hypothesis_id) REFERENCES hypotheses(id) ON DELETE SET NULL
  constraint incident_histories_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE
  constraint incident_histories_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE SET NULL
);
-- The events of an incident. Written by triggers. @exposed @readonly @resource incident @feature incidents
CREATE INDEX incident_histories_comment ON incident_histories USING btree (comment_id);
CREATE INDEX incident_histories_created_by ON incident_histories USING btree (created_by);
CREATE INDEX incident_histories_evidence ON incident_histories USING btree (evidence_id);
CREATE INDEX incident_histories_hypothesis ON incident_histories USING btree (hypothesis_id);
CREATE INDEX incident_histories_incident ON incident_histories USING btree (incident_id, created_at DESC);
CREATE INDEX incident_histories_responder ON incident_histories USING btree (responder_id);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table incident_postmortems (
  incident_id uuid not null
  markdown text not null
  published_at timestamp with time zone  -- Null for a draft.
  published_by uuid
  created_by uuid not null
  updated_by uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint incident_postmortems_pkey PRIMARY KEY (incident_id)
  constraint incident_postmortems_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint incident_postmortems_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE
  constraint incident_postmortems_published_by_fkey FOREIGN KEY (published_by) REFERENCES people(id)
  constraint incident_postmortems_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES people(id)
);
-- Post-mortems that people have saved. /api/incidents/{id}/postmortem reads and writes them.
CREATE INDEX incident_postmortems_created_by ON incident_postmortems USING btree (created_by);
CREATE INDEX incident_postmortems_published_by ON incident_postmortems USING btree (published_by);
CREATE INDEX incident_postmortems_updated_by ON incident_postmortems USING btree (updated_by);
-- triggers: touch_row() on touched

create table incident_relationships (
  incident_id uuid not null
  related_id uuid not null
  relationship text not null default 'related'::text
  constraint incident_relationships_pkey PRIMARY KEY (incident_id, related_id, relationship)
  constraint incident_relationships_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE
  constraint incident_relationships_related_id_fkey FOREIGN KEY (related_id) REFERENCES incidents(id) ON DELETE CASCADE
);
-- Related incidents. @exposed @resource incident @feature incidents
CREATE INDEX incident_relationships_related ON incident_relationships USING btree (related_id);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table incident_rules (
  id uuid not null default new_id()
  name text not null
  spec jsonb  -- *** in place of each credential. @type Json
  source text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  namespace text  -- The namespace of the manifest; null for a rule that is edited here.
  edited_by uuid  -- The person who last changed the spec, or else created_by: the rule finds only resources that this person may read.
  constraint incident_rules_name_check CHECK ((name <> ''::text))
  constraint incident_rules_pkey PRIMARY KEY (id)
  constraint incident_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint incident_rules_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES people(id)
);
-- Rules that open incidents. @exposed @resource incident @feature incidents
CREATE INDEX incident_rules_created_by ON incident_rules USING btree (created_by);
CREATE INDEX incident_rules_edited_by ON incident_rules USING btree (edited_by) WHERE (edited_by IS NOT NULL);
CREATE UNIQUE INDEX incident_rules_name ON incident_rules USING btree (name) WHERE (deleted_at IS NULL);
-- triggers: keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table incidents (
  id uuid not null default new_id()
  incident_id text not null default next_incident_id()  -- The number that people use, such as INC-12.
  incident_rule_id uuid
  title text not null
  description text not null default ''::text
  type text not null default 'availability'::text  -- Clients may also send technical_debt, which is stored as technicalDebt. @enum availability cost performance security integration compliance technicalDebt reliability
  status text not null default 'open'::text  -- @enum new open investigating mitigated resolved closed cancelled
  severity text not null default 'low'::text  -- @enum info warning low medium high blocker critical
  created_by uuid not null
  commander_id uuid
  communicator_id uuid
  acknowledged timestamp with time zone  -- Start of the investigation.
  resolved timestamp with time zone  -- Null until it is resolved.
  closed timestamp with time zone  -- Null until it is closed.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint incidents_incident_id UNIQUE (incident_id)
  constraint incidents_pkey PRIMARY KEY (id)
  constraint incidents_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])))
  constraint incidents_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'investigating'::text, 'mitigated'::text, 'resolved'::text, 'closed'::text, 'cancelled'::text])))
  constraint incidents_title_check CHECK ((title <> ''::text))
  constraint incidents_type_check CHECK ((type = ANY (ARRAY['availability'::text, 'cost'::text, 'performance'::text, 'security'::text, 'integration'::text, 'compliance'::text, 'technicalDebt'::text, 'reliability'::text])))
  constraint incidents_commander_id_fkey FOREIGN KEY (commander_id) REFERENCES people(id)
  constraint incidents_communicator_id_fkey FOREIGN KEY (communicator_id) REFERENCES people(id)
  constraint incidents_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint incidents_incident_rule_id_fkey FOREIGN KEY (incident_rule_id) REFERENCES incident_rules(id) ON DELETE SET NULL
);
-- Incidents. @exposed @resource incident @feature incidents
CREATE INDEX incidents_commander ON incidents USING btree (commander_id);
CREATE INDEX incidents_communicator ON incidents USING btree (communicator_id);
CREATE INDEX incidents_created_at ON incidents USING btree (created_at DESC);
CREATE INDEX incidents_created_by ON incidents USING btree (created_by);
CREATE INDEX incidents_rule ON incidents USING btree (incident_rule_id);
CREATE INDEX incidents_status ON incidents USING btree (status, severity);
CREATE INDEX incidents_title ON incidents USING gin (title gin_trgm_ops);
CREATE INDEX incidents_unfinished ON incidents USING btree (incident_rule_id) WHERE (status <> ALL (ARRAY['closed'::text, 'cancelled'::text]));
-- triggers: dirty_components_of_incident() on dirty_components; lower_severity() on lower_severity; mark_incident_times() on times, times_new; name_incident_type() on plain_type; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_dirt() on incident_dirt; record_incident_edits() on edits; record_incident_history() on history, history_new; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table invites (
  id uuid not null default new_id()
  email text not null
  first_name text not null default ''::text
  last_name text not null default ''::text
  role text not null  -- @enum admin editor commander responder viewer guest
  invited_at timestamp with time zone not null default now()
  invited_by uuid
  accepted_at timestamp with time zone  -- Null while it is open; there is one open invitation per address.
  token_digest bytea  -- SHA-256 of the token in the link; null without a link. @secret
  expires_at timestamp with time zone  -- Time when the link expires.
  constraint invites_email_check CHECK ((email = lower(email)))
  constraint invites_pkey PRIMARY KEY (id)
  constraint invites_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text, 'guest'::text])))
  constraint invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Invitations with the role of the invited person. Only the server reads it.
CREATE UNIQUE INDEX invites_email ON invites USING btree (email) WHERE (accepted_at IS NULL);
CREATE INDEX invites_invited_by ON invites USING btree (invited_by);
CREATE UNIQUE INDEX invites_token_digest ON invites USING btree (token_digest);

create table job_history (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid  -- The agent that ran it; all zeros for this system itself.
  name text not null  -- The name of the job, in words.
  resource_type text  -- The kind of resource that the run was for, such as config_scraper; null for a job of the whole system.
  resource_id text  -- Key of the resource that the run was for.
  status text not null  -- WARNING if some of it failed; STOPPED if its process shut down first. @enum RUNNING SUCCESS WARNING FAILED STOPPED
  success_count integer not null default 0
  error_count integer not null default 0
  details jsonb  -- Errors and summaries of the run. @type JobDetails
  hostname text  -- The host that it ran on.
  duration_millis integer
  time_start timestamp with time zone not null default now()
  time_end timestamp with time zone  -- Null while it runs.
  created_at timestamp with time zone not null default now()
  queue text  -- The queue of the job engine; null for runs outside the job engine.
  job_id uuid  -- The job in its queue. A job that is retried has one run per attempt.
  attempt integer  -- The number of the attempt, from 1.
  is_pushed boolean not null default false  -- Whether the upstream system has it.
  constraint job_history_pkey PRIMARY KEY (id)
  constraint job_history_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUCCESS'::text, 'WARNING'::text, 'FAILED'::text, 'STOPPED'::text])))
);
-- Runs of jobs, with their resource and result. @exposed @readonly @resource integrations
CREATE INDEX job_history_by_age ON job_history USING btree (created_at DESC);
CREATE INDEX job_history_by_name ON job_history USING btree (name, created_at DESC);
CREATE INDEX job_history_by_resource ON job_history USING btree (resource_type, resource_id, name, created_at DESC);
CREATE INDEX job_history_failed_of_resource ON job_history USING btree (resource_type, resource_id, time_start DESC) WHERE (status = 'FAILED'::text);
CREATE INDEX job_history_newest_of_resource ON job_history USING btree (resource_type, resource_id, created_at DESC);
CREATE INDEX job_history_running ON job_history USING btree (queue, job_id) WHERE (status = 'RUNNING'::text);
-- triggers: mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table job_schedules (
  name text not null
  schedule text not null  -- The schedule in the code; a different one restarts the schedule.
  due_at timestamp with time zone not null  -- The next time by the schedule alone.
  run_at timestamp with time zone not null  -- That time with a random delay, so that jobs with the same schedule do not all start together.
  constraint job_schedules_pkey PRIMARY KEY (name)
);
-- The next time of each scheduled job. The process that advances a row sends the job, so each job runs once in the whole system.

create table link_dirt (
  id bigint not null generated as identity
  relation text not null  -- The table of the row: config_items, checks or components.
  target_id uuid not null
  constraint link_dirt_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);
-- Config items, checks and components that selectors may match differently: one row per write, so that writers never wait for each other. The keeper of links deletes the rows.

create table local_properties (
  name text not null
  value text not null
  origin text not null  -- The place where it is edited. @enum file environment
  constraint local_properties_origin_check CHECK ((origin = ANY (ARRAY['file'::text, 'environment'::text])))
  constraint local_properties_pkey PRIMARY KEY (name)
);
-- Properties from a file or the environment, as the last start of a server read them. @watched
-- triggers: record_changes('name') on changes_delete, changes_insert, changes_truncate, changes_update

create table logging_backends (
  id uuid not null default new_id()
  name text not null
  labels jsonb  -- @type Labels
  spec jsonb not null  -- *** in place of each credential. @type Json
  source text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  agent_id uuid default '00000000-0000-0000-0000-000000000000'::uuid
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  namespace text not null default 'default'::text  -- The namespace in which references of the spec are looked up.
  constraint logging_backends_labels_check CHECK (are_labels(labels))
  constraint logging_backends_name_check CHECK ((name <> ''::text))
  constraint logging_backends_namespace_check CHECK ((namespace <> ''::text))
  constraint logging_backends_pkey PRIMARY KEY (id)
  constraint logging_backends_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint logging_backends_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint logging_backends_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Systems that contain logs. @exposed @resource logging_backends @feature logs
CREATE INDEX logging_backends_agent ON logging_backends USING btree (agent_id);
CREATE INDEX logging_backends_created_by ON logging_backends USING btree (created_by);
-- triggers: keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table mails (
  id uuid not null default new_id()
  kind text not null  -- @enum recovery verification invitation notice
  recipient text not null
  subject text not null
  body text  -- Sealed, because it contains codes and links; emptied after it was sent. Administrators read it through a separate call. @secret @sealed
  status text not null default 'waiting'::text  -- kept: not sent, because no SMTP server is configured. @enum waiting sent kept failed
  error text  -- The error of the last attempt to send it.
  created_at timestamp with time zone not null default now()
  sent_at timestamp with time zone
  constraint mails_kind_check CHECK ((kind = ANY (ARRAY['recovery'::text, 'verification'::text, 'invitation'::text, 'notice'::text])))
  constraint mails_pkey PRIMARY KEY (id)
  constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'kept'::text, 'failed'::text])))
);
-- Mails of the identity service. Without an SMTP server they are kept, and an administrator forwards their content. @exposed @readonly @resource identities
CREATE INDEX mails_created ON mails USING btree (created_at DESC);
-- triggers: keep_sealing_keys('body') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table maintenance_windows (
  id uuid not null default new_id()
  name text not null
  description text
  check_id uuid
  canary_id uuid
  label_selector text  -- Selects checks by their labels and the labels of their canary: app=web,env!=test.
  starts_at timestamp with time zone not null default now()  -- For a recurring window: start of the recurrence.
  ends_at timestamp with time zone  -- For a recurring window: end of the recurrence; null if it has no end.
  schedule text  -- Start times of a recurring window: cron, by default in UTC.
  duration_minutes integer  -- Duration of each recurrence.
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  constraint maintenance_windows_about CHECK ((num_nonnulls(check_id, canary_id, label_selector) = 1))
  constraint maintenance_windows_duration_minutes_check CHECK ((duration_minutes > 0))
  constraint maintenance_windows_label_selector_check CHECK ((label_selector <> ''::text))
  constraint maintenance_windows_name_check CHECK ((name <> ''::text))
  constraint maintenance_windows_once CHECK (
CASE
    WHEN (schedule IS NULL) THEN ((ends_at IS NOT NULL) AND (duration_minutes IS NULL))
    ELSE (duration_minutes IS NOT NULL)
END)
  constraint maintenance_windows_order CHECK ((ends_at > starts_at))
  constraint maintenance_windows_pkey PRIMARY KEY (id)
  constraint maintenance_windows_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint maintenance_windows_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
  constraint maintenance_windows_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Times in which runs are recorded without alerts. Windows with a label selector are visible to everyone who sees any check. @exposed @resource canaries @feature health @follows check_id canary_id
CREATE INDEX maintenance_windows_canary ON maintenance_windows USING btree (canary_id);
CREATE INDEX maintenance_windows_check ON maintenance_windows USING btree (check_id);
CREATE INDEX maintenance_windows_created_by ON maintenance_windows USING btree (created_by);
-- triggers: keep_deleted_at() on deleted_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 0e72846e)

create table mcp_confirmations (
  code text not null
  used_at timestamp with time zone not null default now()
  constraint mcp_confirmations_pkey PRIMARY KEY (code)
);
-- The codes of confirmed MCP plans, until they expire.
CREATE INDEX mcp_confirmations_used ON mcp_confirmations USING btree (used_at);

create table notification_attempts (
  id uuid not null default new_id()
  history_id uuid not null
  created_at timestamp with time zone not null default now()
  duration_millis integer
  outcome text not null  -- refused is final, failed is repeated, postponed did not reach the channel. @enum delivered refused failed postponed
  error text
  exchange jsonb  -- Requests and responses, without secrets. The details of a message show them to people who may write notifications. @type Json @secret
  constraint notification_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'failed'::text, 'postponed'::text])))
  constraint notification_attempts_pkey PRIMARY KEY (id)
  constraint notification_attempts_history_id_fkey FOREIGN KEY (history_id) REFERENCES notification_send_history(id) ON DELETE CASCADE
) with (toast_tuple_target=4080);
-- Every attempt to deliver a message. @exposed @readonly @resource notifications @follows history_id
CREATE INDEX notification_attempts_history ON notification_attempts USING btree (history_id, created_at);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 9ed1c36d)

create table notification_events (
  id bigint not null generated as identity
  name text not null
  event jsonb not null  -- @type Json
  created_at timestamp with time zone not null default now()
  constraint notification_events_pkey PRIMARY KEY (id)
);
-- The last events of each name, as examples for the authors of rules.
CREATE INDEX notification_events_name ON notification_events USING btree (name, id DESC);

create table notification_group_resources (
  id uuid not null default new_id()
  group_id uuid not null
  config_id uuid
  check_id uuid
  component_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  resolved_at timestamp with time zone
  constraint notification_group_resources_pkey PRIMARY KEY (id)
  constraint notification_group_resources_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
  constraint notification_group_resources_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
  constraint notification_group_resources_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint notification_group_resources_group_id_fkey FOREIGN KEY (group_id) REFERENCES notification_groups(id) ON DELETE CASCADE
);
-- The resources of a group, until they recover. @exposed @readonly @resource notifications @follows config_id component_id check_id
CREATE INDEX notification_group_resources_check ON notification_group_resources USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX notification_group_resources_component ON notification_group_resources USING btree (component_id) WHERE (component_id IS NOT NULL);
CREATE INDEX notification_group_resources_config ON notification_group_resources USING btree (config_id) WHERE (config_id IS NOT NULL);
CREATE UNIQUE INDEX notification_group_resources_once ON notification_group_resources USING btree (group_id, config_id, check_id, component_id) NULLS NOT DISTINCT WHERE (resolved_at IS NULL);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 8d84c391)

create table notification_groups (
  id uuid not null default new_id()
  hash text not null  -- Hash of their common properties.
  notification_id uuid not null
  created_at timestamp with time zone not null default now()
  constraint notification_groups_pkey PRIMARY KEY (id)
  constraint notification_groups_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
);
-- Resources that share one message. @exposed @readonly @resource notifications
CREATE INDEX notification_groups_notification ON notification_groups USING btree (notification_id, hash, created_at DESC);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table notification_preferences (
  person_id uuid not null
  time_zone text  -- The time zone of the quiet hours, such as Europe/Berlin; null for UTC.
  quiet_from time without time zone  -- The local time at which the quiet hours begin; null without quiet hours.
  quiet_until time without time zone  -- The local time at which they end; before quiet_from if they end on the next day.
  quiet_days integer[]  -- The days on which they begin, 1 for Monday to 7 for Sunday; null for all days.
  channels jsonb  -- The channels of the person, in the format of custom services; null for email. @type CustomServices
  channels_secrets text  -- The credentials of the channels. @secret @sealed
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint notification_preferences_pkey PRIMARY KEY (person_id)
  constraint notification_preferences_quiet CHECK (((quiet_from IS NULL) = (quiet_until IS NULL)))
  constraint notification_preferences_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The channels and the quiet hours of people. @watched
-- triggers: keep_sealing_keys('channels_secrets') on sealing_keys; record_changes('person_id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched

create table notification_readers (
  person_id uuid not null
  seen_at timestamp with time zone not null
  constraint notification_readers_pkey PRIMARY KEY (person_id)
  constraint notification_readers_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The time until which a person has seen the messages. Later ones are counted next to the bell.

create table notification_send_history (
  id uuid not null default new_id()
  notification_id uuid  -- The rule; null if it is deleted.
  body text
  body_payload jsonb  -- @type Json
  status text  -- @enum sent sending error pending skipped silenced repeat-interval inhibited evaluating-waitfor pending_playbook_run pending_playbook_completion attempting_fallback grouped digested
  not_before timestamp with time zone
  retries integer not null default 0
  payload jsonb  -- The event as it was published. @type Json
  count integer not null default 1
  first_observed timestamp with time zone not null default now()
  source_event text not null
  resource_id uuid not null  -- The resource of the message; the first word of source_event is its kind.
  resource_health text  -- At the time of the event, like the status and the description.
  resource_status text
  resource_health_description text
  person_id uuid
  team_id uuid
  connection_id uuid
  silenced_by uuid  -- The silence that suppressed it.
  playbook_run_id uuid
  error text
  duration_millis integer
  created_at timestamp with time zone not null default now()
  group_id uuid
  parent_id uuid  -- The message that replaced this one.
  resource_name text  -- The name of the resource; null if it is deleted. Maintained by triggers (name_message_resource), because a lookup in four tables is too slow for search.
  purpose text not null default 'event'::text  -- Only rows with the purpose event count in the sum of a rule; the others are additional messages. @enum event fallback resolved digest
  rule_name text  -- The name of the rule when the message was created.
  recipient text  -- The name of the recipient when the message was created.
  recipient_key text not null default ''::text  -- Identifies the recipient within the rule, such as person:<id> or team:<id>/<name of the channel>.
  channel text  -- The type of the channel, such as slack or email.
  trail jsonb not null default '[]'::jsonb  -- The steps that decided about the message, in order. @type Json
  message_ref jsonb  -- The reference to the message at the channel, to edit or answer it. @secret
  waiting text  -- The reason why a pending message waits; not_before is the end of the wait. @enum wait-for dependency quiet-hours digest fallback retry
  held_by uuid  -- The failing check that this message waits for, because its own check depends on it.
  is_open boolean not null default false  -- Whether it reports a problem that has not ended yet; its recipient gets a message when it ends.
  sent_at timestamp with time zone  -- When the channel accepted the message.
  delivered_parts jsonb  -- The results of the requests that succeeded, by part, while others of the same message failed; the next attempt skips them. @type Json @secret
  constraint notification_send_history_pkey PRIMARY KEY (id)
  constraint notification_send_history_purpose_check CHECK ((purpose = ANY (ARRAY['event'::text, 'fallback'::text, 'resolved'::text, 'digest'::text])))
  constraint notification_send_history_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'sending'::text, 'error'::text, 'pending'::text, 'skipped'::text, 'silenced'::text, 'repeat-interval'::text, 'inhibited'::text, 'evaluating-waitfor'::text, 'pending_playbook_run'::text, 'pending_playbook_completion'::text, 'attempting_fallback'::text, 'grouped'::text, 'digested'::text])))
  constraint notification_send_history_waiting_check CHECK ((waiting = ANY (ARRAY['wait-for'::text, 'dependency'::text, 'quiet-hours'::text, 'digest'::text, 'fallback'::text, 'retry'::text])))
  constraint notification_send_history_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL
  constraint notification_send_history_group_id_fkey FOREIGN KEY (group_id) REFERENCES notification_groups(id) ON DELETE SET NULL
  constraint notification_send_history_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE SET NULL
  constraint notification_send_history_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES notification_send_history(id) ON DELETE SET NULL
  constraint notification_send_history_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL
  constraint notification_send_history_silenced_by_fkey FOREIGN KEY (silenced_by) REFERENCES notification_silences(id) ON DELETE SET NULL
  constraint notification_send_history_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL
) with (toast_tuple_target=4080, fillfactor=30);
-- Messages with their recipients and resources, sent or not. @exposed @readonly @resource notifications @follows resource_id>config_items,components,checks,canaries
CREATE INDEX notification_send_history_connection ON notification_send_history USING btree (connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX notification_send_history_created_at ON notification_send_history USING btree (created_at DESC);
CREATE INDEX notification_send_history_due ON notification_send_history USING btree (not_before) WHERE ((waiting IS NOT NULL) AND (waiting <> 'retry'::text));
CREATE INDEX notification_send_history_group ON notification_send_history USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX notification_send_history_held ON notification_send_history USING btree (held_by) WHERE (held_by IS NOT NULL);
CREATE INDEX notification_send_history_notification ON notification_send_history USING btree (notification_id, created_at DESC);
CREATE INDEX notification_send_history_open ON notification_send_history USING btree (resource_id) WHERE is_open;
CREATE INDEX notification_send_history_parent ON notification_send_history USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX notification_send_history_person ON notification_send_history USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX notification_send_history_playbook_run ON notification_send_history USING btree (playbook_run_id) WHERE (playbook_run_id IS NOT NULL);
CREATE INDEX notification_send_history_resource ON notification_send_history USING btree (resource_id, created_at DESC);
CREATE INDEX notification_send_history_resource_name ON notification_send_history USING gin (resource_name gin_trgm_ops);
CREATE INDEX notification_send_history_silence ON notification_send_history USING btree (silenced_by) WHERE (silenced_by IS NOT NULL);
CREATE INDEX notification_send_history_team ON notification_send_history USING btree (team_id) WHERE (team_id IS NOT NULL);
-- triggers: name_message_resource() on name_resource, name_resource_again; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_notification_change() on record_change, record_change_new; tally_messages() on tally_delete, tally_insert, tally_update; track_undelivered() on track_delete, track_insert, track_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest f37ae892)

create table notification_silences (
  id uuid not null default new_id()
  namespace text
  name text not null default ('silence-'::text || substr((gen_random_uuid())::text, 1, 8))
  description text
  filter text  -- An expression; resources for which it is true are silenced.
  selectors jsonb  -- Resource selectors; resources that one of them matches are silenced. @type Json
  error text  -- Why the filter, a selector or a matcher cannot be evaluated. The silence has no effect until that field changes.
  from timestamp with time zone  -- Null if it has no start.
  until timestamp with time zone  -- Null if it has no end.
  recursive boolean not null default false  -- Whether it also applies to descendants.
  config_id uuid
  check_id uuid
  canary_id uuid
  component_id uuid
  source text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  schedule text  -- The cron schedule on which its windows open; null if it applies the whole time between from and until.
  duration_minutes integer  -- The length of each window.
  time_zone text  -- The time zone of the schedule; null for UTC.
  matchers jsonb  -- Conditions on the labels of alerts, as clients of Alertmanager write them; all must match. @type Json
  author text  -- The author that a client of Alertmanager named; created_by is the person behind its token.
  constraint notification_silences_duration_minutes_check CHECK (((duration_minutes >= 1) AND (duration_minutes <= 10080)))
  constraint notification_silences_order CHECK (("from" <= until))
  constraint notification_silences_pkey PRIMARY KEY (id)
  constraint notification_silences_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint notification_silences_window CHECK (((schedule IS NULL) = (duration_minutes IS NULL)))
  constraint notification_silences_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint notification_silences_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE
  constraint notification_silences_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
  constraint notification_silences_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint notification_silences_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Silences: resources and times without messages. @exposed @resource notifications @follows config_id component_id check_id canary_id
CREATE INDEX notification_silences_canary ON notification_silences USING btree (canary_id) WHERE (canary_id IS NOT NULL);
CREATE INDEX notification_silences_check ON notification_silences USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX notification_silences_component ON notification_silences USING btree (component_id) WHERE (component_id IS NOT NULL);
CREATE INDEX notification_silences_config ON notification_silences USING btree (config_id) WHERE (config_id IS NOT NULL);
CREATE INDEX notification_silences_created_at ON notification_silences USING btree (created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notification_silences_created_by ON notification_silences USING btree (created_by);
CREATE INDEX notification_silences_until ON notification_silences USING btree (until) WHERE (deleted_at IS NULL);
-- triggers: clear_rule_error() on clear_error; keep_deleted_at() on deleted_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 2a06ffa2)

create table notification_tallies (
  resource_kind text not null  -- config, component, check or canary: the first word of the event.
  resource_id uuid not null
  status text not null  -- A status of messages, or shown for the messages that lists show by default: neither skipped nor silenced, and about a resource that exists.
  messages integer not null  -- A summand: the counts of new messages, negative if messages left the status.
  first_observed timestamp with time zone  -- The earliest of the new messages; null if messages only left.
  last_seen timestamp with time zone  -- The latest of the new messages; null if messages only left.
  is_sum boolean not null default false  -- Whether compact_message_tallies added it up.
);
-- Numbers of messages of each resource and status, to be added up. Maintained by triggers and compact_message_tallies. @lookup
CREATE INDEX notification_tallies_new ON notification_tallies USING btree (is_sum) WHERE (NOT is_sum);
CREATE INDEX notification_tallies_resource ON notification_tallies USING btree (resource_id, status);
CREATE INDEX notification_tallies_shown ON notification_tallies USING btree (resource_id) INCLUDE (resource_kind, messages, last_seen) WHERE (status = 'shown'::text);

create table notification_undelivered (
  resource_id uuid not null  -- The resource of the message.
  message_id uuid not null  -- The id in notification_send_history.
  constraint notification_undelivered_pkey PRIMARY KEY (resource_id, message_id)
);
-- Messages that are being delivered, or whose delivery will be repeated. Maintained by triggers (track_undelivered). @lookup

create table notifications (
  id uuid not null default new_id()
  name text not null default ('notification-'::text || substr((gen_random_uuid())::text, 1, 8))  -- Generated if none was given.
  namespace text
  title text
  events text[] not null  -- The events, such as check.failed.
  filter text  -- An expression that must be true; empty for all events.
  template text
  properties jsonb  -- @type Labels
  person_id uuid
  team_id uuid
  playbook_id uuid
  custom_services jsonb  -- Recipients that are neither people nor teams. @type CustomServices
  fallback_person_id uuid
  fallback_team_id uuid
  fallback_playbook_id uuid
  fallback_custom_services jsonb  -- @type CustomServices
  fallback_delay bigint  -- Nanoseconds.
  repeat_interval text
  wait_for bigint  -- Nanoseconds to wait for the resource to recover by itself.
  wait_for_eval_period bigint  -- Nanoseconds.
  group_by text[]
  group_by_interval bigint  -- Nanoseconds.
  inhibitions jsonb  -- @type Json
  watchdog_schedule text
  error text  -- The reason why the rule cannot work; cleared when it is changed.
  error_at timestamp with time zone
  source text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()  -- An error does not count as an update.
  deleted_at timestamp with time zone
  properties_secrets text  -- The credentials of the properties. @secret @sealed
  custom_services_secrets text  -- The credentials of the services. @secret @sealed
  fallback_custom_services_secrets text  -- The credentials of the services. @secret @sealed
  constraint notifications_pkey PRIMARY KEY (id)
  constraint notifications_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint notifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint notifications_fallback_person_id_fkey FOREIGN KEY (fallback_person_id) REFERENCES people(id) ON DELETE SET NULL
  constraint notifications_fallback_playbook_id_fkey FOREIGN KEY (fallback_playbook_id) REFERENCES playbooks(id) ON DELETE SET NULL
  constraint notifications_fallback_team_id_fkey FOREIGN KEY (fallback_team_id) REFERENCES teams(id) ON DELETE SET NULL
  constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  constraint notifications_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE SET NULL
  constraint notifications_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
-- Rules that send messages about events. @exposed @resource notifications
CREATE INDEX notifications_created_by ON notifications USING btree (created_by);
CREATE INDEX notifications_events ON notifications USING gin (events) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_fallback_person ON notifications USING btree (fallback_person_id) WHERE (fallback_person_id IS NOT NULL);
CREATE INDEX notifications_fallback_playbook ON notifications USING btree (fallback_playbook_id) WHERE (fallback_playbook_id IS NOT NULL);
CREATE INDEX notifications_fallback_team ON notifications USING btree (fallback_team_id) WHERE (fallback_team_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_name ON notifications USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);
CREATE INDEX notifications_person ON notifications USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX notifications_playbook ON notifications USING btree (playbook_id) WHERE (playbook_id IS NOT NULL);
CREATE INDEX notifications_team ON notifications USING btree (team_id) WHERE (team_id IS NOT NULL);
-- triggers: clear_rule_error() on clear_error; keep_deleted_at() on deleted_once; keep_sealing_keys('properties_secrets', 'custom_services_secrets', 'fallback_custom_services_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table oidc_links (
  provider text not null  -- The id of the provider in OIDC_PROVIDERS.
  subject text not null  -- The id of the account at the provider; never the email, which can be given to another person.
  person_id uuid not null
  created_at timestamp with time zone not null default now()
  constraint oidc_links_pkey PRIMARY KEY (provider, subject)
  constraint oidc_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The accounts of people at other identity providers. Tokens of the provider are not stored.
CREATE UNIQUE INDEX oidc_links_person ON oidc_links USING btree (person_id, provider);

create table people (
  id uuid not null default new_id()
  name text not null  -- The displayed name; for a human, first and last name.
  first_name text
  last_name text
  email text  -- In lower case. Humans sign in with it; unique among people who are not deleted.
  avatar text
  type text  -- Null for a human. @enum agent access_token system
  title text
  organization text
  phone text
  properties jsonb not null default '{}'::jsonb  -- @type PersonProperties
  external_id text  -- The id of the person at another identity service.
  state text not null default 'active'::text  -- An inactive person keeps everything but cannot sign in. @enum active inactive
  state_changed_at timestamp with time zone not null default now()
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone  -- Signing in does not count as an update.
  deleted_at timestamp with time zone  -- Deleted people stay in the table, because their rows keep them as the author.
  last_login timestamp with time zone
  team_id uuid  -- The team that is shown with the person.
  constraint people_email_check CHECK ((email = lower(email)))
  constraint people_name_check CHECK ((name <> ''::text))
  constraint people_pkey PRIMARY KEY (id)
  constraint people_state_check CHECK ((state = ANY (ARRAY['active'::text, 'inactive'::text])))
  constraint people_type_check CHECK ((type = ANY (ARRAY['agent'::text, 'access_token'::text, 'system'::text])))
  constraint people_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL
);
-- Humans, and the agents, tokens and the system that act under a name of their own. @exposed @resource database identities
CREATE UNIQUE INDEX people_email ON people USING btree (email) WHERE (deleted_at IS NULL);
CREATE INDEX people_external_id ON people USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX people_team ON people USING btree (team_id) WHERE (team_id IS NOT NULL);
-- triggers: keep_deleted_at() on deleted_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table permission_groups (
  id uuid not null default new_id()
  name text not null
  namespace text
  selectors jsonb not null  -- Selects the members by kind. @type ObjectSelector
  source text  -- UI if it is edited here. @origin
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  constraint permission_groups_name_check CHECK ((name <> ''::text))
  constraint permission_groups_pkey PRIMARY KEY (id)
  constraint permission_groups_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Named groups of subjects for permission rules. @exposed @resource rbac
CREATE INDEX permission_groups_created_by ON permission_groups USING btree (created_by);
CREATE UNIQUE INDEX permission_groups_name ON permission_groups USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);
-- triggers: keep_deleted_at() on deleted_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table permissions (
  id uuid not null default new_id()
  name text not null default ('permission-'::text || substr((gen_random_uuid())::text, 1, 8))  -- Generated if none was given.
  namespace text
  description text
  source text not null default 'UI'::text  -- UI if it is edited here. @origin
  subject_type text not null default 'group'::text  -- @enum person team group notification playbook canary scraper topology component
  subject text  -- The subject of the rule: an id, or the name of a group or role.
  action text not null  -- One or several, separated by commas: read, update, create, delete, playbook:run, playbook:approve, or *.
  object text  -- The kind of object, such as canaries, if the rule applies to all of a kind.
  object_selector jsonb  -- Selects the objects that the rule applies to. @type ObjectSelector
  deny boolean not null default false  -- Whether the rule denies the action.
  component_id uuid
  config_id uuid
  canary_id uuid
  playbook_id uuid
  connection_id uuid
  person_id uuid  -- The subject as older clients send it; subject and subject_type are set from it.
  team_id uuid  -- The subject as older clients send it; subject and subject_type are set from it.
  notification_id uuid  -- The subject as older clients send it; subject and subject_type are set from it.
  created_by uuid
  updated_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  until timestamp with time zone  -- End of the rule; null if it has no end.
  agents text[]  -- The rule applies only to rows of these agents; null or empty for all.
  tags jsonb  -- The rule applies only to rows with these tags. @type Labels
  error text  -- The reason why the rule cannot be applied.
  constraint permissions_action_check CHECK ((action <> ''::text))
  constraint permissions_one_object CHECK ((num_nonnulls(object_selector, NULLIF(object, ''::text), config_id, playbook_id, canary_id, component_id, connection_id) = 1))
  constraint permissions_pkey PRIMARY KEY (id)
  constraint permissions_subject_type_check CHECK ((subject_type = ANY (ARRAY['person'::text, 'team'::text, 'group'::text, 'notification'::text, 'playbook'::text, 'canary'::text, 'scraper'::text, 'topology'::text, 'component'::text])))
  constraint permissions_tags_check CHECK (are_labels(tags))
  constraint permissions_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE
  constraint permissions_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
  constraint permissions_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE
  constraint permissions_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
  constraint permissions_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint permissions_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
  constraint permissions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  constraint permissions_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE
  constraint permissions_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
  constraint permissions_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Rules that allow or deny a subject an action on an object, in addition to the roles. Deny wins. The rules stay in force while the page is switched off. @exposed @resource permissions @feature settings.permissions
CREATE INDEX permissions_canary ON permissions USING btree (canary_id) WHERE (canary_id IS NOT NULL);
CREATE INDEX permissions_component ON permissions USING btree (component_id) WHERE (component_id IS NOT NULL);
CREATE INDEX permissions_config ON permissions USING btree (config_id) WHERE (config_id IS NOT NULL);
CREATE INDEX permissions_connection ON permissions USING btree (connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX permissions_created_by ON permissions USING btree (created_by);
CREATE INDEX permissions_notification ON permissions USING btree (notification_id) WHERE (notification_id IS NOT NULL);
CREATE INDEX permissions_person ON permissions USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX permissions_playbook ON permissions USING btree (playbook_id) WHERE (playbook_id IS NOT NULL);
CREATE INDEX permissions_subject ON permissions USING btree (subject_type, subject) WHERE (deleted_at IS NULL);
CREATE INDEX permissions_team ON permissions USING btree (team_id) WHERE (team_id IS NOT NULL);
CREATE INDEX permissions_updated_by ON permissions USING btree (updated_by) WHERE (updated_by IS NOT NULL);
-- triggers: derive_permission_subject() on derive_subject; keep_deleted_at() on deleted_once; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table person_roles (
  person_id uuid not null
  role text not null  -- @enum admin editor commander responder viewer guest
  created_at timestamp with time zone not null default now()
  constraint person_roles_pkey PRIMARY KEY (person_id, role)
  constraint person_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text, 'guest'::text])))
  constraint person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The roles of each person. Several roles add up. @exposed @resource rbac
CREATE INDEX person_roles_role ON person_roles USING btree (role);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table playbook_approvals (
  id uuid not null default new_id()
  run_id uuid not null
  person_id uuid
  team_id uuid
  created_at timestamp with time zone not null default now()
  plan_hash text  -- The approved plan.
  voided_at timestamp with time zone  -- Time when the plan turned out to differ from the approved one.
  constraint playbook_approvals_pkey PRIMARY KEY (id)
  constraint playbook_approvals_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL
  constraint playbook_approvals_run_id_fkey FOREIGN KEY (run_id) REFERENCES playbook_runs(id) ON DELETE CASCADE
  constraint playbook_approvals_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL
);
-- Approvals of runs. @exposed @readonly @resource playbook_runs @feature playbooks @follows run_id
CREATE UNIQUE INDEX playbook_approvals_once ON playbook_approvals USING btree (run_id, person_id, team_id) NULLS NOT DISTINCT WHERE (voided_at IS NULL);
CREATE INDEX playbook_approvals_person ON playbook_approvals USING btree (person_id);
CREATE INDEX playbook_approvals_team ON playbook_approvals USING btree (team_id);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest f6698b71)

create table playbook_deliveries (
  playbook_id uuid not null
  delivery_id text not null
  created_at timestamp with time zone not null default now()
  constraint playbook_deliveries_pkey PRIMARY KEY (playbook_id, delivery_id)
  constraint playbook_deliveries_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE
);
-- Deliveries of webhooks in the last day, to recognise repeated ones.
CREATE INDEX playbook_deliveries_age ON playbook_deliveries USING btree (created_at);

create table playbook_leases (
  action_id uuid not null
  worker uuid not null
  until timestamp with time zone not null
  is_started boolean not null default false  -- Whether the action may have had an effect.
  constraint playbook_leases_pkey PRIMARY KEY (action_id)
  constraint playbook_leases_action_id_fkey FOREIGN KEY (action_id) REFERENCES playbook_run_actions(id) ON DELETE CASCADE
);
-- Actions that a worker runs. A worker that does not renew its leases is lost.

create table playbook_outputs (
  action_id uuid not null
  at bigint not null  -- Bytes before this piece.
  content bytea not null
  constraint playbook_outputs_at_check CHECK ((at >= 0))
  constraint playbook_outputs_pkey PRIMARY KEY (action_id, at)
  constraint playbook_outputs_action_id_fkey FOREIGN KEY (action_id) REFERENCES playbook_run_actions(id) ON DELETE CASCADE
);
-- Output of running actions, in pieces. At the end of an action it becomes an artifact.

create table playbook_run_actions (
  id uuid not null default new_id()
  name text not null
  status text not null default 'running'::text  -- @enum scheduled running waiting waiting_children sleeping skipped completed failed
  retry_count integer not null default 0  -- The number of the attempt, from 0.
  playbook_run_id uuid
  start_time timestamp with time zone
  scheduled_time timestamp with time zone not null default now()
  end_time timestamp with time zone
  result jsonb  -- @type Json
  is_pushed boolean not null default false
  agent_id uuid default '00000000-0000-0000-0000-000000000000'::uuid
  error text
  position integer  -- Index of the action in the spec of the run.
  timed_out boolean not null default false  -- Whether it failed because of its time limit.
  content_type text  -- The type of its main output, if the action stated it.
  constraint playbook_run_actions_pkey PRIMARY KEY (id)
  constraint playbook_run_actions_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'running'::text, 'waiting'::text, 'waiting_children'::text, 'sleeping'::text, 'skipped'::text, 'completed'::text, 'failed'::text])))
  constraint playbook_run_actions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint playbook_run_actions_playbook_run_id_fkey FOREIGN KEY (playbook_run_id) REFERENCES playbook_runs(id) ON DELETE CASCADE
);
-- Actions of runs. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_run_id
CREATE INDEX playbook_run_actions_agent ON playbook_run_actions USING btree (agent_id);
CREATE UNIQUE INDEX playbook_run_actions_attempt ON playbook_run_actions USING btree (playbook_run_id, "position", retry_count) WHERE ("position" IS NOT NULL);
CREATE INDEX playbook_run_actions_due ON playbook_run_actions USING btree (status, scheduled_time);
CREATE INDEX playbook_run_actions_run ON playbook_run_actions USING btree (playbook_run_id, start_time);
-- triggers: mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 6e53f7d3)

create table playbook_runs (
  id uuid not null default new_id()
  playbook_id uuid not null
  spec jsonb not null default '{}'::jsonb  -- The playbook at the time of the run, with *** in place of each credential. @type PlaybookSpec
  status text not null default 'scheduled'::text  -- @enum scheduled running sleeping retrying waiting pending pending_approval completed failed cancelled timed_out
  created_at timestamp with time zone not null default now()
  start_time timestamp with time zone
  scheduled_time timestamp with time zone not null default now()  -- Time to start or to continue.
  end_time timestamp with time zone
  timeout bigint not null default '1800000000000'::bigint  -- Nanoseconds.
  created_by uuid
  notification_send_id uuid
  check_id uuid
  config_id uuid
  component_id uuid
  parameters jsonb  -- *** in place of each secret parameter. @type Json
  request jsonb  -- The data of the event or webhook that started it. @type Json
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  parent_id uuid  -- The run that started it.
  error text
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  parameters_secrets text  -- The secret parameters. @secret @sealed
  cause text not null default 'person'::text  -- The origin of the run. @enum person event schedule webhook notification parent
  plan jsonb  -- The plan of all actions that an approver sees. @type Json
  plan_hash text  -- Hash of the spec, the parameters and the binding parts of the plan; approvals are for this hash.
  former_plan jsonb  -- The approved plan, if the plan differed when the run was about to start. @type Json
  parent_action_id uuid  -- The action that started it and waits for it. No foreign key: clients embed the run of an action without a hint.
  depth integer not null default 0  -- The number of runs above it.
  cancelled_by uuid  -- The person who cancelled it. No foreign key: clients embed its author without a hint.
  chain integer not null default 0  -- The number of runs that led to it through notifications about runs.
  constraint playbook_runs_cause_check CHECK ((cause = ANY (ARRAY['person'::text, 'event'::text, 'schedule'::text, 'webhook'::text, 'notification'::text, 'parent'::text])))
  constraint playbook_runs_pkey PRIMARY KEY (id)
  constraint playbook_runs_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'running'::text, 'sleeping'::text, 'retrying'::text, 'waiting'::text, 'pending'::text, 'pending_approval'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text])))
  constraint playbook_runs_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint playbook_runs_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE SET NULL
  constraint playbook_runs_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE SET NULL
  constraint playbook_runs_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE SET NULL
  constraint playbook_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint playbook_runs_notification_send_id_fkey FOREIGN KEY (notification_send_id) REFERENCES notification_send_history(id) ON DELETE SET NULL
  constraint playbook_runs_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES playbook_runs(id) ON DELETE CASCADE
  constraint playbook_runs_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE
);
-- Runs of playbooks. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_id config_id component_id check_id
CREATE INDEX playbook_runs_agent ON playbook_runs USING btree (agent_id);
CREATE INDEX playbook_runs_check ON playbook_runs USING btree (check_id, created_at DESC) WHERE (check_id IS NOT NULL);
CREATE INDEX playbook_runs_component ON playbook_runs USING btree (component_id, created_at DESC) WHERE (component_id IS NOT NULL);
CREATE INDEX playbook_runs_config ON playbook_runs USING btree (config_id, start_time DESC) WHERE (config_id IS NOT NULL);
CREATE INDEX playbook_runs_created_by ON playbook_runs USING btree (created_by);
CREATE INDEX playbook_runs_due ON playbook_runs USING btree (status, scheduled_time);
CREATE INDEX playbook_runs_notification ON playbook_runs USING btree (notification_send_id) WHERE (notification_send_id IS NOT NULL);
CREATE INDEX playbook_runs_parent ON playbook_runs USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX playbook_runs_playbook ON playbook_runs USING btree (playbook_id, created_at DESC);
CREATE INDEX playbook_runs_roots ON playbook_runs USING btree (created_at DESC) WHERE (parent_id IS NULL);
CREATE INDEX playbook_runs_start ON playbook_runs USING btree (start_time DESC);
CREATE INDEX playbook_runs_unfinished ON playbook_runs USING btree (playbook_id) WHERE (status <> ALL (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text]));
-- triggers: keep_sealing_keys('spec_secrets', 'parameters_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; tally_agent_rows() on agent_tally_delete, agent_tally_insert, agent_tally_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest a54fd6e7)

create table playbook_schedules (
  playbook_id uuid not null
  position integer not null  -- Index of the schedule in the spec.
  schedule text not null
  due_at timestamp with time zone not null
  constraint playbook_schedules_pkey PRIMARY KEY (playbook_id, "position")
  constraint playbook_schedules_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE
);
-- The next run of each schedule of a playbook.
CREATE INDEX playbook_schedules_due ON playbook_schedules USING btree (due_at);

create table playbook_trigger_counts (
  playbook_id uuid not null
  started bigint not null default 0
  skipped bigint not null default 0  -- Triggers within the window after another run for the same resource.
  last_started_at timestamp with time zone
  last_skipped_at timestamp with time zone
  last_error text  -- Why a trigger could not start a run.
  last_error_at timestamp with time zone
  constraint playbook_trigger_counts_pkey PRIMARY KEY (playbook_id)
  constraint playbook_trigger_counts_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE
);
-- How often triggers started a playbook. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_id
-- triggers: record_changes('playbook_id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest ce4cf153)

create table playbooks (
  id uuid not null default new_id()
  namespace text not null default 'default'::text
  name text not null
  title text not null default ''::text
  icon text
  description text
  spec jsonb not null  -- *** in place of each credential. @type PlaybookSpec
  category text not null default ''::text
  source text not null default 'UI'::text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint playbooks_name_check CHECK ((name <> ''::text))
  constraint playbooks_pkey PRIMARY KEY (id)
  constraint playbooks_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint playbooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Playbooks, run manually or by events. @exposed @resource playbooks @feature playbooks @rows playbook
CREATE INDEX playbooks_created_by ON playbooks USING btree (created_by);
CREATE UNIQUE INDEX playbooks_name ON playbooks USING btree (namespace, name, category) WHERE (deleted_at IS NULL);
CREATE INDEX playbooks_title ON playbooks USING btree (title) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX playbooks_webhook ON playbooks USING btree (((spec #>> '{on,webhook,path}'::text[]))) WHERE ((deleted_at IS NULL) AND (COALESCE((spec #>> '{on,webhook,path}'::text[]), ''::text) <> ''::text));
-- triggers: keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 8ebb2b78)

create table processes (
  id uuid not null
  role text not null  -- @enum all web worker
  hostname text not null
  pid integer not null
  version text not null
  address text  -- The address that it listens on, if it serves the web.
  started_at timestamp with time zone not null default now()
  last_seen_at timestamp with time zone not null default now()  -- Its last heartbeat; a process without one for a minute has ended.
  rss_bytes bigint not null
  held_keys text[]  -- Fingerprints of the keys that it can open secrets with. @secret
  sealing_key text  -- Fingerprint of the key that it seals with. @secret
  rss_trend integer[] not null default '{}'::integer[]  -- Its memory in MiB, once a minute for the last hour, oldest first.
  constraint processes_pkey PRIMARY KEY (id)
  constraint processes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])))
);
-- The running processes of this system, each with its heartbeat. @exposed @readonly @resource rbac
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table properties (
  name text not null
  value text not null
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  constraint properties_name_check CHECK ((name <> ''::text))
  constraint properties_pkey PRIMARY KEY (name)
  constraint properties_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Settings of the whole system by name, including feature flags. They override the file and the environment. @exposed @resource feature_flags
CREATE INDEX properties_created_by ON properties USING btree (created_by);
-- triggers: keep_deleted_at() on deleted_once; record_changes('name') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table responders (
  id uuid not null default new_id()
  incident_id uuid not null
  type text not null  -- @enum email jira service_now ca aws_support aws_ams_services_request redhat oracle ms_planner vmware person team webhook
  index smallint
  person_id uuid
  team_id uuid
  external_id text  -- The id in the other system.
  properties jsonb  -- @type Json
  acknowledged timestamp with time zone
  resolved timestamp with time zone
  closed timestamp with time zone
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  status text not null default 'pending'::text  -- Whether the responder was contacted; recorded if Quarterdeck does not contact responders of this type. @enum pending delivered failed recorded
  status_reason text  -- The recipient, or the reason why the responder was not contacted.
  constraint responders_pkey PRIMARY KEY (id)
  constraint responders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'recorded'::text])))
  constraint responders_type_check CHECK ((type = ANY (ARRAY['email'::text, 'jira'::text, 'service_now'::text, 'ca'::text, 'aws_support'::text, 'aws_ams_services_request'::text, 'redhat'::text, 'oracle'::text, 'ms_planner'::text, 'vmware'::text, 'person'::text, 'team'::text, 'webhook'::text])))
  constraint responders_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
  constraint responders_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id)
  constraint responders_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
  constraint responders_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id)
);
-- Responders of an incident, here or in another system. @exposed @resource responder @feature incidents
CREATE INDEX responders_created_by ON responders USING btree (created_by);
CREATE INDEX responders_external ON responders USING btree (type, incident_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX responders_incident ON responders USING btree (incident_id);
CREATE INDEX responders_person ON responders USING btree (person_id);
CREATE INDEX responders_team ON responders USING btree (team_id);
-- triggers: keep_deleted_at() on deleted_once; name_responder_type() on plain_type, plain_type_again; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; record_incident_history() on history, history_new; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table saved_query (
  id uuid not null default new_id()
  icon text
  description text
  query text not null
  columns jsonb  -- @type Json
  created_by text  -- A name; clients send it as text.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint saved_query_pkey PRIMARY KEY (id)
);
-- Saved queries on the catalog. @exposed @resource database @feature config
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table schema_changes (
  path text not null
  checksum text not null
  applied_at timestamp with time zone not null default now()
  constraint schema_changes_pkey PRIMARY KEY (path)
);
-- The SQL files that have been applied to this database, by path.

create table schema_objects (
  path text not null
  checksum text not null
  constraint schema_objects_pkey PRIMARY KEY (path)
);
-- The version of each view and function in this database.

create table schema_roles (
  plain text not null
  scoped text not null
  gathered text not null
  issued_for text  -- Fingerprint of the schema that rights were last issued for.
);
-- The roles in the grants and policies of this database.

create table scrape_plugin_faults (
  plugin_id uuid not null
  scraper_id uuid not null
  spec_hash text not null  -- Hash of the plugin's spec; faults of an older spec are ignored.
  faults text[] not null
  constraint scrape_plugin_faults_pkey PRIMARY KEY (plugin_id, scraper_id)
  constraint scrape_plugin_faults_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES scrape_plugins(id) ON DELETE CASCADE
  constraint scrape_plugin_faults_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE CASCADE
);
-- Current faults of plugins, by the scraper whose last run found them. The job history records every change of them.
CREATE INDEX scrape_plugin_faults_scraper ON scrape_plugin_faults USING btree (scraper_id);

create table scrape_plugins (
  id uuid not null default new_id()
  name text not null
  namespace text not null default 'default'::text
  spec jsonb not null  -- Rules for changes, locations, aliases, relationships, properties and retention; *** in place of each credential. @type Json
  source text not null  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint scrape_plugins_name_check CHECK ((name <> ''::text))
  constraint scrape_plugins_namespace_check CHECK ((namespace <> ''::text))
  constraint scrape_plugins_pkey PRIMARY KEY (id)
  constraint scrape_plugins_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|CRDSync(:.+)?|file:.+)$'::text))
  constraint scrape_plugins_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Rules that every scraper follows in addition to its own. @exposed @resource config_scrapers @feature config
CREATE INDEX scrape_plugins_created_by ON scrape_plugins USING btree (created_by);
CREATE UNIQUE INDEX scrape_plugins_named ON scrape_plugins USING btree (namespace, name, source) WHERE (deleted_at IS NULL);
-- triggers: keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 5d89d67a)

create table scraper_turns (
  scraper_id uuid not null
  schedule text not null  -- The schedule in the spec; empty for the default.
  due_at timestamp with time zone not null
  spec_hash text not null  -- Hash of the spec; a different spec is due at once.
  is_changed boolean not null default true  -- Whether the scraper was changed after its last run was sent; a run in progress does not replace the new one.
  rate_limited_until timestamp with time zone  -- End of the rate limit of its source.
  constraint scraper_turns_pkey PRIMARY KEY (scraper_id)
  constraint scraper_turns_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE CASCADE
);
-- The next run of each scraper of this system. Paused and deleted scrapers have no row.
CREATE INDEX scraper_turns_due ON scraper_turns USING btree (due_at);

create table secret_keys (
  id text not null
  state text not null  -- coming: is about to seal, and processes load it. sealing: seals new values. accepted: sealed until a moment ago, so its values may still be stored. opening: its stored values are being sealed again. retired: opens nothing. @enum coming sealing accepted opening retired
  created_at timestamp with time zone not null default now()
  changed_at timestamp with time zone not null default now()
  constraint secret_keys_pkey PRIMARY KEY (id)
  constraint secret_keys_state_check CHECK ((state = ANY (ARRAY['coming'::text, 'sealing'::text, 'accepted'::text, 'opening'::text, 'retired'::text])))
);
-- The keys of this system by their fingerprints; the keys themselves are stored outside. @watched
CREATE UNIQUE INDEX secret_keys_one_seals ON secret_keys USING btree (state) WHERE (state = 'sealing'::text);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table security_keys (
  id uuid not null default new_id()
  person_id uuid not null
  use text not null  -- webauthn: the second step after a password; passkey: signs in alone. @enum webauthn passkey
  name text not null  -- The name that the person gave it, or the browser that created it.
  credential_id bytea not null  -- The id of the key in the authenticator.
  public_key bytea not null  -- In COSE form.
  counter bigint not null default 0  -- The last counter of the key; a smaller one comes from a copy. Many keys do not count and stay at zero.
  transports text[] not null default '{}'::text[]  -- The transports of the key: usb, nfc, internal and others.
  created_at timestamp with time zone not null default now()
  last_used_at timestamp with time zone
  constraint security_keys_credential_id UNIQUE (credential_id)
  constraint security_keys_name_check CHECK ((name <> ''::text))
  constraint security_keys_pkey PRIMARY KEY (id)
  constraint security_keys_use_check CHECK ((use = ANY (ARRAY['webauthn'::text, 'passkey'::text])))
  constraint security_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- Security keys and passkeys (WebAuthn); a person can have several. @watched
CREATE INDEX security_keys_person ON security_keys USING btree (person_id);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table sent_connections (
  id uuid not null default new_id()
  resource_id uuid not null  -- The canary, scraper or topology of the server that refers to the connection. No foreign key, because it is stored first.
  reference text not null  -- The reference as the spec of the resource contains it.
  version text  -- The id and the time of the last change of the connection on the server.
  sealed text  -- The connection with its credentials as JSON. @secret @sealed
  refused text  -- The reason why the server does not send the connection.
  confirmed_at timestamp with time zone not null default now()  -- The last time the server confirmed that the resource may use the connection, to the hour.
  constraint sent_connections_check CHECK (((num_nonnulls(sealed, refused) = 1) AND ((sealed IS NULL) = (version IS NULL))))
  constraint sent_connections_pkey PRIMARY KEY (id)
  constraint sent_connections_resource_id_reference_key UNIQUE (resource_id, reference)
);
-- On an agent: connections of its server, each for one resource. Empty on a server.
-- triggers: keep_sealing_keys('sealed') on sealing_keys

create table sessions (
  id uuid not null default new_id()
  token_digest bytea not null  -- SHA-256 of the token in the cookie; the token itself is never stored. @secret
  person_id uuid not null
  aal text not null  -- The strength of the sign-in: one factor or two. @enum aal1 aal2
  methods jsonb not null  -- The methods that were used, with their times. @type AuthenticationMethods
  authenticated_at timestamp with time zone not null default now()
  issued_at timestamp with time zone not null default now()
  last_seen_at timestamp with time zone not null default now()  -- To the hour, because an exact time would need a write on every request.
  expires_at timestamp with time zone not null
  user_agent text not null default ''::text
  ip_address text not null default ''::text
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])))
  constraint sessions_pkey PRIMARY KEY (id)
  constraint sessions_token_digest UNIQUE (token_digest)
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- Sessions of people who are signed in. A session ends when its row is deleted. @watched
CREATE INDEX sessions_expires ON sessions USING btree (expires_at);
CREATE INDEX sessions_person ON sessions USING btree (person_id);
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update

create table settings (
  name text not null
  value text not null  -- A text, or a sealed one. @sealed
  constraint settings_pkey PRIMARY KEY (name)
);
-- State of the product itself, such as the fingerprint of its secret key.
-- triggers: keep_sealing_keys('value') on sealing_keys

create table severities (
  id integer not null
  name text not null
  aliases text[] not null default '{}'::text[]  -- Names in other systems.
  icon text
  constraint severities_name_check CHECK ((name = lower(name)))
  constraint severities_name_key UNIQUE (name)
  constraint severities_pkey PRIMARY KEY (id)
);
-- Severities of incidents, the worst first. @exposed @resource database @feature incidents
-- triggers: record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table sign_in_throttles (
  key bytea not null  -- SHA-256 of the throttled value, so that addresses and emails are not stored.
  busy_until timestamp with time zone not null  -- Each attempt moves it later; attempts are refused while it is too far ahead.
  constraint sign_in_throttles_pkey PRIMARY KEY (key)
);
-- Sign-in attempts of an account, address or device, shared by all processes. A crash may clear it.
CREATE INDEX sign_in_throttles_busy ON sign_in_throttles USING btree (busy_until);

create table team_components (
  team_id uuid not null
  component_id uuid not null
  role text
  selector_id text
  constraint team_components_once UNIQUE (team_id, component_id, selector_id)
  constraint team_components_pkey PRIMARY KEY (team_id, component_id)
  constraint team_components_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE
  constraint team_components_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
-- The teams that are responsible for components. @exposed @resource topologies @feature topology @follows component_id
CREATE INDEX team_components_component ON team_components USING btree (component_id);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 460c7c6f)

create table team_members (
  team_id uuid not null
  person_id uuid not null
  source text not null default 'UI'::text  -- UI if it is edited here. @origin
  constraint team_members_pkey PRIMARY KEY (team_id, person_id)
  constraint team_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
  constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
-- The members of each team. @exposed @resource database
CREATE INDEX team_members_person ON team_members USING btree (person_id);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table teams (
  id uuid not null default new_id()
  name text not null
  icon text
  spec jsonb  -- The components of the team and its contacts; *** in place of each credential. @type TeamSpec
  source text  -- UI if it is edited here; otherwise the place where it is kept. @origin
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint teams_name_check CHECK ((name <> ''::text))
  constraint teams_pkey PRIMARY KEY (id)
  constraint teams_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id)
);
-- Groups of people who are responsible for components and are notified together. @exposed @resource database
CREATE INDEX teams_created_by ON teams USING btree (created_by);
CREATE UNIQUE INDEX teams_name ON teams USING btree (name) WHERE (deleted_at IS NULL);
-- triggers: clear_team_rule_errors() on clear_rule_errors; dirty_teams() on dirty_teams_insert, dirty_teams_update; end_team() on ended; keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest cd40db76)

create table topologies (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  name text not null
  namespace text not null default 'default'::text
  labels jsonb  -- @type Labels
  source text not null default 'UI'::text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  spec jsonb  -- *** in place of each credential. @type Json
  schedule text
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  is_pushed boolean not null default false
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  constraint topologies_labels_check CHECK (are_labels(labels))
  constraint topologies_name_check CHECK ((name <> ''::text))
  constraint topologies_pkey PRIMARY KEY (id)
  constraint topologies_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|Upstream|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint topologies_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint topologies_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Rules that build components. @exposed @resource topologies @feature topology
CREATE INDEX topologies_agent ON topologies USING btree (agent_id);
CREATE INDEX topologies_created_at ON topologies USING btree (created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX topologies_created_by ON topologies USING btree (created_by);
CREATE UNIQUE INDEX topologies_name ON topologies USING btree (agent_id, name, namespace) WHERE ((deleted_at IS NULL) AND (agent_id = '00000000-0000-0000-0000-000000000000'::uuid));
-- triggers: end_moved_rows() on moved; end_topology() on ended; keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; mark_unpushed() on unpushed; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched, touched_for_agent
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest ac3c839f)

create table topology_turns (
  topology_id uuid not null
  schedule text not null  -- The schedule in the spec; empty for the default.
  due_at timestamp with time zone not null
  spec_hash text not null  -- Hash of the spec; a different spec is due at once.
  is_changed boolean not null default true  -- Whether the topology was changed after its last run was sent; a run in progress does not replace the new one.
  constraint topology_turns_pkey PRIMARY KEY (topology_id)
  constraint topology_turns_topology_id_fkey FOREIGN KEY (topology_id) REFERENCES topologies(id) ON DELETE CASCADE
);
-- The next run of each topology of this system. Paused and deleted topologies have no row.
CREATE INDEX topology_turns_due ON topology_turns USING btree (due_at);

create table verified_emails (
  person_id uuid not null
  email text not null
  verified_at timestamp with time zone not null default now()
  constraint verified_emails_pkey PRIMARY KEY (person_id)
  constraint verified_emails_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
-- The email that a person has proved to own. A new email in the profile is not verified by it.

create table view_panels (
  view_id uuid not null
  request_fingerprint text not null  -- Fingerprint of the parameters of the request.
  results jsonb not null  -- @type Json
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  refreshed_at timestamp with time zone not null default now()
  constraint view_panels_pkey PRIMARY KEY (view_id, request_fingerprint)
  constraint view_panels_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id)
  constraint view_panels_view_id_fkey FOREIGN KEY (view_id) REFERENCES views(id) ON DELETE CASCADE
);
-- The last results of the panels of a view. @exposed @readonly @resource views @feature views @follows view_id
CREATE INDEX view_panels_agent ON view_panels USING btree (agent_id);
CREATE INDEX view_panels_refreshed ON view_panels USING btree (refreshed_at);
-- triggers: record_changes() on changes_delete, changes_insert, changes_truncate, changes_update
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest f79162d0)

create table view_results (
  view_id uuid not null
  fingerprint text not null  -- Fingerprint of the values of the variables.
  rights text not null  -- The rights of the readers who share the result; all for readers who see everything.
  version text not null  -- Fingerprint of the spec. A result of another version is not shown.
  attempted_at timestamp with time zone  -- End of the last refresh, even if it failed.
  refreshed_at timestamp with time zone  -- Time of the stored data.
  is_complete boolean not null default false  -- Whether all parts of the stored data could be read.
  errors jsonb not null default '[]'::jsonb  -- The errors of the last refresh. @type Json
  head text  -- The response as JSON, without its rows.
  rows bytea  -- The rows as JSON, compressed with gzip.
  lease uuid  -- The process that refreshes it.
  leased_until timestamp with time zone
  constraint view_results_pkey PRIMARY KEY (view_id, fingerprint, rights)
  constraint view_results_view_id_fkey FOREIGN KEY (view_id) REFERENCES views(id) ON DELETE CASCADE
);
-- The last result of each view, for each set of variables and rights.

create table views (
  id uuid not null default new_id()
  name text not null
  namespace text
  spec jsonb not null  -- Queries, panels and layout of the page; *** in place of each credential. @type ViewSpec
  source text not null default 'KubernetesCRD'::text  -- UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin
  labels jsonb  -- @type Labels
  created_by uuid
  created_at timestamp with time zone not null default now()
  last_ran timestamp with time zone
  error text
  updated_at timestamp with time zone  -- A run does not count as an update.
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
  updated_by uuid  -- The author: the person who last changed its queries, variables, SQL or columns. Its queries use connections with the rights of this person.
  constraint views_labels_check CHECK (are_labels(labels))
  constraint views_name_check CHECK ((name <> ''::text))
  constraint views_pkey PRIMARY KEY (id)
  constraint views_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$'::text))
  constraint views_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL
  constraint views_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES people(id) ON DELETE SET NULL
);
-- Pages that people define by queries and panels. @exposed @resource views @feature views @rows view
CREATE INDEX views_created_by ON views USING btree (created_by);
CREATE UNIQUE INDEX views_name ON views USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);
CREATE INDEX views_updated_by ON views USING btree (updated_by);
-- triggers: drop_view_data() on drop_data; keep_deleted_at() on deleted_once; keep_sealing_keys('spec_secrets') on sealing_keys; keep_view_author() on keep_author; record_changes('id') on changes_delete, changes_insert, changes_truncate, changes_update; touch_row() on touched
-- policies: gathered_read, plain, scoped_create, scoped_delete, scoped_read, scoped_update (digest 506e8f3c)

-- Functions and procedures of the baselines:
-- are_labels(jsonb): Whether the value is an object whose values are all texts, as labels and tags are.
-- keep_deleted_at(): Keeps the time of the first deletion.
-- keep_row_rules(regclass,text[],boolean): Creates the triggers for updated_at, deleted_at, is_pushed and severity of a table.
-- label_values(jsonb): The values of an object, for search.
-- lower_severity(): Clients send severities in either case; they are stored in lower case.
-- mark_unpushed(): Marks a changed row to be pushed again.
-- new_id(): A time-ordered uuid (version 7).
-- next_incident_id(): The next incident number.
-- property_values(jsonb): Every text and value of a list of properties, for search.
-- touch_row(): Records the time of an update.
