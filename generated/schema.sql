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
);
-- Tokens for programs that act for a person. @watched

create table agent_tallies (
  agent_id uuid not null
  what text not null  -- The table of the rows.
  rows bigint not null
);
-- Numbers of rows of each agent, to be added up. Maintained by triggers and compact_agent_tallies. @exposed @readonly @resource agents @feature agents

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
);
-- Systems that run elsewhere and push what they find to this one. @exposed @resource agents @feature agents

create table applications (
  id uuid not null default new_id()
  name text not null
  namespace text
  description text
  spec jsonb not null  -- *** in place of each credential. @type Json
  labels jsonb  -- @type Labels
  source text not null default 'UI'::text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
);
-- Applications, with rules that find their people, environments and risks. @exposed @resource database @feature applications

create table artifact_chunks (
  artifact_id uuid not null
  number integer not null
  content bytea not null
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
);
-- A file that a run produced. @exposed @readonly @resource database @follows check_id playbook_run_action_id config_change_id

create table audit_log (
  id uuid not null default new_id()
  created_at timestamp with time zone not null default now()
  actor_kind text not null  -- A person, a token that acted for one, or the system itself: its command line. @enum person token system
  person_id uuid  -- The acting person, or the account of a sign-in attempt; null if the account does not exist. No foreign key, because the record outlives the person.
  person_name text  -- The name of the person at that time.
  token_name text  -- The access token that was used.
  action text not null  -- @enum create update delete sign_in sign_in_refused sign_out reset_password test
  resource_type text not null  -- The table, such as connections.
  resource_id text  -- The key of the row.
  resource_name text  -- The name of the resource at that time.
  columns text[]  -- The columns that an update changed.
  address text  -- The network address that the request came from.
  user_agent text
  request_id text  -- The id of the request in the log.
  before jsonb  -- The values before: for an update the changed columns, for a deletion all. Never a secret; null if values are not recorded. @type ToldValues
  after jsonb  -- The values after: for an update the changed columns, for a new row all. Never a secret; null if values are not recorded. @type ToldValues
);
-- Actions with their actor, resource, time and address. Written in the transaction of the action and append-only. @exposed @readonly @resource rbac

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
);
-- Groups of checks with one schedule. @exposed @resource canaries @feature health @rows canary

create table changes (
  id bigint not null generated as identity
  xid xid8 not null default pg_current_xact_id()  -- The transaction that wrote the row. A reader finds new rows by comparing two snapshots.
  relation text not null
  ids text[]  -- Keys of the changed rows; null if there were too many to list.
  at timestamp with time zone not null default clock_timestamp()
);
-- Recent changes of rows, for live screens. Kept for about 15 minutes; written by triggers on every exposed or watched table.

create table check_component_relationships (
  component_id uuid not null
  check_id uuid not null
  canary_id uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it.
  is_pushed boolean not null default false
);
-- The checks of components. @exposed @resource canaries @feature topology @follows component_id check_id

create table check_config_relationships (
  config_id uuid not null
  check_id uuid not null
  canary_id uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it.
  is_pushed boolean not null default false
);
-- The config items of each check. @exposed @resource canaries @feature health @follows config_id check_id

create table check_facets (
  kind text not null
  key text not null
  value text not null
);
-- Labels of existing checks. Maintained by triggers. @exposed @readonly @resource database @feature health @facets checks labels

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
);
-- Objects that checks create in clusters and leave there, until the check or its spec no longer contains them.

create table check_status_slots (
  check_id uuid not null
  slot smallint not null  -- The ten minutes of the day, modulo eight; older runs are overwritten.
  began timestamp with time zone not null
  times timestamp with time zone[] not null
  took integer[] not null  -- Milliseconds, in the order of times.
  how smallint[] not null  -- 1 passed, 2 failed; 3 and 4 the same without counting in uptime; 0 unknown.
);
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
);
-- Summary of each check over the last hour, or of its last run if that is older. Maintained by triggers and summarise_checks. @exposed @readonly @resource canaries @feature health @follows check_id

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
);
-- Every run of a check, with one partition per day. @exposed @resource canaries @feature health @follows check_id

create table check_statuses_1d (
  check_id uuid not null
  created_at timestamp with time zone not null  -- Start of the day in UTC.
  duration bigint not null  -- Milliseconds of all runs together.
  total integer not null
  passed integer not null
  failed integer not null
);
-- Totals of the runs of each check per day. @exposed @readonly @resource canaries @feature health @follows check_id

create table check_statuses_1h (
  check_id uuid not null
  created_at timestamp with time zone not null  -- Start of the hour.
  duration bigint not null  -- Milliseconds of all runs together.
  total integer not null
  passed integer not null
  failed integer not null
);
-- Totals of the runs of each check per hour. @exposed @readonly @resource canaries @feature health @follows check_id

create table check_turns (
  id uuid not null  -- The id of the check or the canary.
  canary_id uuid not null
  check_id uuid  -- Null for a canary that runs as a whole.
  schedule text not null
  due_at timestamp with time zone not null
  lease uuid  -- The lease of the worker that runs it; results of a lost lease are not recorded.
  leased_until timestamp with time zone
);
-- The next run of each check, or of a canary whose checks depend on each other.

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
  alert_held_since timestamp with time zone  -- Time when its alert was held back because a check that it depends on fails.
  made_by uuid  -- The check that created it from its results.
  told_status text  -- The last status that was published as an event; it differs from the current one while an alert is held. @enum healthy unhealthy
  spec_secrets text  -- The credentials of the spec, for a check that is not in the spec of its canary. @secret @sealed
  canary_secrets text  -- A digest of the sealed credentials of the canary, which changes when they do. @secret
  paused_at timestamp with time zone  -- Start of the latest pause. The check is paused now while paused_until is null or in the future. Written by the pause and resume commands.
  paused_until timestamp with time zone  -- End of the latest pause; null while it has no end. Resuming a check sets it to the current time.
  paused_by uuid  -- The person who paused the check.
  pause_reason text
);
-- Checks with their current state. @exposed @resource canaries @feature health @follows canary_id

create table comment_responders (
  comment_id uuid not null
  responder_id uuid not null
  external_id text  -- The id of the comment in the other system.
);
-- Comments that were sent to other systems. @exposed @resource comments @feature incidents

create table comments (
  id uuid not null default new_id()
  created_by uuid not null
  comment text not null
  external_id text
  external_created_by text  -- The author, if it was written in another system.
  incident_id uuid not null
  responder_id uuid
  hypothesis_id uuid
  read smallint[]
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
);
-- Comments on an incident or a hypothesis. @exposed @resource comments @feature incidents

create table component_facets (
  kind text not null
  key text not null
  value text not null
);
-- Labels of existing components. Maintained by triggers. @exposed @readonly @resource database @feature topology @facets components labels

create table component_relationships (
  component_id uuid not null  -- The child.
  relationship_id uuid not null  -- The parent.
  selector_id text
  relationship_path text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  is_pushed boolean not null default false
);
-- Components that belong to others in addition to their parent. @exposed @resource topologies @feature topology @follows component_id relationship_id

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
);
-- The components of the displayed system. @exposed @resource topologies @feature topology @rows component

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
);
-- Insights: findings of analyzers about config items. @exposed @resource config_scrapers @feature config @follows config_id

create table config_change_clock (
  is_only boolean not null default true
  aged_until timestamp with time zone not null
);
-- The time from which config_change_tallies counts the days back.

create table config_change_counts (
  period timestamp with time zone not null  -- Start of six hours, counted from midnight in UTC.
  change_type text not null
  severity text not null  -- A severity, or none.
  changes integer not null
  config_type text not null
);
-- Numbers of changes of all config items by the time of their last observation, without config_change_notes. For the chart above the list of changes and for the size of the list.

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
);
-- Numbers of recent changes of each config item, to the minute. Maintained by triggers and age_config_change_tallies. @lookup

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
  config_tags jsonb  -- Tags of the config item, maintained by carry_config_item and follow_config_items; for row policies. @copies config_id tags @secret
  config_hash uuid  -- MD5 of the normalized document after this change.
  config_type text  -- Type of the config item, maintained by carry_config_item and follow_config_items.
);
-- Changes of config items. @exposed @resource config_scrapers @feature config @follows config_id

create table config_component_relationships (
  component_id uuid not null
  config_id uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  selector_id text  -- The rule that created it; manual if a person did.
  is_pushed boolean not null default false
);
-- The config items of components. @exposed @resource config_scrapers @feature topology @follows component_id config_id

create table config_facets (
  kind text not null  -- @enum tags labels
  key text not null
  value text not null
);
-- Tags and labels of existing config items. Maintained by triggers; read through config_tags, config_labels and config_tags_labels_keys. @exposed @readonly @resource database @feature config @facets config_items tags labels

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
);
-- Groups of config items that the summary of the catalog does not distinguish, with totals. The totals are valid unless the group is in config_group_dirt. @lookup

create table config_item_groups (
  config_id uuid not null
  group_id uuid not null
  created_at timestamp with time zone not null
  cost_per_minute double precision
  cost_total_1d double precision
  cost_total_7d double precision
  cost_total_30d double precision
);
-- The group of each config item, and the values that the group adds up. Separate from the tallies of changes, so that writers of a change and of its item do not wait for each other. Maintained by triggers.

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
);
-- The items that scrapers found, one row each. @exposed @resource config_scrapers @feature config @rows config @alike kind_id config_kinds config_items_holding

create table config_lines (
  config_id uuid not null
  name text not null
  line text not null  -- Its name, type, description and namespace, one per line.
);
-- The texts of each config item that lists search. Maintained by line_config_items. @lookup

create table config_links_due (
  scraper_id uuid not null
);
-- Scrapers whose edges and parents must be created again from config_references, one row per write. The worker that creates them deletes the rows.

create table config_locations (
  id uuid not null  -- The config item.
  location text not null  -- The location as the rule writes it, such as dc://room-1/rack-7.
);
-- Locations of config items, by the rules of their scrapers (transform.locations). An item can have several. @exposed @readonly @resource config_scrapers @feature config @follows id

create table config_lost_versions (
  config_id uuid not null
  until timestamp with time zone not null  -- Time of the newest deleted change.
);
-- The time before which changes of a document were deleted; older versions of it are unknown. Maintained by triggers. @exposed @readonly @resource config_scrapers @feature config @follows config_id

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
);
-- Parents and relationships that config items name. Edges are created for the ones that are found.

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
);
-- Directed edges between config items. @exposed @resource config_scrapers @feature config @follows config_id related_id

create table config_scrape_states (
  scraper_id uuid not null
  whole_at timestamp with time zone  -- The last complete run. Items found before the first one existed already and are not reported as new.
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
);
-- Scrapers, which find the items of the catalog. @exposed @resource config_scrapers @feature config

create table config_search (
  config_id uuid not null
  words tsvector not null  -- In lower case, each once, without positions.
);
-- The words of each config item, a few seconds behind it. Maintained by index_config_items. @lookup

create table config_search_waiting (
  config_id uuid not null
);
-- Config items whose words may have changed, one row per write.

create table config_selected (
  config_id uuid not null
  position integer not null
  target_id uuid not null
);
-- The items that the selectors of config_references currently match.

create table config_sightings (
  config_id uuid not null
  scraper_id uuid not null
  external_id text not null  -- The id in the source; unique together with scraper and type.
  type text not null
  hash uuid  -- Hash of everything that was found; equal if nothing changed. Null if the item must be read again in any case.
  references_hash uuid  -- Hash of its references to other items.
  seen_at timestamp with time zone not null  -- The last run that found it.
  mentioned_at timestamp with time zone  -- The last run that reported a change or an insight of the item without the item itself. Counts like seen_at when stale items are deleted.
);
-- The last sighting of each config item by its scraper, with hashes of its content. @exposed @readonly @resource config_scrapers @feature config @follows config_id

create table config_unlisted_versions (
  id uuid not null default new_id()
  config_id uuid not null
  diff text not null  -- From the document before the first of them to the document after the last.
  config_hash uuid not null  -- MD5 of the normalized document after the last of them.
  count integer not null default 1
  first_observed timestamp with time zone not null default now()  -- Time of the first of them; until created_at the document was one or the other.
  created_at timestamp with time zone not null default now()
);
-- Changes of documents that the rules of a scraper exclude or move to another item; consecutive ones are one row. @exposed @readonly @resource config_scrapers @feature config @follows config_id

create table connection_uses (
  connection_id uuid not null
  subject_kind text not null  -- A person, the product itself, or an automation. @enum person system canary scraper playbook notification topology
  subject_id uuid not null  -- No foreign key, because the record outlives its subject.
  subject_name text not null  -- The name of the subject at that time.
  purpose text not null  -- The purpose in one word: test, check, scrape, message.
  first_used_at timestamp with time zone not null default now()
  last_used_at timestamp with time zone not null default now()  -- To the minute.
);
-- Uses of each connection: subject, purpose and last time. Only the latest uses of a connection are kept. @exposed @readonly @resource connections @follows connection_id

create table connections (
  id uuid not null default new_id()
  name text not null
  namespace text not null default 'default'::text
  type text not null  -- The kind of connection, such as postgres or slack; it decides the meaning of the other columns.
  url text  -- The URL, with *** in place of each secret.
  source text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  username text  -- A value or a reference to one, encrypted; reads as *** if set. @masked @sealed
  password text  -- A value or a reference to one, encrypted; reads as *** if set. @masked @sealed
  certificate text  -- A value or a reference to one, encrypted; reads as *** if set. @masked @sealed
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
);
-- Connections to other systems. @exposed @resource connections @rows connection

create table credentials (
  id uuid not null default new_id()
  person_id uuid not null
  type text not null  -- @enum password totp lookup_secret
  proof text not null  -- For a password its argon2id hash with all parameters, for an authenticator app its sealed secret, for recovery codes their sealed list. @secret @sealed person_id type
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  used_step integer  -- For an authenticator app: the half minute of the last used code, counted from 1970, because a code works only once.
);
-- The credentials of people, one row per method. @watched

create table done_once (
  what text not null
  done_at timestamp with time zone not null default now()
);
-- Resources that the first start of this installation created. They are not created again after somebody deletes them.

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
  evidence jsonb  -- The observation, such as log lines. @type Json
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
);
-- Evidence for or against a hypothesis. @exposed @resource evidences @feature incidents @follows config_id config_change_id config_analysis_id component_id check_id

create table flow_errors (
  id uuid not null default gen_random_uuid()
  error jsonb not null  -- The error as the API returns it in JSON.
  created_at timestamp with time zone not null default now()
);
-- Errors shown on the error page to browsers that followed a link. Kept for a day.

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
);
-- Possible causes and solutions of an incident. @exposed @resource incident @feature incidents

create table identity_codes (
  flow_id uuid not null
  person_id uuid  -- Null if the email is unknown: no mail is sent, but the answer is the same.
  email text not null
  code_digest bytea not null  -- Keyed, because six digits are quickly guessed. @secret
  token_digest bytea not null  -- SHA-256 of the token in the link. @secret
  attempts integer not null default 0  -- Number of attempts; after a few, no code is accepted.
  expires_at timestamp with time zone not null
);
-- The latest code and link that were sent for a flow. Deleted when used.

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
);
-- Sign-ins and similar flows in progress: one row per form. Deleted some time after they expire.

create table incident_histories (
  id uuid not null default new_id()
  incident_id uuid not null
  created_by uuid not null
  type text not null  -- For example incident.created, evidence.created or hypothesis.status_updated.
  description text
  hypothesis_id uuid
  responder_id uuid
  evidence_id uuid
  comment_id uuid
  created_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default clock_timestamp()
);
-- The events of an incident. Written by triggers. @exposed @readonly @resource incident @feature incidents

create table incident_relationships (
  incident_id uuid not null
  related_id uuid not null
  relationship text not null default 'related'::text
);
-- Related incidents. @exposed @resource incident @feature incidents

create table incident_rules (
  id uuid not null default new_id()
  name text not null
  spec jsonb  -- *** in place of each credential. @type Json
  source text  -- UI if it is edited here; otherwise the place where it is kept. @origin
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
);
-- Rules that open incidents. @exposed @resource incident @feature incidents

create table incidents (
  id uuid not null default new_id()
  incident_id text not null default next_incident_id()  -- The number that people use, such as INC-12.
  incident_rule_id uuid
  title text not null
  description text not null default ''::text
  type text not null default 'availability'::text  -- technicalDebt and technical_debt are the same; clients send either. @enum availability cost performance security integration compliance technicalDebt technical_debt reliability
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
);
-- Incidents. @exposed @resource incident @feature incidents

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
);
-- Invitations with the role of the invited person. Only the server reads it.

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
);
-- Runs of jobs, with their resource and result. @exposed @readonly @resource integrations

create table job_schedules (
  name text not null
  schedule text not null  -- The schedule in the code; a different one restarts the schedule.
  due_at timestamp with time zone not null  -- The next time by the schedule alone.
  run_at timestamp with time zone not null  -- That time with a random delay, so that jobs with the same schedule do not all start together.
);
-- The next time of each scheduled job. The process that advances a row sends the job, so each job runs once in the whole system.

create table local_properties (
  name text not null
  value text not null
  origin text not null  -- The place where it is edited. @enum file environment
);
-- Properties from a file or the environment, as the last start of a server read them. @watched

create table logging_backends (
  id uuid not null default new_id()
  name text not null
  labels jsonb  -- @type Labels
  spec jsonb not null  -- *** in place of each credential. @type Json
  source text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  agent_id uuid default '00000000-0000-0000-0000-000000000000'::uuid
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
);
-- Systems that contain logs. @exposed @resource logging_backends @feature logs

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
);
-- Mails of the identity service. Without an SMTP server they are kept, and an administrator forwards their content. @exposed @readonly @resource identities

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
);
-- Times in which runs are recorded without alerts. Windows with a label selector are visible to everyone who sees any check. @exposed @resource canaries @feature health @follows check_id canary_id

create table notification_group_resources (
  id uuid not null default new_id()
  group_id uuid not null
  config_id uuid
  check_id uuid
  component_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  resolved_at timestamp with time zone
);
-- The resources of a group, until they recover. @exposed @readonly @resource notifications @follows config_id component_id check_id

create table notification_groups (
  id uuid not null default new_id()
  hash text not null  -- Hash of their common properties.
  notification_id uuid not null
  created_at timestamp with time zone not null default now()
);
-- Resources that share one message. @exposed @readonly @resource notifications

create table notification_send_history (
  id uuid not null default new_id()
  notification_id uuid not null
  body text
  body_payload jsonb  -- @type Json
  status text  -- @enum sent sending error pending skipped silenced repeat-interval inhibited evaluating-waitfor pending_playbook_run pending_playbook_completion attempting_fallback grouped
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
);
-- Messages with their recipients and resources, sent or not. @exposed @readonly @resource notifications @follows resource_id>config_items,components,checks,canaries

create table notification_silences (
  id uuid not null default new_id()
  namespace text
  name text not null default ('silence-'::text || substr((gen_random_uuid())::text, 1, 8))
  description text
  filter text  -- An expression; resources for which it is true are silenced.
  selectors jsonb  -- @type Json
  error text
  from timestamp with time zone
  until timestamp with time zone  -- Null if it has no end.
  recursive boolean not null default false  -- Whether it also applies to descendants.
  config_id uuid
  check_id uuid
  canary_id uuid
  component_id uuid
  source text  -- @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
);
-- Silences: resources and times without messages. @exposed @resource notifications @follows config_id component_id check_id canary_id

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
  source text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()  -- An error does not count as an update.
  deleted_at timestamp with time zone
  properties_secrets text  -- The credentials of the properties. @secret @sealed
  custom_services_secrets text  -- The credentials of the services. @secret @sealed
  fallback_custom_services_secrets text  -- The credentials of the services. @secret @sealed
);
-- Rules that send messages about events. @exposed @resource notifications

create table oidc_links (
  provider text not null  -- The id of the provider in OIDC_PROVIDERS.
  subject text not null  -- The id of the account at the provider; never the email, which can be given to another person.
  person_id uuid not null
  created_at timestamp with time zone not null default now()
);
-- The accounts of people at other identity providers. Tokens of the provider are not stored.

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
);
-- Humans, and the agents, tokens and the system that act under a name of their own. @exposed @audited @resource database identities

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
);
-- Named groups of subjects for permission rules. @exposed @audited @resource rbac

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
);
-- Rules that allow or deny a subject an action on an object, in addition to the roles. Deny wins. The rules stay in force while the page is switched off. @exposed @audited @resource permissions @feature settings.permissions

create table person_roles (
  person_id uuid not null
  role text not null  -- @enum admin editor commander responder viewer guest
  created_at timestamp with time zone not null default now()
);
-- The roles of each person. Several roles add up. @exposed @audited @resource rbac

create table playbook_approvals (
  id uuid not null default new_id()
  run_id uuid not null
  person_id uuid
  team_id uuid
  created_at timestamp with time zone not null default now()
);
-- Approvals of runs. @exposed @readonly @resource playbook_runs @feature playbooks @follows run_id

create table playbook_run_actions (
  id uuid not null default new_id()
  name text not null
  status text not null default 'running'::text  -- @enum scheduled running waiting waiting_children sleeping skipped completed failed
  retry_count integer not null default 0
  playbook_run_id uuid
  start_time timestamp with time zone
  scheduled_time timestamp with time zone not null default now()
  end_time timestamp with time zone
  result jsonb  -- @type Json
  is_pushed boolean not null default false
  agent_id uuid default '00000000-0000-0000-0000-000000000000'::uuid
  error text
);
-- Actions of runs. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_run_id

create table playbook_runs (
  id uuid not null default new_id()
  playbook_id uuid not null
  spec jsonb not null default '{}'::jsonb  -- The playbook at the time of the run. @type PlaybookSpec
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
  parameters jsonb  -- @type Json
  request jsonb  -- The data of the event or webhook that started it. @type Json
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  parent_id uuid  -- The run that started it.
  error text
);
-- Runs of playbooks. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_id config_id component_id check_id

create table playbooks (
  id uuid not null default new_id()
  namespace text not null default 'default'::text
  name text not null
  title text not null default ''::text
  icon text
  description text
  spec jsonb not null  -- *** in place of each credential. @type PlaybookSpec
  category text not null default ''::text
  source text not null default 'UI'::text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
);
-- Playbooks, run manually or by events. @exposed @resource playbooks @feature playbooks @rows playbook

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
);
-- The running processes of this system, each with its heartbeat. @exposed @readonly @resource rbac

create table properties (
  name text not null
  value text not null
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
);
-- Settings of the whole system by name, including feature flags. They override the file and the environment. @exposed @audited @resource feature_flags

create table responders (
  id uuid not null default new_id()
  incident_id uuid not null
  type text not null  -- @enum email jira service_now ca aws_support aws_ams_services_request redhat oracle ms_planner vmware person
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
);
-- Responders of an incident, here or in another system. @exposed @resource responder @feature incidents

create table saved_query (
  id uuid not null default new_id()
  icon text
  description text
  query text not null
  columns jsonb  -- @type Json
  created_by text  -- A name; clients send it as text.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
);
-- Saved queries on the catalog. @exposed @resource database @feature config

create table schema_changes (
  path text not null
  checksum text not null
  applied_at timestamp with time zone not null default now()
);
-- The SQL files that have been applied to this database, by path.

create table schema_objects (
  path text not null
  checksum text not null
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
);
-- Current faults of plugins, by the scraper whose last run found them. The job history records every change of them.

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
);
-- Rules that every scraper follows in addition to its own. @exposed @resource config_scrapers @feature config

create table scraper_turns (
  scraper_id uuid not null
  schedule text not null  -- The schedule in the spec; empty for the default.
  due_at timestamp with time zone not null
  spec_hash text not null  -- Hash of the spec; a different spec is due at once.
  is_changed boolean not null default true  -- Whether the scraper was changed after its last run was sent; a run in progress does not replace the new one.
  rate_limited_until timestamp with time zone  -- End of the rate limit of its source.
);
-- The next run of each scraper of this system. Paused and deleted scrapers have no row.

create table secret_keys (
  id text not null
  state text not null  -- coming: is about to seal, and processes load it. sealing: seals new values. accepted: sealed until a moment ago, so its values may still be stored. opening: its stored values are being sealed again. retired: opens nothing. @enum coming sealing accepted opening retired
  created_at timestamp with time zone not null default now()
  changed_at timestamp with time zone not null default now()
);
-- The keys of this system by their fingerprints; the keys themselves are stored outside. @watched

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
);
-- Security keys and passkeys (WebAuthn); a person can have several. @watched

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
);
-- Sessions of people who are signed in. A session ends when its row is deleted. @watched

create table settings (
  name text not null
  value text not null  -- A text, or a sealed one. @sealed
);
-- State of the product itself, such as the fingerprint of its secret key.

create table severities (
  id integer not null
  name text not null
  aliases text[] not null default '{}'::text[]  -- Names in other systems.
  icon text
);
-- Severities of incidents, the worst first. @exposed @resource database @feature incidents

create table sign_in_throttles (
  key bytea not null  -- SHA-256 of the throttled value, so that addresses and emails are not stored.
  busy_until timestamp with time zone not null  -- Each attempt moves it later; attempts are refused while it is too far ahead.
);
-- Sign-in attempts of an account, address or device, shared by all processes. A crash may clear it.

create table team_components (
  team_id uuid not null
  component_id uuid not null
  role text
  selector_id text
);
-- The teams that are responsible for components. @exposed @resource topologies @feature topology @follows component_id

create table team_members (
  team_id uuid not null
  person_id uuid not null
  source text not null default 'UI'::text  -- UI if it is edited here. @origin
);
-- The members of each team. @exposed @audited @resource database

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
);
-- Groups of people who are responsible for components and are notified together. @exposed @audited @resource database

create table topologies (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  name text not null
  namespace text not null default 'default'::text
  labels jsonb  -- @type Labels
  source text not null default 'UI'::text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  spec jsonb  -- *** in place of each credential. @type Json
  schedule text
  created_by uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  is_pushed boolean not null default false
  spec_secrets text  -- The credentials of the spec. @secret @sealed
);
-- Rules that build components. @exposed @resource topologies @feature topology

create table verified_emails (
  person_id uuid not null
  email text not null
  verified_at timestamp with time zone not null default now()
);
-- The email that a person has proved to own. A new email in the profile is not verified by it.

create table view_panels (
  view_id uuid not null
  request_fingerprint text not null  -- Fingerprint of the parameters of the request.
  results jsonb not null  -- @type Json
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  refreshed_at timestamp with time zone not null default now()
);
-- The last results of the panels of a view. @exposed @readonly @resource views @feature views @follows view_id

create table views (
  id uuid not null default new_id()
  name text not null
  namespace text
  spec jsonb not null  -- Queries, panels and layout of the page; *** in place of each credential. @type ViewSpec
  source text not null default 'KubernetesCRD'::text  -- UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System
  labels jsonb  -- @type Labels
  created_by uuid
  created_at timestamp with time zone not null default now()
  last_ran timestamp with time zone
  error text
  updated_at timestamp with time zone  -- A run does not count as an update.
  deleted_at timestamp with time zone
  spec_secrets text  -- The credentials of the spec. @secret @sealed
);
-- Pages that people define by queries and panels. @exposed @resource views @feature views @rows view

alter table access_tokens add constraint access_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table access_tokens add constraint access_tokens_name_check CHECK ((name <> ''::text));

alter table access_tokens add constraint access_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table access_tokens add constraint access_tokens_person_name UNIQUE (person_id, name);

alter table access_tokens add constraint access_tokens_pkey PRIMARY KEY (id);

alter table agent_tallies add constraint agent_tallies_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE;

alter table agents add constraint agents_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table agents add constraint agents_name_check CHECK ((name <> ''::text));

alter table agents add constraint agents_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;

alter table agents add constraint agents_pkey PRIMARY KEY (id);

alter table applications add constraint applications_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table applications add constraint applications_labels_check CHECK (are_labels(labels));

alter table applications add constraint applications_name_check CHECK ((name <> ''::text));

alter table applications add constraint applications_pkey PRIMARY KEY (id);

alter table applications add constraint applications_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table artifact_chunks add constraint artifact_chunks_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifacts(id) ON DELETE CASCADE;

alter table artifact_chunks add constraint artifact_chunks_number_check CHECK ((number >= 0));

alter table artifact_chunks add constraint artifact_chunks_pkey PRIMARY KEY (artifact_id, number);

alter table artifacts add constraint artifacts_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table artifacts add constraint artifacts_config_change_id_fkey FOREIGN KEY (config_change_id) REFERENCES config_changes(id) ON DELETE CASCADE;

alter table artifacts add constraint artifacts_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL;

alter table artifacts add constraint artifacts_pkey PRIMARY KEY (id);

alter table artifacts add constraint artifacts_playbook_run_action_id_fkey FOREIGN KEY (playbook_run_action_id) REFERENCES playbook_run_actions(id) ON DELETE CASCADE;

alter table artifacts add constraint artifacts_store_check CHECK ((store = ANY (ARRAY['database'::text, 's3'::text])));

alter table audit_log add constraint audit_log_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'sign_in'::text, 'sign_in_refused'::text, 'sign_out'::text, 'reset_password'::text, 'test'::text])));

alter table audit_log add constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'token'::text, 'system'::text])));

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (id);

alter table canaries add constraint canaries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table canaries add constraint canaries_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table canaries add constraint canaries_labels_check CHECK (are_labels(labels));

alter table canaries add constraint canaries_name_check CHECK ((name <> ''::text));

alter table canaries add constraint canaries_pkey PRIMARY KEY (id);

alter table changes add constraint changes_pkey PRIMARY KEY (id);

alter table check_component_relationships add constraint check_component_relationships_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table check_component_relationships add constraint check_component_relationships_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_component_relationships add constraint check_component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table check_component_relationships add constraint check_component_relationships_once UNIQUE NULLS NOT DISTINCT (component_id, check_id, canary_id, selector_id);

alter table check_config_relationships add constraint check_config_relationships_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table check_config_relationships add constraint check_config_relationships_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_config_relationships add constraint check_config_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table check_config_relationships add constraint check_config_relationships_once UNIQUE NULLS NOT DISTINCT (config_id, check_id, canary_id, selector_id);

alter table check_facets add constraint check_facets_kind_check CHECK ((kind = 'labels'::text));

alter table check_facets add constraint check_facets_pkey PRIMARY KEY (kind, key, value);

alter table check_static_objects add constraint check_static_objects_pkey PRIMARY KEY (id);

alter table check_status_slots add constraint check_status_slots_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_status_slots add constraint check_status_slots_pkey PRIMARY KEY (check_id, slot);

alter table check_status_slots add constraint check_status_slots_slot_check CHECK (((slot >= 0) AND (slot <= 7)));

alter table check_status_summaries add constraint check_status_summaries_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_status_summaries add constraint check_status_summaries_pkey PRIMARY KEY (check_id);

alter table check_statuses add constraint check_statuses_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_statuses add constraint check_statuses_pkey PRIMARY KEY (check_id, "time");

alter table check_statuses add constraint check_statuses_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])));

alter table check_statuses_1d add constraint check_statuses_1d_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_statuses_1d add constraint check_statuses_1d_pkey PRIMARY KEY (check_id, created_at);

alter table check_statuses_1h add constraint check_statuses_1h_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_statuses_1h add constraint check_statuses_1h_pkey PRIMARY KEY (check_id, created_at);

alter table check_turns add constraint check_turns_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table check_turns add constraint check_turns_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table check_turns add constraint check_turns_lease CHECK (((lease IS NULL) = (leased_until IS NULL)));

alter table check_turns add constraint check_turns_pkey PRIMARY KEY (id);

alter table checks add constraint checks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table checks add constraint checks_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table checks add constraint checks_interval_seconds_check CHECK ((interval_seconds > 0));

alter table checks add constraint checks_labels_check CHECK (are_labels(labels));

alter table checks add constraint checks_made_by_fkey FOREIGN KEY (made_by) REFERENCES checks(id) ON DELETE CASCADE;

alter table checks add constraint checks_name UNIQUE (canary_id, type, name, agent_id);

alter table checks add constraint checks_pause_order CHECK ((paused_until >= paused_at));

alter table checks add constraint checks_pause_reason_check CHECK ((length(pause_reason) <= 500));

alter table checks add constraint checks_paused_by_fkey FOREIGN KEY (paused_by) REFERENCES people(id) ON DELETE SET NULL;

alter table checks add constraint checks_pkey PRIMARY KEY (id);

alter table checks add constraint checks_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])));

alter table checks add constraint checks_status_check CHECK ((status = ANY (ARRAY['healthy'::text, 'unhealthy'::text])));

alter table checks add constraint checks_told_status_check CHECK ((told_status = ANY (ARRAY['healthy'::text, 'unhealthy'::text])));

alter table comment_responders add constraint comment_responders_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE;

alter table comment_responders add constraint comment_responders_pkey PRIMARY KEY (comment_id, responder_id);

alter table comment_responders add constraint comment_responders_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE CASCADE;

alter table comments add constraint comments_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table comments add constraint comments_hypothesis_id_fkey FOREIGN KEY (hypothesis_id) REFERENCES hypotheses(id) ON DELETE CASCADE;

alter table comments add constraint comments_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id);

alter table comments add constraint comments_pkey PRIMARY KEY (id);

alter table comments add constraint comments_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE SET NULL;

alter table component_facets add constraint component_facets_kind_check CHECK ((kind = 'labels'::text));

alter table component_facets add constraint component_facets_pkey PRIMARY KEY (kind, key, value);

alter table component_relationships add constraint component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table component_relationships add constraint component_relationships_once UNIQUE NULLS NOT DISTINCT (component_id, relationship_id, selector_id);

alter table component_relationships add constraint component_relationships_relationship_id_fkey FOREIGN KEY (relationship_id) REFERENCES components(id) ON DELETE CASCADE;

alter table components add constraint components_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table components add constraint components_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE SET NULL;

alter table components add constraint components_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table components add constraint components_health_check CHECK ((health = ANY (ARRAY['healthy'::text, 'unhealthy'::text, 'warning'::text, 'unknown'::text])));

alter table components add constraint components_labels_check CHECK (are_labels(labels));

alter table components add constraint components_name UNIQUE (topology_id, type, name, parent_id);

alter table components add constraint components_name_check CHECK ((name <> ''::text));

alter table components add constraint components_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES components(id);

alter table components add constraint components_pkey PRIMARY KEY (id);

alter table components add constraint components_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text));

alter table components add constraint components_topology_id_fkey FOREIGN KEY (topology_id) REFERENCES topologies(id);

alter table config_analysis add constraint config_analysis_analysis_type_check CHECK ((analysis_type = ANY (ARRAY['availability'::text, 'compliance'::text, 'cost'::text, 'integration'::text, 'other'::text, 'performance'::text, 'recommendation'::text, 'reliability'::text, 'security'::text, 'technical_debt'::text])));

alter table config_analysis add constraint config_analysis_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_analysis add constraint config_analysis_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table config_analysis add constraint config_analysis_pkey PRIMARY KEY (id);

alter table config_analysis add constraint config_analysis_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text));

alter table config_analysis add constraint config_analysis_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE SET NULL;

alter table config_analysis add constraint config_analysis_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])));

alter table config_analysis add constraint config_analysis_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text, 'silenced'::text, 'closed'::text])));

alter table config_change_clock add constraint config_change_clock_is_only_check CHECK (is_only);

alter table config_change_clock add constraint config_change_clock_pkey PRIMARY KEY (is_only);

alter table config_change_counts add constraint config_change_counts_pkey PRIMARY KEY (period, config_type, change_type, severity);

alter table config_change_tallies add constraint config_change_tallies_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_change_tallies add constraint config_change_tallies_pkey PRIMARY KEY (config_id);

alter table config_changes add constraint config_changes_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE DEFERRABLE;

alter table config_changes add constraint config_changes_external_id UNIQUE (config_id, external_change_id);

alter table config_changes add constraint config_changes_pkey PRIMARY KEY (id);

alter table config_changes add constraint config_changes_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])));

alter table config_component_relationships add constraint config_component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table config_component_relationships add constraint config_component_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_component_relationships add constraint config_component_relationships_once UNIQUE (component_id, config_id);

alter table config_facets add constraint config_facets_kind_check CHECK ((kind = ANY (ARRAY['tags'::text, 'labels'::text])));

alter table config_facets add constraint config_facets_pkey PRIMARY KEY (kind, key, value);

alter table config_groups add constraint config_groups_pkey PRIMARY KEY (id);

alter table config_item_groups add constraint config_item_groups_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_item_groups add constraint config_item_groups_pkey PRIMARY KEY (config_id);

alter table config_items add constraint config_items_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table config_items add constraint config_items_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table config_items add constraint config_items_health_check CHECK ((health = ANY (ARRAY['healthy'::text, 'unhealthy'::text, 'warning'::text, 'unknown'::text])));

alter table config_items add constraint config_items_labels_check CHECK (are_labels(labels));

alter table config_items add constraint config_items_name_check CHECK ((name <> ''::text));

alter table config_items add constraint config_items_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES config_items(id) DEFERRABLE;

alter table config_items add constraint config_items_pkey PRIMARY KEY (id);

alter table config_items add constraint config_items_properties_check CHECK ((jsonb_typeof(properties) = 'array'::text));

alter table config_items add constraint config_items_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id);

alter table config_items add constraint config_items_tags_check CHECK (are_labels(tags));

alter table config_items add constraint config_items_type_check CHECK ((type <> ''::text));

alter table config_lines add constraint config_lines_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_lines add constraint config_lines_pkey PRIMARY KEY (config_id);

alter table config_locations add constraint config_locations_id_fkey FOREIGN KEY (id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_locations add constraint config_locations_pkey PRIMARY KEY (id, location);

alter table config_lost_versions add constraint config_lost_versions_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_lost_versions add constraint config_lost_versions_pkey PRIMARY KEY (config_id);

alter table config_references add constraint config_references_check CHECK (((external_id IS NULL) <> (selector IS NULL)));

alter table config_references add constraint config_references_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_references add constraint config_references_pkey PRIMARY KEY (config_id, "position");

alter table config_references add constraint config_references_target_id_fkey FOREIGN KEY (target_id) REFERENCES config_items(id) ON DELETE SET NULL;

alter table config_relationships add constraint config_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_relationships add constraint config_relationships_once UNIQUE NULLS NOT DISTINCT (related_id, config_id, relation, scraper_id);

alter table config_relationships add constraint config_relationships_related_id_fkey FOREIGN KEY (related_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_relationships add constraint config_relationships_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id);

alter table config_scrape_states add constraint config_scrape_states_pkey PRIMARY KEY (scraper_id);

alter table config_scrape_states add constraint config_scrape_states_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE CASCADE;

alter table config_scrapers add constraint config_scrapers_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table config_scrapers add constraint config_scrapers_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

alter table config_scrapers add constraint config_scrapers_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table config_scrapers add constraint config_scrapers_name_check CHECK ((name <> ''::text));

alter table config_scrapers add constraint config_scrapers_pkey PRIMARY KEY (id);

alter table config_scrapers add constraint config_scrapers_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync(:.+)?|ApplicationCRD|System|file:.+)$'::text));

alter table config_search add constraint config_search_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_search add constraint config_search_pkey PRIMARY KEY (config_id);

alter table config_selected add constraint config_selected_config_id_position_fkey FOREIGN KEY (config_id, "position") REFERENCES config_references(config_id, "position") ON DELETE CASCADE;

alter table config_selected add constraint config_selected_pkey PRIMARY KEY (config_id, "position", target_id);

alter table config_selected add constraint config_selected_target_id_fkey FOREIGN KEY (target_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_sightings add constraint config_sightings_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_sightings add constraint config_sightings_once UNIQUE (scraper_id, external_id, type);

alter table config_sightings add constraint config_sightings_pkey PRIMARY KEY (config_id);

alter table config_unlisted_versions add constraint config_unlisted_versions_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table config_unlisted_versions add constraint config_unlisted_versions_pkey PRIMARY KEY (id);

alter table connection_uses add constraint connection_uses_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE;

alter table connection_uses add constraint connection_uses_pkey PRIMARY KEY (connection_id, subject_kind, subject_id, purpose);

alter table connection_uses add constraint connection_uses_purpose_check CHECK ((purpose <> ''::text));

alter table connection_uses add constraint connection_uses_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['person'::text, 'system'::text, 'canary'::text, 'scraper'::text, 'playbook'::text, 'notification'::text, 'topology'::text])));

alter table connections add constraint connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table connections add constraint connections_name_check CHECK ((name <> ''::text));

alter table connections add constraint connections_pkey PRIMARY KEY (id);

alter table connections add constraint connections_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table connections add constraint connections_type_check CHECK ((type <> ''::text));

alter table credentials add constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table credentials add constraint credentials_pkey PRIMARY KEY (id);

alter table credentials add constraint credentials_type_check CHECK ((type = ANY (ARRAY['password'::text, 'totp'::text, 'lookup_secret'::text])));

alter table done_once add constraint done_once_pkey PRIMARY KEY (what);

alter table evidences add constraint evidences_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE SET NULL;

alter table evidences add constraint evidences_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE SET NULL;

alter table evidences add constraint evidences_config_analysis_id_fkey FOREIGN KEY (config_analysis_id) REFERENCES config_analysis(id) ON DELETE SET NULL;

alter table evidences add constraint evidences_config_change_id_fkey FOREIGN KEY (config_change_id) REFERENCES config_changes(id) ON DELETE SET NULL;

alter table evidences add constraint evidences_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE SET NULL;

alter table evidences add constraint evidences_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table evidences add constraint evidences_hypothesis_id_fkey FOREIGN KEY (hypothesis_id) REFERENCES hypotheses(id) ON DELETE CASCADE;

alter table evidences add constraint evidences_pkey PRIMARY KEY (id);

alter table evidences add constraint evidences_type_check CHECK ((type = ANY (ARRAY['log'::text, 'config'::text, 'topology'::text, 'check'::text, 'config_analysis'::text, 'config_change'::text, 'comment'::text])));

alter table flow_errors add constraint flow_errors_pkey PRIMARY KEY (id);

alter table hypotheses add constraint hypotheses_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table hypotheses add constraint hypotheses_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id);

alter table hypotheses add constraint hypotheses_owner_fkey FOREIGN KEY (owner) REFERENCES responders(id) ON DELETE SET NULL;

alter table hypotheses add constraint hypotheses_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES hypotheses(id);

alter table hypotheses add constraint hypotheses_pkey PRIMARY KEY (id);

alter table hypotheses add constraint hypotheses_status_check CHECK ((status = ANY (ARRAY['proven'::text, 'likely'::text, 'possible'::text, 'unlikely'::text, 'improbable'::text, 'disproven'::text])));

alter table hypotheses add constraint hypotheses_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL;

alter table hypotheses add constraint hypotheses_type_check CHECK ((type = ANY (ARRAY['root'::text, 'factor'::text, 'solution'::text])));

alter table identity_codes add constraint identity_codes_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES identity_flows(id) ON DELETE CASCADE;

alter table identity_codes add constraint identity_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table identity_codes add constraint identity_codes_pkey PRIMARY KEY (flow_id);

alter table identity_flows add constraint identity_flows_csrf CHECK (((type = 'browser'::text) = (csrf_digest IS NOT NULL)));

alter table identity_flows add constraint identity_flows_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'registration'::text, 'recovery'::text, 'verification'::text, 'settings'::text])));

alter table identity_flows add constraint identity_flows_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table identity_flows add constraint identity_flows_pkey PRIMARY KEY (id);

alter table identity_flows add constraint identity_flows_requested_aal_check CHECK ((requested_aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity_flows add constraint identity_flows_state_check CHECK ((state = ANY (ARRAY['choose_method'::text, 'sent_email'::text, 'passed_challenge'::text])));

alter table identity_flows add constraint identity_flows_type_check CHECK ((type = ANY (ARRAY['browser'::text, 'api'::text])));

alter table incident_histories add constraint incident_histories_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE SET NULL;

alter table incident_histories add constraint incident_histories_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table incident_histories add constraint incident_histories_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES evidences(id) ON DELETE SET NULL;

alter table incident_histories add constraint incident_histories_hypothesis_id_fkey FOREIGN KEY (hypothesis_id) REFERENCES hypotheses(id) ON DELETE SET NULL;

alter table incident_histories add constraint incident_histories_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE;

alter table incident_histories add constraint incident_histories_pkey PRIMARY KEY (id);

alter table incident_histories add constraint incident_histories_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE SET NULL;

alter table incident_relationships add constraint incident_relationships_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE;

alter table incident_relationships add constraint incident_relationships_pkey PRIMARY KEY (incident_id, related_id, relationship);

alter table incident_relationships add constraint incident_relationships_related_id_fkey FOREIGN KEY (related_id) REFERENCES incidents(id) ON DELETE CASCADE;

alter table incident_rules add constraint incident_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table incident_rules add constraint incident_rules_name_check CHECK ((name <> ''::text));

alter table incident_rules add constraint incident_rules_pkey PRIMARY KEY (id);

alter table incidents add constraint incidents_commander_id_fkey FOREIGN KEY (commander_id) REFERENCES people(id);

alter table incidents add constraint incidents_communicator_id_fkey FOREIGN KEY (communicator_id) REFERENCES people(id);

alter table incidents add constraint incidents_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table incidents add constraint incidents_incident_id UNIQUE (incident_id);

alter table incidents add constraint incidents_incident_rule_id_fkey FOREIGN KEY (incident_rule_id) REFERENCES incident_rules(id) ON DELETE SET NULL;

alter table incidents add constraint incidents_pkey PRIMARY KEY (id);

alter table incidents add constraint incidents_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'low'::text, 'medium'::text, 'high'::text, 'blocker'::text, 'critical'::text])));

alter table incidents add constraint incidents_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'investigating'::text, 'mitigated'::text, 'resolved'::text, 'closed'::text, 'cancelled'::text])));

alter table incidents add constraint incidents_title_check CHECK ((title <> ''::text));

alter table incidents add constraint incidents_type_check CHECK ((type = ANY (ARRAY['availability'::text, 'cost'::text, 'performance'::text, 'security'::text, 'integration'::text, 'compliance'::text, 'technicalDebt'::text, 'technical_debt'::text, 'reliability'::text])));

alter table invites add constraint invites_email_check CHECK ((email = lower(email)));

alter table invites add constraint invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES people(id) ON DELETE SET NULL;

alter table invites add constraint invites_pkey PRIMARY KEY (id);

alter table invites add constraint invites_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text, 'guest'::text])));

alter table job_history add constraint job_history_pkey PRIMARY KEY (id);

alter table job_history add constraint job_history_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUCCESS'::text, 'WARNING'::text, 'FAILED'::text, 'STOPPED'::text])));

alter table job_schedules add constraint job_schedules_pkey PRIMARY KEY (name);

alter table local_properties add constraint local_properties_origin_check CHECK ((origin = ANY (ARRAY['file'::text, 'environment'::text])));

alter table local_properties add constraint local_properties_pkey PRIMARY KEY (name);

alter table logging_backends add constraint logging_backends_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table logging_backends add constraint logging_backends_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table logging_backends add constraint logging_backends_labels_check CHECK (are_labels(labels));

alter table logging_backends add constraint logging_backends_name_check CHECK ((name <> ''::text));

alter table logging_backends add constraint logging_backends_pkey PRIMARY KEY (id);

alter table logging_backends add constraint logging_backends_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table mails add constraint mails_kind_check CHECK ((kind = ANY (ARRAY['recovery'::text, 'verification'::text, 'invitation'::text, 'notice'::text])));

alter table mails add constraint mails_pkey PRIMARY KEY (id);

alter table mails add constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'kept'::text, 'failed'::text])));

alter table maintenance_windows add constraint maintenance_windows_about CHECK ((num_nonnulls(check_id, canary_id, label_selector) = 1));

alter table maintenance_windows add constraint maintenance_windows_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table maintenance_windows add constraint maintenance_windows_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table maintenance_windows add constraint maintenance_windows_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table maintenance_windows add constraint maintenance_windows_duration_minutes_check CHECK ((duration_minutes > 0));

alter table maintenance_windows add constraint maintenance_windows_label_selector_check CHECK ((label_selector <> ''::text));

alter table maintenance_windows add constraint maintenance_windows_name_check CHECK ((name <> ''::text));

alter table maintenance_windows add constraint maintenance_windows_once CHECK (
CASE
    WHEN (schedule IS NULL) THEN ((ends_at IS NOT NULL) AND (duration_minutes IS NULL))
    ELSE (duration_minutes IS NOT NULL)
END);

alter table maintenance_windows add constraint maintenance_windows_order CHECK ((ends_at > starts_at));

alter table maintenance_windows add constraint maintenance_windows_pkey PRIMARY KEY (id);

alter table notification_group_resources add constraint notification_group_resources_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table notification_group_resources add constraint notification_group_resources_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table notification_group_resources add constraint notification_group_resources_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table notification_group_resources add constraint notification_group_resources_group_id_fkey FOREIGN KEY (group_id) REFERENCES notification_groups(id) ON DELETE CASCADE;

alter table notification_group_resources add constraint notification_group_resources_pkey PRIMARY KEY (id);

alter table notification_groups add constraint notification_groups_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;

alter table notification_groups add constraint notification_groups_pkey PRIMARY KEY (id);

alter table notification_send_history add constraint notification_send_history_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL;

alter table notification_send_history add constraint notification_send_history_group_id_fkey FOREIGN KEY (group_id) REFERENCES notification_groups(id) ON DELETE SET NULL;

alter table notification_send_history add constraint notification_send_history_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;

alter table notification_send_history add constraint notification_send_history_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES notification_send_history(id) ON DELETE CASCADE;

alter table notification_send_history add constraint notification_send_history_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table notification_send_history add constraint notification_send_history_pkey PRIMARY KEY (id);

alter table notification_send_history add constraint notification_send_history_silenced_by_fkey FOREIGN KEY (silenced_by) REFERENCES notification_silences(id) ON DELETE SET NULL;

alter table notification_send_history add constraint notification_send_history_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'sending'::text, 'error'::text, 'pending'::text, 'skipped'::text, 'silenced'::text, 'repeat-interval'::text, 'inhibited'::text, 'evaluating-waitfor'::text, 'pending_playbook_run'::text, 'pending_playbook_completion'::text, 'attempting_fallback'::text, 'grouped'::text])));

alter table notification_send_history add constraint notification_send_history_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL;

alter table notification_silences add constraint notification_silences_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table notification_silences add constraint notification_silences_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE;

alter table notification_silences add constraint notification_silences_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table notification_silences add constraint notification_silences_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table notification_silences add constraint notification_silences_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table notification_silences add constraint notification_silences_order CHECK (("from" < until));

alter table notification_silences add constraint notification_silences_pkey PRIMARY KEY (id);

alter table notification_silences add constraint notification_silences_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table notifications add constraint notifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table notifications add constraint notifications_fallback_person_id_fkey FOREIGN KEY (fallback_person_id) REFERENCES people(id) ON DELETE SET NULL;

alter table notifications add constraint notifications_fallback_playbook_id_fkey FOREIGN KEY (fallback_playbook_id) REFERENCES playbooks(id) ON DELETE SET NULL;

alter table notifications add constraint notifications_fallback_team_id_fkey FOREIGN KEY (fallback_team_id) REFERENCES teams(id) ON DELETE SET NULL;

alter table notifications add constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table notifications add constraint notifications_pkey PRIMARY KEY (id);

alter table notifications add constraint notifications_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE SET NULL;

alter table notifications add constraint notifications_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table notifications add constraint notifications_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

alter table oidc_links add constraint oidc_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table oidc_links add constraint oidc_links_pkey PRIMARY KEY (provider, subject);

alter table people add constraint people_email_check CHECK ((email = lower(email)));

alter table people add constraint people_name_check CHECK ((name <> ''::text));

alter table people add constraint people_pkey PRIMARY KEY (id);

alter table people add constraint people_state_check CHECK ((state = ANY (ARRAY['active'::text, 'inactive'::text])));

alter table people add constraint people_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL;

alter table people add constraint people_type_check CHECK ((type = ANY (ARRAY['agent'::text, 'access_token'::text, 'system'::text])));

alter table permission_groups add constraint permission_groups_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table permission_groups add constraint permission_groups_name_check CHECK ((name <> ''::text));

alter table permission_groups add constraint permission_groups_pkey PRIMARY KEY (id);

alter table permissions add constraint permissions_action_check CHECK ((action <> ''::text));

alter table permissions add constraint permissions_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES canaries(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table permissions add constraint permissions_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_one_object CHECK ((num_nonnulls(object_selector, NULLIF(object, ''::text), config_id, playbook_id, canary_id, component_id, connection_id) = 1));

alter table permissions add constraint permissions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_pkey PRIMARY KEY (id);

alter table permissions add constraint permissions_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_subject_type_check CHECK ((subject_type = ANY (ARRAY['person'::text, 'team'::text, 'group'::text, 'notification'::text, 'playbook'::text, 'canary'::text, 'scraper'::text, 'topology'::text, 'component'::text])));

alter table permissions add constraint permissions_tags_check CHECK (are_labels(tags));

alter table permissions add constraint permissions_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

alter table permissions add constraint permissions_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES people(id) ON DELETE SET NULL;

alter table person_roles add constraint person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table person_roles add constraint person_roles_pkey PRIMARY KEY (person_id, role);

alter table person_roles add constraint person_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text, 'guest'::text])));

alter table playbook_approvals add constraint playbook_approvals_once UNIQUE NULLS NOT DISTINCT (run_id, person_id, team_id);

alter table playbook_approvals add constraint playbook_approvals_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;

alter table playbook_approvals add constraint playbook_approvals_pkey PRIMARY KEY (id);

alter table playbook_approvals add constraint playbook_approvals_run_id_fkey FOREIGN KEY (run_id) REFERENCES playbook_runs(id) ON DELETE CASCADE;

alter table playbook_approvals add constraint playbook_approvals_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL;

alter table playbook_run_actions add constraint playbook_run_actions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table playbook_run_actions add constraint playbook_run_actions_pkey PRIMARY KEY (id);

alter table playbook_run_actions add constraint playbook_run_actions_playbook_run_id_fkey FOREIGN KEY (playbook_run_id) REFERENCES playbook_runs(id) ON DELETE CASCADE;

alter table playbook_run_actions add constraint playbook_run_actions_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'running'::text, 'waiting'::text, 'waiting_children'::text, 'sleeping'::text, 'skipped'::text, 'completed'::text, 'failed'::text])));

alter table playbook_runs add constraint playbook_runs_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table playbook_runs add constraint playbook_runs_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE SET NULL;

alter table playbook_runs add constraint playbook_runs_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE SET NULL;

alter table playbook_runs add constraint playbook_runs_config_id_fkey FOREIGN KEY (config_id) REFERENCES config_items(id) ON DELETE SET NULL;

alter table playbook_runs add constraint playbook_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table playbook_runs add constraint playbook_runs_notification_send_id_fkey FOREIGN KEY (notification_send_id) REFERENCES notification_send_history(id) ON DELETE SET NULL;

alter table playbook_runs add constraint playbook_runs_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES playbook_runs(id) ON DELETE CASCADE;

alter table playbook_runs add constraint playbook_runs_pkey PRIMARY KEY (id);

alter table playbook_runs add constraint playbook_runs_playbook_id_fkey FOREIGN KEY (playbook_id) REFERENCES playbooks(id) ON DELETE CASCADE;

alter table playbook_runs add constraint playbook_runs_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'running'::text, 'sleeping'::text, 'retrying'::text, 'waiting'::text, 'pending'::text, 'pending_approval'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text])));

alter table playbooks add constraint playbooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table playbooks add constraint playbooks_name_check CHECK ((name <> ''::text));

alter table playbooks add constraint playbooks_pkey PRIMARY KEY (id);

alter table playbooks add constraint playbooks_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table processes add constraint processes_pkey PRIMARY KEY (id);

alter table processes add constraint processes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])));

alter table properties add constraint properties_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table properties add constraint properties_name_check CHECK ((name <> ''::text));

alter table properties add constraint properties_pkey PRIMARY KEY (name);

alter table responders add constraint responders_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table responders add constraint responders_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id);

alter table responders add constraint responders_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id);

alter table responders add constraint responders_pkey PRIMARY KEY (id);

alter table responders add constraint responders_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id);

alter table responders add constraint responders_type_check CHECK ((type = ANY (ARRAY['email'::text, 'jira'::text, 'service_now'::text, 'ca'::text, 'aws_support'::text, 'aws_ams_services_request'::text, 'redhat'::text, 'oracle'::text, 'ms_planner'::text, 'vmware'::text, 'person'::text])));

alter table saved_query add constraint saved_query_pkey PRIMARY KEY (id);

alter table schema_changes add constraint schema_changes_pkey PRIMARY KEY (path);

alter table schema_objects add constraint schema_objects_pkey PRIMARY KEY (path);

alter table scrape_plugin_faults add constraint scrape_plugin_faults_pkey PRIMARY KEY (plugin_id, scraper_id);

alter table scrape_plugin_faults add constraint scrape_plugin_faults_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES scrape_plugins(id) ON DELETE CASCADE;

alter table scrape_plugin_faults add constraint scrape_plugin_faults_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE CASCADE;

alter table scrape_plugins add constraint scrape_plugins_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table scrape_plugins add constraint scrape_plugins_name_check CHECK ((name <> ''::text));

alter table scrape_plugins add constraint scrape_plugins_namespace_check CHECK ((namespace <> ''::text));

alter table scrape_plugins add constraint scrape_plugins_pkey PRIMARY KEY (id);

alter table scrape_plugins add constraint scrape_plugins_source_check CHECK ((source ~ '^(KubernetesCRD|ConfigFile|UI|CRDSync(:.+)?|file:.+)$'::text));

alter table scraper_turns add constraint scraper_turns_pkey PRIMARY KEY (scraper_id);

alter table scraper_turns add constraint scraper_turns_scraper_id_fkey FOREIGN KEY (scraper_id) REFERENCES config_scrapers(id) ON DELETE CASCADE;

alter table secret_keys add constraint secret_keys_pkey PRIMARY KEY (id);

alter table secret_keys add constraint secret_keys_state_check CHECK ((state = ANY (ARRAY['coming'::text, 'sealing'::text, 'accepted'::text, 'opening'::text, 'retired'::text])));

alter table security_keys add constraint security_keys_credential_id UNIQUE (credential_id);

alter table security_keys add constraint security_keys_name_check CHECK ((name <> ''::text));

alter table security_keys add constraint security_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table security_keys add constraint security_keys_pkey PRIMARY KEY (id);

alter table security_keys add constraint security_keys_use_check CHECK ((use = ANY (ARRAY['webauthn'::text, 'passkey'::text])));

alter table sessions add constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table sessions add constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table sessions add constraint sessions_token_digest UNIQUE (token_digest);

alter table settings add constraint settings_pkey PRIMARY KEY (name);

alter table severities add constraint severities_name_check CHECK ((name = lower(name)));

alter table severities add constraint severities_name_key UNIQUE (name);

alter table severities add constraint severities_pkey PRIMARY KEY (id);

alter table sign_in_throttles add constraint sign_in_throttles_pkey PRIMARY KEY (key);

alter table team_components add constraint team_components_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;

alter table team_components add constraint team_components_once UNIQUE (team_id, component_id, selector_id);

alter table team_components add constraint team_components_pkey PRIMARY KEY (team_id, component_id);

alter table team_components add constraint team_components_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

alter table team_members add constraint team_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table team_members add constraint team_members_pkey PRIMARY KEY (team_id, person_id);

alter table team_members add constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

alter table teams add constraint teams_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id);

alter table teams add constraint teams_name_check CHECK ((name <> ''::text));

alter table teams add constraint teams_pkey PRIMARY KEY (id);

alter table topologies add constraint topologies_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table topologies add constraint topologies_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table topologies add constraint topologies_labels_check CHECK (are_labels(labels));

alter table topologies add constraint topologies_name_check CHECK ((name <> ''::text));

alter table topologies add constraint topologies_pkey PRIMARY KEY (id);

alter table topologies add constraint topologies_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

alter table verified_emails add constraint verified_emails_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table verified_emails add constraint verified_emails_pkey PRIMARY KEY (person_id);

alter table view_panels add constraint view_panels_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);

alter table view_panels add constraint view_panels_pkey PRIMARY KEY (view_id, request_fingerprint);

alter table view_panels add constraint view_panels_view_id_fkey FOREIGN KEY (view_id) REFERENCES views(id) ON DELETE CASCADE;

alter table views add constraint views_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table views add constraint views_labels_check CHECK (are_labels(labels));

alter table views add constraint views_name_check CHECK ((name <> ''::text));

alter table views add constraint views_pkey PRIMARY KEY (id);

alter table views add constraint views_source_check CHECK ((source = ANY (ARRAY['KubernetesCRD'::text, 'ConfigFile'::text, 'UI'::text, 'Topology'::text, 'Push'::text, 'CRDSync'::text, 'ApplicationCRD'::text, 'System'::text])));

CREATE INDEX access_tokens_created_by ON public.access_tokens USING btree (created_by);

CREATE INDEX agent_tallies_agent ON public.agent_tallies USING btree (agent_id);

CREATE INDEX agents_created_by ON public.agents USING btree (created_by);

CREATE UNIQUE INDEX agents_name ON public.agents USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX agents_person ON public.agents USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX applications_created_by ON public.applications USING btree (created_by);

CREATE UNIQUE INDEX applications_name ON public.applications USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE INDEX artifacts_check ON public.artifacts USING btree (check_id, check_time) WHERE (check_id IS NOT NULL);

CREATE INDEX artifacts_config_change ON public.artifacts USING btree (config_change_id) WHERE (config_change_id IS NOT NULL);

CREATE INDEX artifacts_connection ON public.artifacts USING btree (connection_id) WHERE (connection_id IS NOT NULL);

CREATE INDEX artifacts_expiring ON public.artifacts USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX artifacts_playbook_run_action ON public.artifacts USING btree (playbook_run_action_id) WHERE (playbook_run_action_id IS NOT NULL);

CREATE INDEX artifacts_unfinished ON public.artifacts USING btree (created_at) WHERE (completed_at IS NULL);

CREATE INDEX audit_log_by_age ON public.audit_log USING btree (created_at DESC);

CREATE INDEX audit_log_by_person ON public.audit_log USING btree (person_id, created_at DESC);

CREATE INDEX audit_log_by_resource ON public.audit_log USING btree (resource_type, resource_id, created_at DESC);

CREATE INDEX canaries_agent ON public.canaries USING btree (agent_id);

CREATE INDEX canaries_by_name ON public.canaries USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX canaries_created_by ON public.canaries USING btree (created_by);

CREATE UNIQUE INDEX canaries_name ON public.canaries USING btree (agent_id, name, namespace, source) NULLS NOT DISTINCT WHERE ((deleted_at IS NULL) AND (agent_id = '00000000-0000-0000-0000-000000000000'::uuid));

CREATE INDEX canaries_source ON public.canaries USING btree (source);

CREATE INDEX changes_by_xid ON public.changes USING btree (xid, id);

CREATE INDEX check_component_relationships_canary ON public.check_component_relationships USING btree (canary_id);

CREATE INDEX check_component_relationships_check ON public.check_component_relationships USING btree (check_id);

CREATE INDEX check_config_relationships_canary ON public.check_config_relationships USING btree (canary_id);

CREATE INDEX check_config_relationships_check ON public.check_config_relationships USING btree (check_id);

CREATE UNIQUE INDEX check_static_objects_once ON public.check_static_objects USING btree (check_id, md5((cluster)::text), api_version, kind, namespace, name);

CREATE INDEX check_statuses_time ON ONLY public.check_statuses USING brin ("time");

CREATE INDEX check_statuses_1d_created_at ON public.check_statuses_1d USING brin (created_at);

CREATE INDEX check_statuses_1h_created_at ON public.check_statuses_1h USING brin (created_at);

CREATE INDEX check_turns_canary ON public.check_turns USING btree (canary_id);

CREATE INDEX check_turns_check ON public.check_turns USING btree (check_id);

CREATE INDEX check_turns_due ON public.check_turns USING btree (due_at);

CREATE INDEX checks_agent ON public.checks USING btree (agent_id);

CREATE INDEX checks_beginning ON public.checks USING btree (lower(name) text_pattern_ops);

CREATE INDEX checks_by_name ON public.checks USING btree (name);

CREATE INDEX checks_canary ON public.checks USING btree (canary_id, transformed);

CREATE INDEX checks_deleted ON public.checks USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX checks_labels ON public.checks USING gin (labels jsonb_path_ops) WITH (fastupdate=off);

CREATE INDEX checks_made_by ON public.checks USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX checks_paused_by ON public.checks USING btree (paused_by) WHERE (paused_by IS NOT NULL);

CREATE INDEX checks_search ON public.checks USING gin (name gin_trgm_ops);

CREATE INDEX comment_responders_responder ON public.comment_responders USING btree (responder_id);

CREATE INDEX comments_created_by ON public.comments USING btree (created_by);

CREATE INDEX comments_hypothesis ON public.comments USING btree (hypothesis_id);

CREATE INDEX comments_incident ON public.comments USING btree (incident_id, created_at);

CREATE INDEX comments_responder ON public.comments USING btree (responder_id);

CREATE INDEX component_relationships_parent ON public.component_relationships USING btree (relationship_id);

CREATE INDEX components_agent ON public.components USING btree (agent_id);

CREATE INDEX components_beginning ON public.components USING btree (lower(name) text_pattern_ops);

CREATE INDEX components_by_name ON public.components USING btree (name, external_id) WHERE (deleted_at IS NULL);

CREATE INDEX components_config ON public.components USING btree (config_id) WHERE (config_id IS NOT NULL);

CREATE INDEX components_created_by ON public.components USING btree (created_by);

CREATE INDEX components_labels ON public.components USING gin (labels jsonb_path_ops) WITH (fastupdate=off);

CREATE INDEX components_parent ON public.components USING btree (parent_id);

CREATE INDEX components_path ON public.components USING btree (path text_pattern_ops);

CREATE INDEX components_properties ON public.components USING gin (properties);

CREATE INDEX components_properties_values ON public.components USING gin (properties_values);

CREATE INDEX components_search ON public.components USING gin (name gin_trgm_ops, type gin_trgm_ops);

CREATE INDEX components_type ON public.components USING btree (type) WHERE (deleted_at IS NULL);

CREATE INDEX config_analysis_analyzer ON public.config_analysis USING btree (analyzer) WHERE (status = 'open'::text);

CREATE INDEX config_analysis_config ON public.config_analysis USING btree (config_id);

CREATE INDEX config_analysis_created_by ON public.config_analysis USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX config_analysis_first_observed ON public.config_analysis USING btree (first_observed DESC);

CREATE INDEX config_analysis_last_observed ON public.config_analysis USING brin (last_observed);

CREATE INDEX config_analysis_open ON public.config_analysis USING btree (config_id, analysis_type) WHERE (status = 'open'::text);

CREATE INDEX config_analysis_properties_values ON public.config_analysis USING gin (properties_values);

CREATE INDEX config_analysis_resolved_at ON public.config_analysis USING btree (resolved_at) WHERE (status = 'resolved'::text);

CREATE INDEX config_analysis_same ON public.config_analysis USING btree (config_id, analyzer);

CREATE INDEX config_analysis_scraper ON public.config_analysis USING btree (scraper_id) WHERE (scraper_id IS NOT NULL);

CREATE INDEX config_analysis_type ON public.config_analysis USING btree (analysis_type);

CREATE INDEX config_change_counts_none ON public.config_change_counts USING btree (period) WHERE (changes = 0);

CREATE INDEX config_change_tallies_last_7d ON public.config_change_tallies USING btree (((last_7d)::bigint) DESC);

CREATE INDEX config_change_tallies_updated_at ON public.config_change_tallies USING btree (updated_at DESC);

CREATE INDEX config_changes_age ON public.config_changes USING brin (created_at);

CREATE INDEX config_changes_config_type ON public.config_changes USING btree (config_type, created_at DESC) INCLUDE (id, config_id, change_type, severity, source);

CREATE INDEX config_changes_created_at ON public.config_changes USING btree (created_at DESC) INCLUDE (id, config_id, change_type, severity, source);

CREATE INDEX config_changes_fingerprint ON public.config_changes USING btree (config_id, fingerprint) WHERE ((fingerprint IS NOT NULL) AND (source IS DISTINCT FROM 'diff'::text));

CREATE INDEX config_changes_of_config ON public.config_changes USING btree (config_id, created_at DESC) INCLUDE (change_type, severity);

CREATE INDEX config_changes_type ON public.config_changes USING btree (change_type, created_at DESC);

CREATE INDEX config_component_relationships_config ON public.config_component_relationships USING btree (config_id);

CREATE INDEX config_item_groups_group ON public.config_item_groups USING btree (group_id);

CREATE INDEX config_items_agent ON public.config_items USING btree (agent_id, lower(name), lower(type));

CREATE INDEX config_items_class ON public.config_items USING btree (config_class);

CREATE INDEX config_items_created_by ON public.config_items USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX config_items_deleted ON public.config_items USING btree (deleted_at) INCLUDE (id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX config_items_external_id ON public.config_items USING gin (external_id) WITH (fastupdate=off);

CREATE INDEX config_items_health ON public.config_items USING btree (health);

CREATE INDEX config_items_labels ON public.config_items USING gin (labels jsonb_path_ops) WITH (fastupdate=off);

CREATE INDEX config_items_name ON public.config_items USING btree (name);

CREATE INDEX config_items_namespace ON public.config_items USING gin (((tags ->> 'namespace'::text)) gin_trgm_ops);

CREATE INDEX config_items_parent ON public.config_items USING btree (parent_id);

CREATE INDEX config_items_path ON public.config_items USING btree (path text_pattern_ops);

CREATE INDEX config_items_properties_values ON public.config_items USING gin (properties_values);

CREATE INDEX config_items_scraper ON public.config_items USING btree (scraper_id);

CREATE INDEX config_items_scraper_present ON public.config_items USING btree (scraper_id) WHERE (deleted_at IS NULL);

CREATE INDEX config_items_search ON public.config_items USING gin (name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops);

CREATE INDEX config_items_status ON public.config_items USING btree (status);

CREATE INDEX config_items_tags ON public.config_items USING gin (tags jsonb_path_ops) WITH (fastupdate=off);

CREATE INDEX config_items_tags_values ON public.config_items USING gin (tags_values);

CREATE INDEX config_items_type ON public.config_items USING btree (type, name);

CREATE INDEX config_items_type_present ON public.config_items USING btree (type, name) INCLUDE (id, kind_id) WHERE (deleted_at IS NULL);

CREATE INDEX config_lines_beginning ON public.config_lines USING btree (lower(name) text_pattern_ops);

CREATE INDEX config_lines_parts ON public.config_lines USING gin (name gin_trgm_ops, line gin_trgm_ops);

CREATE INDEX config_links_due_scraper ON public.config_links_due USING btree (scraper_id);

CREATE INDEX config_locations_location ON public.config_locations USING btree (location text_pattern_ops);

CREATE INDEX config_references_open ON public.config_references USING btree (scraper_id) WHERE ((target_id IS NULL) AND (selector IS NULL));

CREATE INDEX config_references_scraper ON public.config_references USING btree (scraper_id);

CREATE INDEX config_references_selecting ON public.config_references USING btree (scraper_id) WHERE (selector IS NOT NULL);

CREATE INDEX config_references_target ON public.config_references USING btree (target_id) WHERE (target_id IS NOT NULL);

CREATE INDEX config_relationships_config ON public.config_relationships USING btree (config_id);

CREATE INDEX config_relationships_in ON public.config_relationships USING btree (related_id, config_id) WHERE (deleted_at IS NULL);

CREATE INDEX config_relationships_out ON public.config_relationships USING btree (config_id, related_id) WHERE (deleted_at IS NULL);

CREATE INDEX config_relationships_scraper ON public.config_relationships USING btree (scraper_id);

CREATE INDEX config_scrapers_agent ON public.config_scrapers USING btree (agent_id);

CREATE INDEX config_scrapers_application ON public.config_scrapers USING btree (application_id) WHERE (application_id IS NOT NULL);

CREATE INDEX config_scrapers_created_at ON public.config_scrapers USING btree (created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX config_scrapers_created_by ON public.config_scrapers USING btree (created_by);

CREATE INDEX config_search_words ON public.config_search USING gin (words) WITH (gin_pending_list_limit='512');

CREATE INDEX config_selected_target ON public.config_selected USING btree (target_id);

CREATE INDEX config_unlisted_versions_config ON public.config_unlisted_versions USING btree (config_id, created_at DESC);

CREATE INDEX config_unlisted_versions_created_at ON public.config_unlisted_versions USING brin (created_at);

CREATE INDEX connection_uses_latest ON public.connection_uses USING btree (connection_id, last_used_at DESC);

CREATE INDEX connections_created_by ON public.connections USING btree (created_by);

CREATE UNIQUE INDEX connections_name ON public.connections USING btree (namespace, name) WHERE (deleted_at IS NULL);

CREATE INDEX connections_type ON public.connections USING btree (type);

CREATE UNIQUE INDEX credentials_one_of_each ON public.credentials USING btree (person_id, type);

CREATE INDEX evidences_check ON public.evidences USING btree (check_id) WHERE (check_id IS NOT NULL);

CREATE INDEX evidences_component ON public.evidences USING btree (component_id) WHERE (component_id IS NOT NULL);

CREATE INDEX evidences_config ON public.evidences USING btree (config_id) WHERE (config_id IS NOT NULL);

CREATE INDEX evidences_config_analysis ON public.evidences USING btree (config_analysis_id) WHERE (config_analysis_id IS NOT NULL);

CREATE INDEX evidences_config_change ON public.evidences USING btree (config_change_id) WHERE (config_change_id IS NOT NULL);

CREATE INDEX evidences_created_by ON public.evidences USING btree (created_by);

CREATE INDEX evidences_hypothesis ON public.evidences USING btree (hypothesis_id);

CREATE INDEX flow_errors_created ON public.flow_errors USING btree (created_at);

CREATE INDEX hypotheses_created_by ON public.hypotheses USING btree (created_by);

CREATE INDEX hypotheses_incident ON public.hypotheses USING btree (incident_id);

CREATE INDEX hypotheses_owner ON public.hypotheses USING btree (owner);

CREATE INDEX hypotheses_parent ON public.hypotheses USING btree (parent_id);

CREATE INDEX hypotheses_team ON public.hypotheses USING btree (team_id);

CREATE INDEX identity_codes_person ON public.identity_codes USING btree (person_id);

CREATE INDEX identity_flows_expires ON public.identity_flows USING btree (expires_at);

CREATE INDEX identity_flows_person ON public.identity_flows USING btree (person_id);

CREATE INDEX incident_histories_comment ON public.incident_histories USING btree (comment_id);

CREATE INDEX incident_histories_created_by ON public.incident_histories USING btree (created_by);

CREATE INDEX incident_histories_evidence ON public.incident_histories USING btree (evidence_id);

CREATE INDEX incident_histories_hypothesis ON public.incident_histories USING btree (hypothesis_id);

CREATE INDEX incident_histories_incident ON public.incident_histories USING btree (incident_id, created_at DESC);

CREATE INDEX incident_histories_responder ON public.incident_histories USING btree (responder_id);

CREATE INDEX incident_relationships_related ON public.incident_relationships USING btree (related_id);

CREATE INDEX incident_rules_created_by ON public.incident_rules USING btree (created_by);

CREATE UNIQUE INDEX incident_rules_name ON public.incident_rules USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_commander ON public.incidents USING btree (commander_id);

CREATE INDEX incidents_communicator ON public.incidents USING btree (communicator_id);

CREATE INDEX incidents_created_at ON public.incidents USING btree (created_at DESC);

CREATE INDEX incidents_created_by ON public.incidents USING btree (created_by);

CREATE INDEX incidents_rule ON public.incidents USING btree (incident_rule_id);

CREATE INDEX incidents_status ON public.incidents USING btree (status, severity);

CREATE INDEX incidents_title ON public.incidents USING gin (title gin_trgm_ops);

CREATE UNIQUE INDEX invites_email ON public.invites USING btree (email) WHERE (accepted_at IS NULL);

CREATE INDEX invites_invited_by ON public.invites USING btree (invited_by);

CREATE UNIQUE INDEX invites_token_digest ON public.invites USING btree (token_digest);

CREATE INDEX job_history_by_age ON public.job_history USING btree (created_at DESC);

CREATE INDEX job_history_by_name ON public.job_history USING btree (name, created_at DESC);

CREATE INDEX job_history_by_resource ON public.job_history USING btree (resource_type, resource_id, name, created_at DESC);

CREATE INDEX job_history_failed_of_resource ON public.job_history USING btree (resource_type, resource_id, time_start DESC) WHERE (status = 'FAILED'::text);

CREATE INDEX job_history_newest_of_resource ON public.job_history USING btree (resource_type, resource_id, created_at DESC);

CREATE INDEX job_history_running ON public.job_history USING btree (queue, job_id) WHERE (status = 'RUNNING'::text);

CREATE INDEX logging_backends_agent ON public.logging_backends USING btree (agent_id);

CREATE INDEX logging_backends_created_by ON public.logging_backends USING btree (created_by);

CREATE INDEX mails_created ON public.mails USING btree (created_at DESC);

CREATE INDEX maintenance_windows_canary ON public.maintenance_windows USING btree (canary_id);

CREATE INDEX maintenance_windows_check ON public.maintenance_windows USING btree (check_id);

CREATE INDEX maintenance_windows_created_by ON public.maintenance_windows USING btree (created_by);

CREATE INDEX notification_group_resources_check ON public.notification_group_resources USING btree (check_id) WHERE (check_id IS NOT NULL);

CREATE INDEX notification_group_resources_component ON public.notification_group_resources USING btree (component_id) WHERE (component_id IS NOT NULL);

CREATE INDEX notification_group_resources_config ON public.notification_group_resources USING btree (config_id) WHERE (config_id IS NOT NULL);

CREATE UNIQUE INDEX notification_group_resources_once ON public.notification_group_resources USING btree (group_id, config_id, check_id, component_id) NULLS NOT DISTINCT WHERE (resolved_at IS NULL);

CREATE INDEX notification_groups_notification ON public.notification_groups USING btree (notification_id, hash, created_at DESC);

CREATE INDEX notification_send_history_connection ON public.notification_send_history USING btree (connection_id) WHERE (connection_id IS NOT NULL);

CREATE INDEX notification_send_history_created_at ON public.notification_send_history USING btree (created_at DESC);

CREATE INDEX notification_send_history_group ON public.notification_send_history USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX notification_send_history_notification ON public.notification_send_history USING btree (notification_id, created_at DESC);

CREATE INDEX notification_send_history_parent ON public.notification_send_history USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX notification_send_history_person ON public.notification_send_history USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX notification_send_history_playbook_run ON public.notification_send_history USING btree (playbook_run_id) WHERE (playbook_run_id IS NOT NULL);

CREATE INDEX notification_send_history_resource ON public.notification_send_history USING btree (resource_id, created_at DESC);

CREATE INDEX notification_send_history_resource_name ON public.notification_send_history USING gin (resource_name gin_trgm_ops);

CREATE INDEX notification_send_history_silence ON public.notification_send_history USING btree (silenced_by) WHERE (silenced_by IS NOT NULL);

CREATE INDEX notification_send_history_status ON public.notification_send_history USING btree (status, created_at DESC);

CREATE INDEX notification_send_history_team ON public.notification_send_history USING btree (team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX notification_send_history_waiting ON public.notification_send_history USING btree (not_before) WHERE (status = ANY (ARRAY['pending'::text, 'evaluating-waitfor'::text]));

CREATE INDEX notification_silences_canary ON public.notification_silences USING btree (canary_id) WHERE (canary_id IS NOT NULL);

CREATE INDEX notification_silences_check ON public.notification_silences USING btree (check_id) WHERE (check_id IS NOT NULL);

CREATE INDEX notification_silences_component ON public.notification_silences USING btree (component_id) WHERE (component_id IS NOT NULL);

CREATE INDEX notification_silences_config ON public.notification_silences USING btree (config_id) WHERE (config_id IS NOT NULL);

CREATE INDEX notification_silences_created_at ON public.notification_silences USING btree (created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX notification_silences_created_by ON public.notification_silences USING btree (created_by);

CREATE INDEX notification_silences_until ON public.notification_silences USING btree (until) WHERE (deleted_at IS NULL);

CREATE INDEX notifications_created_by ON public.notifications USING btree (created_by);

CREATE INDEX notifications_events ON public.notifications USING gin (events) WHERE (deleted_at IS NULL);

CREATE INDEX notifications_fallback_person ON public.notifications USING btree (fallback_person_id) WHERE (fallback_person_id IS NOT NULL);

CREATE INDEX notifications_fallback_playbook ON public.notifications USING btree (fallback_playbook_id) WHERE (fallback_playbook_id IS NOT NULL);

CREATE INDEX notifications_fallback_team ON public.notifications USING btree (fallback_team_id) WHERE (fallback_team_id IS NOT NULL);

CREATE UNIQUE INDEX notifications_name ON public.notifications USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE INDEX notifications_person ON public.notifications USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX notifications_playbook ON public.notifications USING btree (playbook_id) WHERE (playbook_id IS NOT NULL);

CREATE INDEX notifications_team ON public.notifications USING btree (team_id) WHERE (team_id IS NOT NULL);

CREATE UNIQUE INDEX oidc_links_person ON public.oidc_links USING btree (person_id, provider);

CREATE UNIQUE INDEX people_email ON public.people USING btree (email) WHERE (deleted_at IS NULL);

CREATE INDEX people_external_id ON public.people USING btree (external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX people_team ON public.people USING btree (team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX permission_groups_created_by ON public.permission_groups USING btree (created_by);

CREATE UNIQUE INDEX permission_groups_name ON public.permission_groups USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE INDEX permissions_canary ON public.permissions USING btree (canary_id) WHERE (canary_id IS NOT NULL);

CREATE INDEX permissions_component ON public.permissions USING btree (component_id) WHERE (component_id IS NOT NULL);

CREATE INDEX permissions_config ON public.permissions USING btree (config_id) WHERE (config_id IS NOT NULL);

CREATE INDEX permissions_connection ON public.permissions USING btree (connection_id) WHERE (connection_id IS NOT NULL);

CREATE INDEX permissions_created_by ON public.permissions USING btree (created_by);

CREATE INDEX permissions_notification ON public.permissions USING btree (notification_id) WHERE (notification_id IS NOT NULL);

CREATE INDEX permissions_person ON public.permissions USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX permissions_playbook ON public.permissions USING btree (playbook_id) WHERE (playbook_id IS NOT NULL);

CREATE INDEX permissions_subject ON public.permissions USING btree (subject_type, subject) WHERE (deleted_at IS NULL);

CREATE INDEX permissions_team ON public.permissions USING btree (team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX permissions_updated_by ON public.permissions USING btree (updated_by) WHERE (updated_by IS NOT NULL);

CREATE INDEX person_roles_role ON public.person_roles USING btree (role);

CREATE INDEX playbook_approvals_person ON public.playbook_approvals USING btree (person_id);

CREATE INDEX playbook_approvals_team ON public.playbook_approvals USING btree (team_id);

CREATE INDEX playbook_run_actions_agent ON public.playbook_run_actions USING btree (agent_id);

CREATE INDEX playbook_run_actions_due ON public.playbook_run_actions USING btree (status, scheduled_time);

CREATE INDEX playbook_run_actions_run ON public.playbook_run_actions USING btree (playbook_run_id, start_time);

CREATE INDEX playbook_runs_agent ON public.playbook_runs USING btree (agent_id);

CREATE INDEX playbook_runs_check ON public.playbook_runs USING btree (check_id, created_at DESC) WHERE (check_id IS NOT NULL);

CREATE INDEX playbook_runs_component ON public.playbook_runs USING btree (component_id, created_at DESC) WHERE (component_id IS NOT NULL);

CREATE INDEX playbook_runs_config ON public.playbook_runs USING btree (config_id, start_time DESC) WHERE (config_id IS NOT NULL);

CREATE INDEX playbook_runs_created_by ON public.playbook_runs USING btree (created_by);

CREATE INDEX playbook_runs_due ON public.playbook_runs USING btree (status, scheduled_time);

CREATE INDEX playbook_runs_notification ON public.playbook_runs USING btree (notification_send_id) WHERE (notification_send_id IS NOT NULL);

CREATE INDEX playbook_runs_parent ON public.playbook_runs USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX playbook_runs_playbook ON public.playbook_runs USING btree (playbook_id, created_at DESC);

CREATE INDEX playbook_runs_roots ON public.playbook_runs USING btree (created_at DESC) WHERE (parent_id IS NULL);

CREATE INDEX playbook_runs_start ON public.playbook_runs USING btree (start_time DESC);

CREATE INDEX playbooks_created_by ON public.playbooks USING btree (created_by);

CREATE UNIQUE INDEX playbooks_name ON public.playbooks USING btree (namespace, name, category) WHERE (deleted_at IS NULL);

CREATE INDEX playbooks_title ON public.playbooks USING btree (title) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX playbooks_webhook ON public.playbooks USING btree (((spec #>> '{on,webhook,path}'::text[]))) WHERE ((deleted_at IS NULL) AND (COALESCE((spec #>> '{on,webhook,path}'::text[]), ''::text) <> ''::text));

CREATE INDEX properties_created_by ON public.properties USING btree (created_by);

CREATE INDEX responders_created_by ON public.responders USING btree (created_by);

CREATE INDEX responders_incident ON public.responders USING btree (incident_id);

CREATE INDEX responders_person ON public.responders USING btree (person_id);

CREATE INDEX responders_team ON public.responders USING btree (team_id);

CREATE INDEX scrape_plugin_faults_scraper ON public.scrape_plugin_faults USING btree (scraper_id);

CREATE INDEX scrape_plugins_created_by ON public.scrape_plugins USING btree (created_by);

CREATE UNIQUE INDEX scrape_plugins_named ON public.scrape_plugins USING btree (namespace, name, source) WHERE (deleted_at IS NULL);

CREATE INDEX scraper_turns_due ON public.scraper_turns USING btree (due_at);

CREATE UNIQUE INDEX secret_keys_one_seals ON public.secret_keys USING btree (state) WHERE (state = 'sealing'::text);

CREATE INDEX security_keys_person ON public.security_keys USING btree (person_id);

CREATE INDEX sessions_expires ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON public.sessions USING btree (person_id);

CREATE INDEX sign_in_throttles_busy ON public.sign_in_throttles USING btree (busy_until);

CREATE INDEX team_components_component ON public.team_components USING btree (component_id);

CREATE INDEX team_members_person ON public.team_members USING btree (person_id);

CREATE INDEX teams_created_by ON public.teams USING btree (created_by);

CREATE UNIQUE INDEX teams_name ON public.teams USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX topologies_agent ON public.topologies USING btree (agent_id);

CREATE INDEX topologies_created_at ON public.topologies USING btree (created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX topologies_created_by ON public.topologies USING btree (created_by);

CREATE UNIQUE INDEX topologies_name ON public.topologies USING btree (agent_id, name, namespace) WHERE ((deleted_at IS NULL) AND (agent_id = '00000000-0000-0000-0000-000000000000'::uuid));

CREATE INDEX view_panels_agent ON public.view_panels USING btree (agent_id);

CREATE INDEX view_panels_refreshed ON public.view_panels USING btree (refreshed_at);

CREATE INDEX views_created_by ON public.views USING btree (created_by);

CREATE UNIQUE INDEX views_name ON public.views USING btree (namespace, name) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE OR REPLACE FUNCTION public.age_check_summaries(older_than interval DEFAULT '00:05:00'::interval)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select summarise_checks(array(
    select s.check_id
    from   check_status_summaries s
    where  s.updated_at < now() - older_than and s.updated_at < s.last_check + interval '1 hour'
  ));
$function$
;
-- Recomputes summaries whose runs have left the last hour; returns how many.

CREATE OR REPLACE FUNCTION public.age_config_change_tallies()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  before timestamptz;
  present timestamptz;
  aged integer;
begin
  perform pg_advisory_xact_lock(hashtext('config_change_clock'));
  select aged_until, greatest(aged_until, clock_timestamp()) into before, present from config_change_clock;
  with fallen as (
    select config_id, count(*) as last_3d, 0 as last_7d, 0 as last_30d
    from   config_changes
    where  created_at > before - interval '3 days' and created_at <= present - interval '3 days'
    group  by config_id
    union  all
    select config_id, 0, count(*), 0
    from   config_changes
    where  created_at > before - interval '7 days' and created_at <= present - interval '7 days'
    group  by config_id
    union  all
    select config_id, 0, 0, count(*)
    from   config_changes
    where  created_at > before - interval '30 days' and created_at <= present - interval '30 days'
    group  by config_id
  ),
  summed as (
    select config_id, sum(last_3d) as last_3d, sum(last_7d) as last_7d, sum(last_30d) as last_30d
    from   fallen
    group  by config_id
  )
  update config_change_tallies t
  set    last_3d = greatest(t.last_3d - s.last_3d, 0),
         last_7d = greatest(t.last_7d - s.last_7d, 0),
         last_30d = greatest(t.last_30d - s.last_30d, 0)
  from   summed s
  where  t.config_id = s.config_id;
  get diagnostics aged = row_count;
  update config_change_clock set aged_until = present;
  return aged;
end;
$function$
;
-- Removes changes that have grown too old from the counts of the last days; returns the number of affected items.

CREATE OR REPLACE FUNCTION public.are_labels(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((value IS NULL) OR ((jsonb_typeof(value) = 'object'::text) AND (NOT jsonb_path_exists(value, '$.*?(@.type() != "string")'::jsonpath))))
;
-- Whether the value is an object whose values are all texts, as labels and tags are.

CREATE OR REPLACE FUNCTION public.as_uuid(key text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (key ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'::text) THEN (key)::uuid ELSE NULL::uuid END
;
-- The text as a uuid; null when it is not a valid uuid.

CREATE OR REPLACE FUNCTION public.carry_config_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select type, tags into new.config_type, new.config_tags from config_items where id = new.config_id for key share;
  return new;
end;
$function$
;
-- Copies the type and the tags of the config item into a change.

CREATE OR REPLACE FUNCTION public.check_health(status text, next_runtime timestamp with time zone, interval_seconds integer, could_not_check_since timestamp with time zone, paused_at timestamp with time zone, paused_until timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN is_paused(paused_at, paused_until) THEN 'paused'::text WHEN (could_not_check_since < (now() - (((3 * COALESCE(interval_seconds, 0)))::double precision * '00:00:01'::interval))) THEN 'unknown'::text WHEN (next_runtime < (now() - (((3 * interval_seconds))::double precision * '00:00:01'::interval))) THEN 'unknown'::text ELSE COALESCE(status, 'unknown'::text) END
;
-- The health of a check as lists show it: healthy, unhealthy, unknown or paused.

CREATE OR REPLACE FUNCTION public.claimed(kind text, action text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return nullif(current_setting('quarterdeck.claims', true), '')::jsonb #> array['rows', kind, action];
end;
$function$
;
-- The claims of this transaction or session about rows of a kind.

CREATE OR REPLACE FUNCTION public.claimed_denied_ids(kind text, action text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return array(select jsonb_array_elements_text(claimed(kind, action) -> 'denied_ids')::uuid);
end;
$function$
;
-- The ids of rows of a kind that are denied although others are allowed.

CREATE OR REPLACE FUNCTION public.claimed_documents(kind text, action text, part text)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return array(select jsonb_array_elements(claimed(kind, action) -> part));
end;
$function$
;
-- Partial documents of rows: tags and documents are allowed, denied are not.

CREATE OR REPLACE FUNCTION public.claimed_ids(kind text, action text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return array(select jsonb_array_elements_text(claimed(kind, action) -> 'ids')::uuid);
end;
$function$
;
-- The ids of allowed rows of a kind.

CREATE OR REPLACE FUNCTION public.claimed_shape(kind text, action text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return coalesce(claimed(kind, action) ->> 'shape', 'none');
end;
$function$
;
-- How rows of a kind are decided: all, ids, tags, all_but_ids, alike, mixed or none.

CREATE OR REPLACE FUNCTION public.clear_rule_error()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.error := null;
  return new;
end;
$function$
;
-- Clears the error of a rule when it changes.

CREATE OR REPLACE FUNCTION public.clear_team_rule_errors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update notifications set error = null where team_id = new.id and error is not null;
  return null;
end;
$function$
;
-- Clears the errors of a team's rules when its spec changes, because sending may work now.

CREATE OR REPLACE FUNCTION public.compact_agent_tallies(most integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  compacted integer := 0;
begin
  if (select count(*) from agent_tallies) > most then
    with summands as (
      delete from agent_tallies returning agent_id, what, rows
    )
    insert into agent_tallies (agent_id, what, rows)
    select agent_id, what, sum(rows)
    from   summands
    group  by agent_id, what
    having sum(rows) <> 0;
    get diagnostics compacted = row_count;
  end if;
  return compacted;
end;
$function$
;
-- Adds up the summands of agent_tallies if there are many; returns the number of remaining sums.

CREATE OR REPLACE FUNCTION public.complete_config_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.name := right(new.id::text, 12);
  return new;
end;
$function$
;
-- Sets the name of a config item without a name.

CREATE OR REPLACE FUNCTION public.config_edges(ends uuid[], way text, only_hard boolean)
 RETURNS TABLE(config_id uuid, related_id uuid, relation text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  if way = 'outgoing' then
    return query
    select e.config_id, e.related_id, e.relation
    from   config_relationships e
    where  e.config_id = any (ends) and e.deleted_at is null and (e.relation = 'hard' or not only_hard);
  else
    return query
    select e.config_id, e.related_id, e.relation
    from   config_relationships e
    where  e.related_id = any (ends) and e.deleted_at is null and (e.relation = 'hard' or not only_hard);
  end if;
end;
$function$
;
-- The edges that lead away from these config items, or to them, without row policies.

CREATE OR REPLACE FUNCTION public.config_group_id(agent_id uuid, type text, config_class text, status text, health text, tags jsonb, is_deleted boolean)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (md5((jsonb_build_array(agent_id, type, config_class, status, health, tags, is_deleted))::text))::uuid
;
-- Equal for config items that the summary counts together.

CREATE OR REPLACE FUNCTION public.config_ids_around(lookup_id uuid, type_filter text DEFAULT 'downstream'::text, max_depth integer DEFAULT 5, soft boolean DEFAULT false)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  wanted constant text := coalesce(nullif(config_ids_around.type_filter, ''), 'downstream');
  way constant text := case wanted when 'upstream' then 'incoming' when 'downstream' then 'outgoing' else 'all' end;
  around uuid[] := array[lookup_id];
  own text;
begin
  if wanted not in ('none', 'upstream', 'downstream', 'all') then
    raise exception 'type_filter is one of none, upstream, downstream and all, not %', quote_literal(wanted) using errcode = 'invalid_parameter_value';
  end if;
  if wanted = 'upstream' then
    around := around || array(select p.id from get_recursive_path(lookup_id) p);
  elsif wanted = 'downstream' then
    -- A path that begins with "own." lies between that and "own/", the next character. An index supports this range, but not a
    -- pattern that is only known at run time.
    select concat_ws('.', nullif(c.path, ''), c.id) into own from config_items c where c.id = lookup_id;
    around := around || array(
      select d.id
      from   config_items d
      where  d.path = own or (d.path ~>=~ (own || '.') and d.path ~<~ (own || '/'))
    );
  end if;
  if wanted = 'all' or (soft and wanted <> 'none') then
    around := around || array(select r.id from related_config_ids_recursive(lookup_id, way, max_depth) r);
  end if;
  return around;
end;
$function$
;
-- The ids of a config item and of the items around it. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.config_items_holding(documents jsonb[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  document jsonb;
begin
  foreach document in array documents loop
    return query execute 'select c.id from config_items c where ' || coalesce(
      (
        select string_agg(
                 case key
                   when 'id' then 'c.id = as_uuid($1 ->> ''id'')'
                   when 'agent' then 'c.agent_id = as_uuid($1 ->> ''agent'')'
                   when 'name' then 'c.name = $1 ->> ''name'''
                   when 'type' then 'c.type = $1 ->> ''type'''
                   when 'namespace' then 'c.tags ->> ''namespace'' = $1 ->> ''namespace'''
                   when 'tags' then 'c.tags @> ($1 -> ''tags'')'
                   when 'labels' then 'c.labels @> ($1 -> ''labels'')'
                   else 'false'
                 end,
                 ' and ')
        from   jsonb_object_keys(document) as key
      ),
      'true')
    using document;
  end loop;
end;
$function$
;
-- The config items that contain one of these documents.

CREATE OR REPLACE FUNCTION public.config_line(name text, type text, description text, tags jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat_ws('
'::text, name, type, description, (tags ->> 'namespace'::text))
;
-- The names of a config item, one per line.

CREATE OR REPLACE FUNCTION public.config_relationships_recursive(config_id uuid, type_filter text DEFAULT 'all'::text, max_depth integer DEFAULT 5, incoming_relation text DEFAULT 'both'::text, outgoing_relation text DEFAULT 'both'::text)
 RETURNS TABLE(id uuid, related_id uuid, relation_type text, direction text, depth integer)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  start constant uuid := config_relationships_recursive.config_id;
  wanted constant text := coalesce(nullif(config_relationships_recursive.type_filter, ''), 'all');
  deepest constant integer := least(coalesce(config_relationships_recursive.max_depth, 5), 50);
  is_limited constant boolean := row_security_active('config_items');
  way text;
  only_hard boolean;
  seen uuid[];
  hidden uuid[] := '{}';
  frontier uuid[];
  froms uuid[];
  tos uuid[];
  relations text[];
  level integer;
begin
  if wanted not in ('outgoing', 'incoming', 'all') then
    raise exception 'type_filter is one of outgoing, incoming and all, not %', quote_literal(wanted) using errcode = 'invalid_parameter_value';
  end if;

  return query select * from get_recursive_path(start);
  if is_limited and not exists (select from config_items c where c.id = start) then
    return;
  end if;

  foreach way in array case wanted when 'all' then array['outgoing', 'incoming'] else array[wanted] end loop
    only_hard := 'hard' = case way when 'outgoing' then outgoing_relation else incoming_relation end;
    seen := array[start];
    frontier := seen;
    level := 0;
    while level < deepest and cardinality(frontier) > 0 loop
      level := level + 1;
      select array_agg(e.config_id), array_agg(e.related_id), array_agg(e.relation)
      into   froms, tos, relations
      from   config_edges(frontier, way, only_hard) e;
      frontier := array(
        select unnest(case way when 'outgoing' then tos else froms end)
        except
        select unnest(seen)
        except
        select unnest(hidden)
      );
      if is_limited then
        hidden := hidden || array(
          select unnest(frontier) except select c.id from config_items c where c.id = any (frontier)
        );
        frontier := array(select unnest(frontier) except select unnest(hidden));
      end if;
      return query
      select e.config_id, e.related_id, e.relation, way, level
      from   unnest(froms, tos, relations) as e (config_id, related_id, relation)
      where  cardinality(hidden) = 0
      or     not case way when 'outgoing' then e.related_id else e.config_id end in (select unnest(hidden));
      seen := seen || frontier;
    end loop;
  end loop;
end;
$function$
;
-- The edges around a config item, with their distance. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.configs_mentioning(search text)
 RETURNS SETOF configs
 LANGUAGE sql
 STABLE
AS $function$
  select c.id, c.scraper_id, c.config_class, c.external_id, c.type, c.name, c.tags ->> 'namespace', c.description, c.source, c.labels,
         c.tags, c.tags_values, c.properties, c.properties_values, c.created_by, c.created_at,
         (select t.updated_at from config_change_tallies t where t.config_id = c.id),
         c.deleted_at, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d, c.agent_id, c.status, c.health, c.ready,
         c.path, c.icon, c.parent_id,
         (select o.last_scraped_time from configs o where o.id = c.id),
         c.delete_reason,
         (select t.last_7d::bigint from config_change_tallies t where t.config_id = c.id),
         (select o.analysis from configs o where o.id = c.id)
  from   config_items c
  where  c.id in (
           select s.config_id
           from   config_search s
           where  s.words @@ words_query(search)
           union
           select l.config_id
           from   config_lines l
           where  trim(search) <> ''
           -- Escapes the wildcards of the pattern.
           and    l.line ilike '%' || replace(replace(replace(trim(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
         );
$function$
;
-- Config items whose name, type, description or namespace contains this text, and those that search_configs finds. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.count_config_groups(ids uuid[])
 RETURNS TABLE(id uuid, items integer, last_3d integer, last_7d integer, last_30d integer, created_at timestamp with time zone, updated_at timestamp with time zone, cost_per_minute double precision, cost_total_1d double precision, cost_total_7d double precision, cost_total_30d double precision, open_availability integer, open_compliance integer, open_cost integer, open_integration integer, open_other integer, open_performance integer, open_recommendation integer, open_reliability integer, open_security integer, open_technical_debt integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH open AS (
          SELECT t.group_id,
             (count(*) FILTER (WHERE (a.analysis_type = 'availability'::text)))::integer AS availability,
             (count(*) FILTER (WHERE (a.analysis_type = 'compliance'::text)))::integer AS compliance,
             (count(*) FILTER (WHERE (a.analysis_type = 'cost'::text)))::integer AS cost,
             (count(*) FILTER (WHERE (a.analysis_type = 'integration'::text)))::integer AS integration,
             (count(*) FILTER (WHERE (COALESCE(a.analysis_type, 'other'::text) = 'other'::text)))::integer AS other,
             (count(*) FILTER (WHERE (a.analysis_type = 'performance'::text)))::integer AS performance,
             (count(*) FILTER (WHERE (a.analysis_type = 'recommendation'::text)))::integer AS recommendation,
             (count(*) FILTER (WHERE (a.analysis_type = 'reliability'::text)))::integer AS reliability,
             (count(*) FILTER (WHERE (a.analysis_type = 'security'::text)))::integer AS security,
             (count(*) FILTER (WHERE (a.analysis_type = 'technical_debt'::text)))::integer AS technical_debt
            FROM (config_item_groups t
              JOIN config_analysis a ON (((a.config_id = t.config_id) AND (a.status = 'open'::text))))
           WHERE (t.group_id = ANY (count_config_groups.ids))
           GROUP BY t.group_id
         ), counted AS (
          SELECT t.group_id,
             (count(*))::integer AS items,
             (sum(k.last_3d))::integer AS last_3d,
             (sum(k.last_7d))::integer AS last_7d,
             (sum(k.last_30d))::integer AS last_30d,
             max(t.created_at) AS created_at,
             max(k.updated_at) AS updated_at,
             sum(t.cost_per_minute) AS cost_per_minute,
             sum(t.cost_total_1d) AS cost_total_1d,
             sum(t.cost_total_7d) AS cost_total_7d,
             sum(t.cost_total_30d) AS cost_total_30d
            FROM (config_item_groups t
              JOIN config_change_tallies k ON ((k.config_id = t.config_id)))
           WHERE (t.group_id = ANY (count_config_groups.ids))
           GROUP BY t.group_id
         )
  SELECT c.group_id,
     c.items,
     c.last_3d,
     c.last_7d,
     c.last_30d,
     c.created_at,
     c.updated_at,
     c.cost_per_minute,
     c.cost_total_1d,
     c.cost_total_7d,
     c.cost_total_30d,
     COALESCE(o.availability, 0) AS "coalesce",
     COALESCE(o.compliance, 0) AS "coalesce",
     COALESCE(o.cost, 0) AS "coalesce",
     COALESCE(o.integration, 0) AS "coalesce",
     COALESCE(o.other, 0) AS "coalesce",
     COALESCE(o.performance, 0) AS "coalesce",
     COALESCE(o.recommendation, 0) AS "coalesce",
     COALESCE(o.reliability, 0) AS "coalesce",
     COALESCE(o.security, 0) AS "coalesce",
     COALESCE(o.technical_debt, 0) AS "coalesce"
    FROM (counted c
      LEFT JOIN open o ON ((o.group_id = c.group_id)));
END
;
-- The current totals of groups of config items; empty groups are omitted.

CREATE OR REPLACE FUNCTION public.counts_in_uptime(invalid boolean, in_maintenance boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((invalid IS NOT TRUE) AND (NOT in_maintenance))
;
-- Whether a run of a check counts in its uptime.

CREATE OR REPLACE FUNCTION public.cut_change_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.source := left(new.source, 300);
  new.change_type := left(new.change_type, 300);
  return new;
end;
$function$
;
-- Shortens the source and the type of a change to 300 characters.

CREATE OR REPLACE FUNCTION public.derive_permission_subject()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.team_id is not null then
    new.subject_type := 'team';
    new.subject := new.team_id::text;
  elsif new.person_id is not null then
    new.subject_type := 'person';
    new.subject := new.person_id::text;
  elsif new.notification_id is not null then
    new.subject_type := 'notification';
    new.subject := new.notification_id::text;
  end if;
  return new;
end;
$function$
;
-- Fills in the subject of a permission that names it by id.

CREATE OR REPLACE FUNCTION public.dirty_config_groups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  came_groups constant text := case tg_table_name
    when 'config_item_groups' then 'select group_id from came'
    else 'select t.group_id from came c join config_item_groups t on t.config_id = c.config_id' end;
begin
  execute format('insert into config_group_dirt (group_id) select distinct group_id from (%s) g', case
    when tg_op = 'INSERT' then came_groups
    when tg_op = 'DELETE' then replace(came_groups, 'came', 'gone')
    -- An insight that is only observed again does not change the totals.
    when tg_table_name = 'config_analysis' then came_groups || ' join gone o on o.id = c.id where row(c.status, c.analysis_type) is distinct from row(o.status, o.analysis_type)'
    else came_groups || ' union all ' || replace(came_groups, 'came', 'gone')
  end);
  return null;
end;
$function$
;
-- Records which groups of config items have to be counted again.

CREATE OR REPLACE FUNCTION public.drop_check_status_partitions(before date)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  name text;
  dropped integer := 0;
begin
  for name in
    select c.relname
    from   pg_inherits i
    join   pg_class c on c.oid = i.inhrelid
    where  i.inhparent = 'public.check_statuses'::regclass
    and    c.relname ~ '^check_statuses_\d{8}$'
    and    to_date(right(c.relname, 8), 'YYYYMMDD') < before
    order  by c.relname
  loop
    execute format('drop table public.%I', name);
    dropped := dropped + 1;
  end loop;
  -- Dropping a partition fires no trigger, so live screens are notified here.
  if dropped > 0 then
    insert into changes (relation) values ('check_statuses');
    notify quarterdeck_changes;
  end if;
  delete from check_statuses where tableoid = 'check_statuses_default'::regclass and time < before::timestamp at time zone 'utc';
  return dropped;
end;
$function$
;
-- Drops the runs of checks before a day; returns the number of dropped partitions.

CREATE OR REPLACE FUNCTION public.end_agent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.id = '00000000-0000-0000-0000-000000000000' then
    raise exception 'The agent "local" is this system itself and cannot be deleted.' using errcode = 'check_violation';
  end if;
  update access_tokens set expires_at = least(expires_at, now()) where person_id = new.person_id;
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
$function$
;
-- Expires the token of a deleted agent and, with cleanup, deletes its rows.

CREATE OR REPLACE FUNCTION public.end_canary()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from check_turns where canary_id = new.id;
  update checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  return null;
end;
$function$
;
-- Deletes the turns and checks of a deleted canary.

CREATE OR REPLACE FUNCTION public.end_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from check_turns where check_id = new.id;
  update check_config_relationships set deleted_at = new.deleted_at where check_id = new.id and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where check_id = new.id and deleted_at is null;
  update checks set deleted_at = new.deleted_at where made_by = new.id and deleted_at is null;
  update canaries set deleted_at = new.deleted_at where source = 'check=' || new.id and deleted_at is null;
  return null;
end;
$function$
;
-- Deletes the turn, links and created resources of a deleted check.

CREATE OR REPLACE FUNCTION public.end_component()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from team_components where component_id = new.id;
  update component_relationships set deleted_at = new.deleted_at where new.id in (component_id, relationship_id) and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update config_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  return null;
end;
$function$
;
-- Deletes the links of a deleted component.

CREATE OR REPLACE FUNCTION public.end_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from team_components where team_id = new.id;
  return null;
end;
$function$
;
-- Deletes the component assignments of a deleted team.

CREATE OR REPLACE FUNCTION public.event_queue_state()
 RETURNS TABLE(name text, is_given_up boolean, attempts integer, error text, created_at timestamp with time zone, last_attempt timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
  select j.data ->> 'name',
         false,
         case when j.started_on is null then 0 else j.retry_count + 1 end,
         coalesce(j.output ->> 'message', j.output #>> '{value,message}'),
         j.created_on,
         j.started_on
  from   jobs.job j
  where  j.name like 'event.%'
  and    j.state <= 'active'
  union  all
  select d.data ->> 'name',
         true,
         d.source_retry_count + 1,
         coalesce(d.source_output ->> 'message', d.source_output #>> '{value,message}'),
         d.source_created_on,
         d.created_on
  from   jobs.job d
  where  d.name = 'dead_letters'
  and    d.source_name like 'event.%'
  and    d.state <= 'active';
end;
$function$
;
-- Events that have not been delivered yet: one row per event and listener.

CREATE OR REPLACE FUNCTION public.follow_config_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  moved uuid[];
  turned uuid[];
  recast uuid[];
begin
  select array_agg(c.id order by c.id) filter (where c.parent_id is distinct from g.parent_id),
         array_agg(c.id order by c.id) filter (where c.health is distinct from g.health and c.agent_id = '00000000-0000-0000-0000-000000000000'),
         array_agg(c.id order by c.id) filter (where c.tags is distinct from g.tags or c.type <> g.type)
  into   moved, turned, recast
  from   came c
  join   gone g on g.id = c.id
  where  c.parent_id is distinct from g.parent_id or c.health is distinct from g.health or c.tags is distinct from g.tags
         or c.type <> g.type;

  if moved is not null then
    delete from config_relationships r
    using  gone g
    where  g.id = any (moved) and r.config_id = g.parent_id and r.related_id = g.id and r.relation = 'hard';
    insert into config_relationships (config_id, related_id, relation, scraper_id)
    select c.parent_id, c.id, 'hard', c.scraper_id
    from   came c
    where  c.id = any (moved) and c.parent_id <> c.id
    order  by c.id
    on conflict on constraint config_relationships_once do update set deleted_at = null;
  end if;
  if turned is not null then
    insert into config_changes (config_id, change_type, severity, source, summary, details)
    select c.id,
           case c.health when 'healthy' then 'Healthy' when 'unhealthy' then 'Unhealthy' when 'warning' then 'Warning' else 'HealthUnknown' end,
           case c.health when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
           'config-db-health-trigger',
           concat_ws(': ', nullif(c.status, ''), nullif(c.description, '')),
           jsonb_build_object(
             'previous', jsonb_build_object('health', g.health, 'status', g.status, 'ready', g.ready, 'description', g.description),
             'current', jsonb_build_object('health', c.health, 'status', c.status, 'ready', c.ready, 'description', c.description)
           )
    from   came c
    join   gone g on g.id = c.id
    where  c.id = any (turned)
    order  by c.id;
  end if;
  if recast is not null then
    perform from config_changes h where h.config_id = any (recast) order by h.id for no key update;
    update config_changes h
    set    config_type = c.type, config_tags = c.tags
    from   came c
    where  c.id = any (recast) and h.config_id = c.id;
  end if;
  return null;
end;
$function$
;
-- Updates the hard edge to the parent, records a change of health, and copies the type and the tags of an item into its changes.

CREATE OR REPLACE FUNCTION public.get_playbook_run_actions(run_id uuid)
 RETURNS TABLE(id uuid, name text, playbook_run_id uuid, status text, scheduled_time timestamp with time zone, start_time timestamp with time zone, end_time timestamp with time zone, result jsonb, error text, agent_id uuid, retry_count integer, agent jsonb, artifacts jsonb)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;
-- The actions of a run and of the runs it started, with their artifacts. @exposed @resource playbook_runs @feature playbooks

CREATE OR REPLACE FUNCTION public.get_recursive_path(start uuid)
 RETURNS TABLE(id uuid, related_id uuid, relation_type text, direction text, depth integer)
 LANGUAGE sql
 STABLE
AS $function$
  with chain as (
    select a.id::uuid as id, a.position
    from   config_items c
    cross  join string_to_table(nullif(c.path, ''), '.') with ordinality as a (id, position)
    where  c.id = get_recursive_path.start
    union  all
    select get_recursive_path.start, 1000000
  )
  select lag(c.id) over upwards, c.id, 'parent', 'incoming', (row_number() over (order by c.position desc))::integer
  from   chain c
  window upwards as (order by c.position)
  order  by c.position desc
  limit  (select count(*) - 1 from chain);
$function$
;
-- The ancestors of a config item as edges, the nearest first. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.has_claims()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return coalesce(current_setting('quarterdeck.claims', true), '') <> '';
end;
$function$
;
-- Whether the claims of an actor are set. Without claims no rows are visible.

CREATE OR REPLACE FUNCTION public.hold_config_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from config_items where id = old.id for update;
  return new;
end;
$function$
;
-- Blocks new changes of an item while the columns that they copy are updated.

CREATE OR REPLACE FUNCTION public.how_it_went(status boolean, invalid boolean, in_maintenance boolean)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (status IS NULL) THEN 0 ELSE (CASE WHEN status THEN 1 ELSE 2 END + CASE WHEN counts_in_uptime(invalid, in_maintenance) THEN 0 ELSE 2 END) END)::smallint
;
-- The result of a run of a check as a number.

CREATE OR REPLACE FUNCTION public.index_config_items(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  noted integer;
  items uuid[];
begin
  with taken as (
    delete from config_search_waiting w
    where  w.ctid = any (array(select t.ctid from config_search_waiting t limit most for update skip locked))
    returning w.config_id
  )
  select count(*), array_agg(distinct config_id) into noted, items from taken;
  insert into config_search as s (config_id, words)
  select c.id, words_of_config(c)
  from   config_items c
  where  c.id = any (items)
  order  by c.id
  on conflict (config_id) do update set words = excluded.words where s.words is distinct from excluded.words;
  return noted;
end;
$function$
;
-- Reads the words of up to this many config items again; returns the number of processed notes.

CREATE OR REPLACE FUNCTION public.is_paused(paused_at timestamp with time zone, paused_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((paused_at IS NOT NULL) AND ((paused_until IS NULL) OR (paused_until > now())))
;
-- Whether a check is paused now.

CREATE OR REPLACE FUNCTION public.keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('quarterdeck.prunes', true) = 'audit_log' then
    return old;
  end if;
  -- Credentials in entries of older releases are masked once (server/spec/seal-stored.ts); nothing else of an entry may
  -- change.
  if tg_op = 'UPDATE' and current_setting('quarterdeck.masks', true) = 'audit_log'
     and to_jsonb(new) - '{before,after,resource_name}'::text[] = to_jsonb(old) - '{before,after,resource_name}'::text[] then
    return new;
  end if;
  raise exception 'Entries of the audit log cannot be changed or deleted.'
    using errcode = '42501', hint = 'Entries older than audit.retention.days are deleted automatically.';
end;
$function$
;
-- Rejects changes and deletions of audit log entries; only prune_audit_log may delete.

CREATE OR REPLACE FUNCTION public.keep_deleted_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.deleted_at := old.deleted_at;
  return new;
end;
$function$
;
-- Keeps the time of the first deletion.

CREATE OR REPLACE FUNCTION public.keep_facets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  facets constant text := tg_argv[0];
  came_pairs text;
  gone_pairs text;
  held jsonb;
  kind text;
  differs text;
  touched boolean;
begin
  if tg_op = 'UPDATE' then
    select string_agg(format('c.%1$I is distinct from g.%1$I', name), ' or ') into differs from unnest(tg_argv[1:]) as name;
    -- An aggregate, because the planner expects `exists` to find a row soon and compares every pair of rows.
    execute format('select bool_or((c.deleted_at is null) <> (g.deleted_at is null) or %s) from came c join gone g using (id)', differs)
    into touched;
    if touched is not true then
      return null;
    end if;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    kind := tg_argv[i];
    came_pairs := format(case tg_op
      when 'UPDATE' then
        'select distinct p.key, p.value from came c join gone g using (id), jsonb_each_text(c.%1$I) p
         where c.deleted_at is null and (g.deleted_at is not null or c.%1$I is distinct from g.%1$I)'
      else 'select distinct p.key, p.value from came c, jsonb_each_text(c.%1$I) p where c.deleted_at is null' end, kind);
    gone_pairs := format(case tg_op
      when 'UPDATE' then
        'select distinct p.key, p.value from gone g join came c using (id), jsonb_each_text(g.%1$I) p
         where g.deleted_at is null and (c.deleted_at is not null or c.%1$I is distinct from g.%1$I)'
      else 'select distinct p.key, p.value from gone g, jsonb_each_text(g.%1$I) p where g.deleted_at is null' end, kind);

    if tg_op <> 'DELETE' then
      execute format('insert into %I (kind, key, value) select %L, key, value from (%s) p order by key, value on conflict do nothing',
                     facets, kind, came_pairs);
      execute format('select from %I f join (%s) p using (key, value) where f.kind = %L for key share of f', facets, came_pairs, kind);
    end if;
    if tg_op <> 'INSERT' then
      execute format('select jsonb_agg(jsonb_build_array(key, value)) from (select f.key, f.value from %I f join (%s) p using (key, value)
                      where f.kind = %L for update of f skip locked) held', facets, gone_pairs, kind) into held;
      execute format('delete from %I f using jsonb_array_elements($1) as pair
                      where f.kind = %L and f.key = pair ->> 0 and f.value = pair ->> 1
                      and not exists (select from %I r where r.deleted_at is null and r.%I @> jsonb_build_object(f.key, f.value))',
                     facets, kind, tg_table_name, kind) using held;
    end if;
  end loop;
  return null;
end;
$function$
;
-- Maintains the small table of labels in use.

CREATE OR REPLACE FUNCTION public.keep_sealing_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored jsonb := to_jsonb(new);
  was jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  sealed text;
begin
  for i in 0 .. tg_nargs - 1 loop
    sealed := stored ->> tg_argv[i];
    if sealed like 'v1.%' and sealed is distinct from was ->> tg_argv[i] then
      perform from secret_keys where id = split_part(sealed, '.', 2) and state in ('sealing', 'accepted') for share;
      if not found then
        raise exception 'the key for stored secrets was changed meanwhile' using errcode = 'serialization_failure';
      end if;
    end if;
  end loop;
  return new;
end;
$function$
;
-- Rejects values sealed with a key that no longer seals.

CREATE OR REPLACE FUNCTION public.label_values(labels jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(jsonb_path_query_array(labels, '$.*'::jsonpath), '[]'::jsonb)
;
-- The values of an object, for search.

CREATE OR REPLACE FUNCTION public.latest_job(resource_type text, resource_id text)
 RETURNS TABLE(job_name text, job_success_count integer, job_error_count integer, job_details jsonb, job_hostname text, job_duration_millis integer, job_resource_type text, job_status text, job_time_start timestamp with time zone, job_time_end timestamp with time zone, job_created_at timestamp with time zone, job_last_failed timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select h.name, h.success_count, h.error_count, h.details, h.hostname, h.duration_millis, h.resource_type, h.status,
         h.time_start, h.time_end, h.created_at,
         (
           select max(f.time_start)
           from   job_history f
           where  f.resource_type = latest_job.resource_type and f.resource_id = latest_job.resource_id and f.status = 'FAILED'
         )
  from   job_history h
  where  h.resource_type = latest_job.resource_type and h.resource_id = latest_job.resource_id
  order  by h.created_at desc
  limit  1;
$function$
;
-- The newest job run of a resource, and when one of its runs last failed.

CREATE OR REPLACE FUNCTION public.line_config_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  renamed uuid[];
begin
  if tg_op = 'INSERT' then
    insert into config_lines (config_id, name, line)
    select id, name, config_line(name, type, description, tags)
    from   came
    order  by id;
  else
    -- The ids are passed as a list; a join would read the whole table although there are rarely any.
    select array_agg(n.id)
    into   renamed
    from   came n
    join   gone o on o.id = n.id
    where  row(n.name, n.type, n.description, n.tags ->> 'namespace')
           is distinct from row(o.name, o.type, o.description, o.tags ->> 'namespace');
    if renamed is not null then
      update config_lines l
      set    name = n.name, line = config_line(n.name, n.type, n.description, n.tags)
      from   came n
      where  l.config_id = any (renamed) and n.id = l.config_id;
    end if;
  end if;
  return null;
end;
$function$
;
-- Updates the search copy of the names of config items.

CREATE OR REPLACE FUNCTION public.link_new_config_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into config_relationships (config_id, related_id, relation, scraper_id)
  select c.parent_id, c.id, 'hard', c.scraper_id
  from   came c
  where  c.parent_id <> c.id
  order  by c.id
  on conflict on constraint config_relationships_once do update set deleted_at = null;
  return null;
end;
$function$
;
-- Inserts the hard edge between a new config item and its parent.

CREATE OR REPLACE FUNCTION public.lookup_analysis_by_component(id text)
 RETURNS SETOF config_analysis
 LANGUAGE sql
 STABLE
AS $function$
  select a.*
  from   config_analysis a
  where  a.config_id in (
    select r.config_id
    from   config_component_relationships r
    where  r.component_id = lookup_analysis_by_component.id::uuid and r.deleted_at is null
  );
$function$
;
-- All insights of the config items that belong to a component. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.lower_severity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.severity := lower(new.severity);
  return new;
end;
$function$
;
-- Clients send severities in either case; they are stored in lower case.

CREATE OR REPLACE FUNCTION public.make_check_status_partitions(first date DEFAULT (((now() AT TIME ZONE 'utc'::text))::date - 1), last date DEFAULT (((now() AT TIME ZONE 'utc'::text))::date + 7))
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  day date := first;
  name text;
  made integer := 0;
begin
  while day <= last loop
    name := 'check_statuses_' || to_char(day, 'YYYYMMDD');
    if to_regclass('public.' || name) is null then
      execute format('create table public.%I (like public.check_statuses including defaults including constraints)', name);
      execute format('with moved as (delete from public.check_statuses_default where time >= %L and time < %L returning *)
                      insert into public.%I select * from moved',
                     day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc', name);
      execute format('alter table public.check_statuses attach partition public.%I for values from (%L) to (%L)',
                     name, day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc');
      made := made + 1;
    end if;
    day := day + 1;
  end loop;
  return made;
end;
$function$
;
-- Creates the partitions of check_statuses for a range of days; returns how many were missing.

CREATE OR REPLACE FUNCTION public.make_config_groups()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select distinct on (1) config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
         agent_id, type, config_class, status, health, tags, deleted_at is not null
  from   config_items
  order  by 1
  on conflict (id) do nothing;
  insert into config_item_groups as t
         (config_id, group_id, created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d)
  select id, config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
         created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
  from   config_items
  on conflict (config_id) do update
  set    group_id = excluded.group_id, created_at = excluded.created_at,
         cost_per_minute = excluded.cost_per_minute, cost_total_1d = excluded.cost_total_1d,
         cost_total_7d = excluded.cost_total_7d, cost_total_30d = excluded.cost_total_30d;
  insert into config_group_dirt (group_id) select id from config_groups;
  return refresh_config_groups();
end;
$function$
;
-- Assigns every config item to its group and counts all groups; returns the number of groups.

CREATE OR REPLACE FUNCTION public.mark_check_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.last_transition_time := now();
  return new;
end;
$function$
;
-- Sets the time at which a check changed its status.

CREATE OR REPLACE FUNCTION public.mark_incident_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status in ('investigating', 'mitigated', 'resolved', 'closed') then
    new.acknowledged := coalesce(new.acknowledged, now());
  end if;
  new.resolved := case when new.status in ('resolved', 'closed') then coalesce(new.resolved, now()) end;
  new.closed := case when new.status in ('closed', 'cancelled') then coalesce(new.closed, now()) end;
  return new;
end;
$function$
;
-- Sets the timestamps of an incident according to its status.

CREATE OR REPLACE FUNCTION public.mark_unpushed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_pushed := false;
  return new;
end;
$function$
;
-- Marks a changed row to be pushed again.

CREATE OR REPLACE FUNCTION public.merge_config_change_notes()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  merged integer;
begin
  perform pg_advisory_xact_lock(hashtext('merge_config_change_notes'));
  with taken as (delete from config_change_notes returning period, config_type, change_type, severity, changes)
  insert into config_change_counts as c (period, config_type, change_type, severity, changes)
  select period, config_type, change_type, severity, sum(changes) from taken group by 1, 2, 3, 4
  on conflict (period, config_type, change_type, severity) do update set changes = c.changes + excluded.changes;
  get diagnostics merged = row_count;
  delete from config_change_counts where changes = 0;
  return merged;
end;
$function$
;
-- Merges the notes about changes into the counts; returns the number of affected counts.

CREATE OR REPLACE FUNCTION public.name_message_resource()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.resource_name := case split_part(new.source_event, '.', 1)
    when 'config' then (select name from config_items where id = new.resource_id)
    when 'component' then (select name from components where id = new.resource_id)
    when 'check' then (select name from checks where id = new.resource_id)
    when 'canary' then (select name from canaries where id = new.resource_id)
  end;
  return new;
end;
$function$
;
-- Stores the name of the resource with a message.

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid;
$function$
;
-- A time-ordered uuid (version 7).

CREATE OR REPLACE FUNCTION public.next_incident_id()
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select 'INC-' || nextval('incident_number') $function$
;
-- The next incident number.

CREATE OR REPLACE FUNCTION public.note_config_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  came_rows constant text := 'select created_at, config_type, change_type, severity, 1 as times from came';
  gone_rows constant text := 'select created_at, config_type, change_type, severity, -1 as times from gone';
begin
  if tg_op = 'TRUNCATE' then
    delete from config_change_notes;
    delete from config_change_counts;
    return null;
  end if;
  execute format($sql$
    insert into config_change_notes (period, config_type, change_type, severity, changes)
    select date_bin('6 hours', created_at, '1970-01-01 00:00:00+00'), config_type, change_type, coalesce(severity, 'none'), sum(times)
    from   (%s) w
    group  by 1, 2, 3, 4
    having sum(times) <> 0
  $sql$, case tg_op when 'INSERT' then came_rows when 'DELETE' then gone_rows else came_rows || ' union all ' || gone_rows end);
  return null;
end;
$function$
;
-- Records the number of added and deleted changes per period.

CREATE OR REPLACE FUNCTION public.note_config_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into config_search_waiting (config_id) select id from came;
  else
    insert into config_search_waiting (config_id)
    select n.id
    from   came n
    join   gone o on o.id = n.id
    where  row(n.updated_at, n.name, n.type, n.description, n.labels, n.tags, n.external_id)
           is distinct from row(o.updated_at, o.name, o.type, o.description, o.labels, o.tags, o.external_id);
  end if;
  return null;
end;
$function$
;
-- Records the config items whose words have to be read again.

CREATE OR REPLACE FUNCTION public.note_lost_versions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- All unlisted changes are changes of documents.
  of_documents constant text := case tg_table_name when 'config_changes' then 'g.source = ''diff''' else 'true' end;
begin
  execute format(
    'insert into config_lost_versions as l (config_id, until)
     select g.config_id, max(g.created_at)
     from   gone g
     where  %s and exists (select from config_items i where i.id = g.config_id)
     group  by g.config_id
     order  by g.config_id
     on conflict (config_id) do update set until = greatest(l.until, excluded.until)',
    of_documents);
  return null;
end;
$function$
;
-- Records until when the documents of config items cannot be reconstructed.

CREATE OR REPLACE FUNCTION public.note_resolved_insight()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.resolved_at := now();
  return new;
end;
$function$
;
-- Records when an insight was resolved.

CREATE OR REPLACE FUNCTION public.property_values(properties jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((jsonb_path_query_array(properties, '$[*]."text"?(@.type() == "string")'::jsonpath) || jsonb_path_query_array(properties, '$[*]."value"?(@.type() != "null")'::jsonpath)), '[]'::jsonb)
;
-- Every text and value of a list of properties, for search.

CREATE OR REPLACE FUNCTION public.prune_audit_log(older_than timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
-- Deletes entries older than the given time, up to a maximum number, and returns how many were deleted.

CREATE OR REPLACE FUNCTION public.record_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  max_ids constant integer := 100;
  keys text[];
  touched boolean;
begin
  if tg_op = 'TRUNCATE' then
    touched := true;
  elsif tg_op = 'DELETE' then
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from gone limit %s) k', tg_argv[0], max_ids + 1) into keys;
    else
      select exists (select from gone) into touched;
    end if;
  else
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from came limit %s) k', tg_argv[0], max_ids + 1) into keys;
    else
      select exists (select from came) into touched;
    end if;
  end if;
  -- A statement that changed no row is not recorded.
  if keys is null and touched is not true then
    return null;
  end if;
  insert into changes (relation, ids)
  values (tg_table_name, case when cardinality(keys) <= max_ids then keys end);
  notify quarterdeck_changes;
  return null;
end;
$function$
;
-- Records which rows of a table changed, for live screens.

CREATE OR REPLACE FUNCTION public.record_incident_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  author constant uuid := coalesce(nullif(current_setting('quarterdeck.person', true), '')::uuid, new.created_by);
begin
  if tg_table_name = 'incidents' then
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, author, case tg_op when 'INSERT' then 'incident.created' else 'incident.status_updated' end,
            case tg_op when 'INSERT' then new.incident_id else new.status end);
  elsif tg_table_name = 'responders' then
    insert into incident_histories (incident_id, created_by, type, responder_id)
    values (new.incident_id, author, 'responder.created', new.id);
  elsif tg_table_name = 'comments' then
    insert into incident_histories (incident_id, created_by, type, comment_id, responder_id)
    values (new.incident_id, author, 'responder.commented', new.id, new.responder_id);
  elsif tg_table_name = 'hypotheses' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, description)
    values (new.incident_id, author, case tg_op when 'INSERT' then 'hypothesis.created' else 'hypothesis.status_updated' end, new.id, new.status);
  elsif tg_table_name = 'evidences' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id)
    select h.incident_id, author, case tg_op when 'INSERT' then 'evidence.created' else 'evidence.done_definition_added' end, h.id, new.id
    from   hypotheses h
    where  h.id = new.hypothesis_id;
  end if;
  return null;
end;
$function$
;
-- Writes the history of an incident.

CREATE OR REPLACE FUNCTION public.record_notification_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into config_changes (config_id, change_type, severity, source, summary, details)
  select c.id,
         'Notification' || initcap(new.status),
         case new.status when 'error' then 'high' when 'attempting_fallback' then 'medium' else 'info' end,
         'notification',
         nullif(new.error, ''),
         jsonb_build_object('notification_id', new.notification_id, 'send_history_id', new.id, 'event', new.source_event)
  from   config_items c
  where  c.id = new.resource_id;
  return null;
end;
$function$
;
-- Records a notification about a config item as a change of the item.

CREATE OR REPLACE FUNCTION public.recount_config_changes()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM config_change_notes;
 DELETE FROM config_change_counts;
 INSERT INTO config_change_counts (period, config_type, change_type, severity, changes)  SELECT date_bin('06:00:00'::interval, config_changes.created_at, '1970-01-01 00:00:00+00'::timestamp with time zone) AS date_bin,
             config_changes.config_type,
             config_changes.change_type,
             COALESCE(config_changes.severity, 'none'::text) AS "coalesce",
             count(*) AS count
            FROM config_changes
           GROUP BY (date_bin('06:00:00'::interval, config_changes.created_at, '1970-01-01 00:00:00+00'::timestamp with time zone)), config_changes.config_type, config_changes.change_type, COALESCE(config_changes.severity, 'none'::text);
END
;
-- Counts all changes again.

CREATE OR REPLACE FUNCTION public.refresh_config_groups()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  dirty uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('refresh_config_groups'));
  with taken as (delete from config_group_dirt returning group_id)
  select coalesce(array_agg(distinct group_id), '{}') into dirty from taken;
  with taken as (delete from config_new_groups returning *)
  insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select distinct on (id) id, agent_id, type, config_class, status, health, tags, is_deleted
  from   taken
  order  by id
  on conflict (id) do nothing;
  update config_groups g
  set    items = n.items, last_3d = n.last_3d, last_7d = n.last_7d, last_30d = n.last_30d,
         created_at = n.created_at, updated_at = n.updated_at, cost_per_minute = n.cost_per_minute,
         cost_total_1d = n.cost_total_1d, cost_total_7d = n.cost_total_7d, cost_total_30d = n.cost_total_30d,
         open_availability = n.open_availability, open_compliance = n.open_compliance, open_cost = n.open_cost,
         open_integration = n.open_integration, open_other = n.open_other, open_performance = n.open_performance,
         open_recommendation = n.open_recommendation, open_reliability = n.open_reliability,
         open_security = n.open_security, open_technical_debt = n.open_technical_debt
  from   (
           select d.id, coalesce(c.items, 0) as items, coalesce(c.last_3d, 0) as last_3d, coalesce(c.last_7d, 0) as last_7d,
                  coalesce(c.last_30d, 0) as last_30d, c.created_at, c.updated_at, c.cost_per_minute, c.cost_total_1d,
                  c.cost_total_7d, c.cost_total_30d,
                  coalesce(c.open_availability, 0) as open_availability, coalesce(c.open_compliance, 0) as open_compliance,
                  coalesce(c.open_cost, 0) as open_cost, coalesce(c.open_integration, 0) as open_integration,
                  coalesce(c.open_other, 0) as open_other, coalesce(c.open_performance, 0) as open_performance,
                  coalesce(c.open_recommendation, 0) as open_recommendation, coalesce(c.open_reliability, 0) as open_reliability,
                  coalesce(c.open_security, 0) as open_security, coalesce(c.open_technical_debt, 0) as open_technical_debt
           from   unnest(dirty) as d (id)
           left   join count_config_groups(dirty) c on c.id = d.id
         ) n
  where  g.id = n.id
  and    row(g.items, g.last_3d, g.last_7d, g.last_30d, g.created_at, g.updated_at, g.cost_per_minute, g.cost_total_1d,
             g.cost_total_7d, g.cost_total_30d, g.open_availability, g.open_compliance, g.open_cost, g.open_integration, g.open_other,
             g.open_performance, g.open_recommendation, g.open_reliability, g.open_security, g.open_technical_debt)
         is distinct from
         row(n.items, n.last_3d, n.last_7d, n.last_30d, n.created_at, n.updated_at, n.cost_per_minute, n.cost_total_1d,
             n.cost_total_7d, n.cost_total_30d, n.open_availability, n.open_compliance, n.open_cost, n.open_integration, n.open_other,
             n.open_performance, n.open_recommendation, n.open_reliability, n.open_security, n.open_technical_debt);
  return cardinality(dirty);
end;
$function$
;
-- Counts the groups of config items whose totals are out of date; returns their number.

CREATE OR REPLACE FUNCTION public.regroup_config_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtext('config_groups'));
    insert into config_new_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
    select n.*
    from   (
             select distinct config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null) as id,
                    agent_id, type, config_class, status, health, tags, deleted_at is not null
             from   came
           ) n
    where  not exists (select from config_groups g where g.id = n.id);
    insert into config_item_groups
           (config_id, group_id, created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d)
    select id, config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
           created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
    from   came
    order  by id;
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('config_groups'));
  insert into config_new_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select n.*
  from   (
           select distinct config_group_id(c.agent_id, c.type, c.config_class, c.status, c.health, c.tags, c.deleted_at is not null) as id,
                  c.agent_id, c.type, c.config_class, c.status, c.health, c.tags, c.deleted_at is not null
           from   came c
           join   gone o on o.id = c.id
           where  row(c.agent_id, c.type, c.config_class, c.status, c.health, c.tags, c.deleted_at is null)
                  is distinct from row(o.agent_id, o.type, o.config_class, o.status, o.health, o.tags, o.deleted_at is null)
         ) n
  where  not exists (select from config_groups g where g.id = n.id);
  update config_item_groups t
  set    group_id = config_group_id(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is not null),
         created_at = n.created_at, cost_per_minute = n.cost_per_minute,
         cost_total_1d = n.cost_total_1d, cost_total_7d = n.cost_total_7d, cost_total_30d = n.cost_total_30d
  from   came n
  join   gone o on o.id = n.id
  where  t.config_id = n.id
  and    row(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is null, n.created_at,
             n.cost_per_minute, n.cost_total_1d, n.cost_total_7d, n.cost_total_30d)
         is distinct from
         row(o.agent_id, o.type, o.config_class, o.status, o.health, o.tags, o.deleted_at is null, o.created_at,
             o.cost_per_minute, o.cost_total_1d, o.cost_total_7d, o.cost_total_30d);
  return null;
end;
$function$
;
-- Updates the group of each config item and the values that its totals are computed from.

CREATE OR REPLACE FUNCTION public.related_changes_recursive(lookup_id uuid, type_filter text DEFAULT 'downstream'::text, include_deleted_configs boolean DEFAULT false, max_depth integer DEFAULT 5, soft boolean DEFAULT false)
 RETURNS TABLE(id uuid, config_id uuid, name text, type text, tags jsonb, agent_id uuid, deleted_at timestamp with time zone, external_change_id text, external_created_by text, created_at timestamp with time zone, severity text, change_type text, source text, summary text, details jsonb, diff text, created_by uuid, count integer, first_observed timestamp with time zone, path text, inserted_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  around constant uuid[] := config_ids_around(lookup_id, type_filter, max_depth, soft);
begin
  return query
  select ch.id, ch.config_id, c.name, c.type, c.tags, c.agent_id, c.deleted_at, ch.external_change_id, ch.external_created_by,
         ch.created_at, ch.severity, ch.change_type, ch.source, ch.summary, ch.details, ch.diff, ch.created_by, ch.count,
         ch.first_observed, c.path, ch.inserted_at
  from   config_changes ch
  join   config_items c on c.id = ch.config_id
  where  ch.config_id = any (around) and (include_deleted_configs or c.deleted_at is null);
end;
$function$
;
-- Changes of a config item and of the items around it. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.related_config_ids_recursive(config_id uuid, type_filter text DEFAULT 'all'::text, max_depth integer DEFAULT 5, incoming_relation text DEFAULT 'both'::text, outgoing_relation text DEFAULT 'both'::text)
 RETURNS TABLE(id uuid, direction text, depth integer)
 LANGUAGE sql
 STABLE
AS $function$
  select case e.direction when 'outgoing' then e.related_id else e.id end, e.direction, min(e.depth)
  from   config_relationships_recursive(config_id, type_filter, max_depth, incoming_relation, outgoing_relation) e
  group  by 1, 2;
$function$
;
-- The config items around a config item, with their distance. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.related_configs_recursive(config_id uuid, type_filter text DEFAULT 'outgoing'::text, include_deleted_configs boolean DEFAULT false, max_depth integer DEFAULT 5, incoming_relation text DEFAULT 'both'::text, outgoing_relation text DEFAULT 'both'::text, include_ancestors boolean DEFAULT true)
 RETURNS TABLE(id uuid, name text, type text, related_ids text[], tags jsonb, changes bigint, analysis jsonb, cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric, created_at timestamp with time zone, updated_at timestamp with time zone, deleted_at timestamp with time zone, agent_id uuid, health text, ready boolean, status text, path text)
 LANGUAGE sql
 STABLE
AS $function$
  with edges as (
    select e.id, e.related_id, min(e.depth) as depth
    from   config_relationships_recursive(config_id, type_filter, max_depth, incoming_relation, outgoing_relation) e
    -- The walk always reports the chain of parents, which is incoming.
    where  include_ancestors or e.direction = 'outgoing' or type_filter is distinct from 'outgoing'
    group  by e.id, e.related_id
  ),
  nodes as (
    select n.id, min(n.depth) as depth
    from   (
             select config_id as id, 0 as depth
             union all
             select e.id, e.depth from edges e
             union all
             -- Items without outgoing edges come last.
             select e.related_id, e.depth + 1000 from edges e where max_depth > 0
           ) n
    group  by n.id
  ),
  outward as (
    select e.id, array_agg(e.related_id::text) as related_ids
    from   edges e
    group  by e.id
  )
  -- Counts are subqueries, so that they are only computed for the rows of the page.
  select c.id, c.name, c.type, o.related_ids, c.tags,
         (select t.last_7d::bigint from config_change_tallies t where t.config_id = c.id),
         (
           select jsonb_object_agg(i.analysis_type, i.open)
           from   (
                    select coalesce(a.analysis_type, 'other') as analysis_type, count(*) as open
                    from   config_analysis a
                    where  a.config_id = c.id and a.status = 'open'
                    group  by 1
                  ) i
         ),
         c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d,
         c.created_at, c.updated_at, c.deleted_at, c.agent_id, c.health, c.ready, c.status, c.path
  from   nodes n
  join   config_items c on c.id = n.id
  left   join outward o on o.id = n.id
  where  include_deleted_configs or c.deleted_at is null
  order  by n.depth, c.name, c.id;
$function$
;
-- A config item and the items around it, each with the ids of its outgoing edges. Outgoing relationships include the chain of parents unless include_ancestors is false. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.remember_latest_runs()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  written integer;
begin
  insert into check_status_slots (check_id, slot, began, times, took, how)
  select r.check_id, (extract(epoch from r.began) / 600)::bigint % 8, r.began, r.times, r.took, r.how
  from   checks c
  cross  join lateral (
           select s.check_id, date_bin('10 minutes', s.time, '2000-01-01 00:00:00+00') as began,
                  array_agg(s.time) as times, array_agg(s.duration) as took,
                  array_agg(how_it_went(s.status, s.invalid, s.in_maintenance)) as how
           from   check_statuses s
           where  s.check_id = c.id
           and    s.time > (select n.time from check_statuses n where n.check_id = c.id order by n.time desc limit 1) - interval '1 hour'
           group  by 1, 2
         ) r
  on conflict (check_id, slot) do update
  set    began = excluded.began, times = excluded.times, took = excluded.took, how = excluded.how
  where  check_status_slots.began <= excluded.began;
  get diagnostics written = row_count;
  return written;
end;
$function$
;
-- Computes the slots of every check from its last hour of runs; returns how many.

CREATE OR REPLACE FUNCTION public.rename_message_resource()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update notification_send_history
  set    resource_name = null
  where  resource_id = old.id and split_part(source_event, '.', 1) = tg_argv[0];
  return null;
end;
$function$
;
-- Updates the stored names in messages when their resource is renamed or deleted.

CREATE OR REPLACE FUNCTION public.rights_of_person(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  with mine as (
    select r.*
    from   rules_about_person(person) r
    where  r.error is null
    and    (r.until is null or r.until > now())
  )
  select jsonb_build_object(
    'rules', coalesce(
      (
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                 'id', id,
                 'subject', subject,
                 'object', case
                   when config_id is not null then 'catalog'
                   when component_id is not null then 'topology'
                   when canary_id is not null then 'canaries'
                   when playbook_id is not null then 'playbooks'
                   when connection_id is not null then 'connection'
                   else coalesce(nullif(object, ''), '*')
                 end,
                 'action', action,
                 'deny', nullif(deny, false),
                 'until', until,
                 'row', case
                   when config_id is not null then jsonb_build_object('kind', 'config', 'id', config_id)
                   when component_id is not null then jsonb_build_object('kind', 'component', 'id', component_id)
                   when canary_id is not null then jsonb_build_object('kind', 'canary', 'id', canary_id)
                   when playbook_id is not null then jsonb_build_object('kind', 'playbook', 'id', playbook_id)
                   when connection_id is not null then jsonb_build_object('kind', 'connection', 'id', connection_id)
                 end,
                 'selector', object_selector,
                 -- An unknown agent name matches nothing rather than everything.
                 'agents', case when cardinality(agents) > 0 then (
                   select coalesce(jsonb_agg(a.id), '["none"]')
                   from  (
                     select a.id::text from agents a where a.id::text = any (mine.agents) or a.name = any (mine.agents)
                     union all
                     select '*' where '*' = any (mine.agents)
                   ) a
                 ) end,
                 'tags', nullif(tags, '{}')
               )) order by id)
        from   mine
      ),
      '[]'
    ),
    -- The table overrides the file and the environment.
    'limits_guests', coalesce(
      (select value = 'true' from properties where name = 'rls.enable' and deleted_at is null),
      (select value = 'true' from local_properties where name = 'rls.enable'),
      false
    )
  );
$function$
;
-- The permission rules about a person, in the form of the policy.

CREATE OR REPLACE FUNCTION public.roll_up_check_days(since timestamp with time zone DEFAULT (now() - '3 days'::interval))
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  written integer;
begin
  insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
  select check_id,
         date_trunc('day', time, 'UTC'),
         coalesce(sum(duration), 0),
         count(*),
         count(*) filter (where status and counts_in_uptime(invalid, in_maintenance)),
         count(*) filter (where not status and counts_in_uptime(invalid, in_maintenance))
  from   check_statuses
  where  time >= date_trunc('day', since, 'UTC')
  group  by 1, 2
  on conflict (check_id, created_at) do update
  set    duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed;
  get diagnostics written = row_count;
  return written;
end;
$function$
;
-- Sums up the runs of checks by day; returns the number of written sums.

CREATE OR REPLACE FUNCTION public.roll_up_check_hours(since timestamp with time zone DEFAULT (now() - '03:00:00'::interval))
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  written integer;
begin
  insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
  select check_id,
         date_trunc('hour', time, 'UTC'),
         coalesce(sum(duration), 0),
         count(*),
         count(*) filter (where status and counts_in_uptime(invalid, in_maintenance)),
         count(*) filter (where not status and counts_in_uptime(invalid, in_maintenance))
  from   check_statuses
  where  time >= date_trunc('hour', since, 'UTC')
  group  by 1, 2
  on conflict (check_id, created_at) do update
  set    duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed;
  get diagnostics written = row_count;
  return written;
end;
$function$
;
-- Sums up the runs of checks by hour; returns the number of written sums.

CREATE OR REPLACE FUNCTION public.rules_about_automation(kind text, id uuid, name text, namespace text)
 RETURNS SETOF permissions
 LANGUAGE sql
 STABLE
AS $function$
  with groups_of as (
    select g.name
    from   permission_groups g,
           jsonb_path_query(g.selectors -> case $1
             when 'canary' then 'canaries'
             when 'topology' then 'topologies'
             else $1 || 's'
           end, '$[*]') e
    where  g.deleted_at is null
    and    (
      e #>> '{}' in ('*', $2::text, $3)
      or (
        jsonb_typeof(e) = 'object' and e ?| '{id,name,namespace}'
        and coalesce(e ->> 'id' = $2::text, true)
        and coalesce(e ->> 'name' in ('*', $3), true)
        and coalesce(e ->> 'namespace' in ('*', $4), not e ? 'namespace')
      )
    )
  )
  select r.*
  from   permissions r
  where  r.deleted_at is null
  and    (
    r.subject_type = $1 and r.subject = $2::text
    or r.subject_type = 'group' and (r.subject = 'system' or r.subject in (select g.name from groups_of g))
  );
$function$
;
-- The permission rules about a canary, a scraper, a playbook, a topology or a notification, including expired and broken ones.

CREATE OR REPLACE FUNCTION public.rules_about_person(person uuid)
 RETURNS SETOF permissions
 LANGUAGE sql
 STABLE
AS $function$
  with teams_of as (
    select t.id, t.name
    from   team_members m
    join   teams t on t.id = m.team_id
    where  m.person_id = person and t.deleted_at is null
  ),
  groups_of as (
    select g.name
    from   permission_groups g
    where  g.deleted_at is null
    and    (
      exists (
        select from people p, jsonb_path_query(g.selectors, '$.people[*]') e
        where  p.id = person
        and    (e #>> '{}' in ('*', p.id::text, p.email) or e ->> 'id' = p.id::text or e ->> 'email' = p.email or e ->> 'name' = '*')
      )
      or exists (
        select from teams_of t, jsonb_path_query(g.selectors, '$.teams[*]') e
        where  e #>> '{}' in ('*', t.id::text, t.name) or e ->> 'id' = t.id::text or e ->> 'name' in ('*', t.name)
      )
    )
  )
  select r.*
  from   permissions r
  where  r.deleted_at is null
  and    case r.subject_type
           when 'person' then r.subject = person::text
           when 'team' then r.subject in (select id::text from teams_of)
           when 'group' then r.subject = 'everyone'
                          or r.subject in (select role from person_roles where person_id = person)
                          or r.subject in (select name from groups_of)
           else false
         end;
$function$
;
-- The permission rules about a person, including expired and broken ones.

CREATE OR REPLACE FUNCTION public.scraper_meant(said text, own uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (said IS NULL) THEN own ELSE COALESCE(as_uuid(said), (SELECT s.id FROM config_scrapers s WHERE ((s.deleted_at IS NULL) AND ((s.name = scraper_meant.said) OR (concat(s.namespace, '/', s.name) = scraper_meant.said))) ORDER BY s.created_at LIMIT 1)) END
;
-- The id of the scraper with this id or name. Default: the given scraper.

CREATE OR REPLACE FUNCTION public.search_configs(search text)
 RETURNS SETOF configs
 LANGUAGE sql
 STABLE
AS $function$
  select c.*
  from   configs c
  where  c.id in (select s.config_id from config_search s where s.words @@ words_query(search));
$function$
;
-- Config items whose names, labels, tags or documents have all of these words, or longer words that begin with them. @exposed @resource config_scrapers @feature config

CREATE OR REPLACE FUNCTION public.sees_config(config_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 10
AS $function$
begin
  return exists (select from config_items c where c.id = sees_config.config_id);
end;
$function$
;
-- Whether the row policy lets the caller see a config item.

CREATE OR REPLACE FUNCTION public.split_words(said text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN string_to_array(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(said, '\n'::text, ' '::text), '\t'::text, ' '::text), '\r'::text, ' '::text), '"'::text, ' '::text), '{'::text, ' '::text), '}'::text, ' '::text), '['::text, ' '::text), ']'::text, ' '::text), ':'::text, ' '::text), ','::text, ' '::text), '.'::text, ' '::text), '-'::text, ' '::text), '_'::text, ' '::text), '/'::text, ' '::text), '='::text, ' '::text), '('::text, ' '::text), ')'::text, ' '::text), '<'::text, ' '::text), '>'::text, ' '::text), '|'::text, ' '::text), ';'::text, ' '::text), '@'::text, ' '::text), '#'::text, ' '::text), '$'::text, ' '::text), '%'::text, ' '::text), '&'::text, ' '::text), '*'::text, ' '::text), '+'::text, ' '::text), '!'::text, ' '::text), '?'::text, ' '::text), ''''::text, ' '::text), '^'::text, ' '::text), '`'::text, ' '::text), '~'::text, ' '::text), '\'::text, ' '::text), '
'::text, ' '::text), '	'::text, ' '::text), ''::text, ' '::text)), ' '::text)
;
-- The words of a text in lower case, with empty ones between.

CREATE OR REPLACE FUNCTION public.summarise_checks(ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  written integer;
begin
  insert into check_status_summaries as present (check_id, p99, p97, p95, p50, mean, passed, failed, last_check, last_pass, last_fail)
  select i.id, r.percentiles[1], r.percentiles[2], r.percentiles[3], r.percentiles[4], r.mean, r.passed, r.failed, r.last_check, r.last_pass, r.last_fail
  from   unnest(ids) as i (id)
  cross  join lateral (
           select percentile_disc(array[0.99, 0.97, 0.95, 0.50]) within group (order by u.took) as percentiles,
                  avg(u.took) as mean,
                  count(*) filter (where u.how = 1) as passed,
                  count(*) filter (where u.how = 2) as failed,
                  max(u.time) as last_check,
                  max(u.time) filter (where u.how in (1, 3)) as last_pass,
                  max(u.time) filter (where u.how in (2, 4)) as last_fail
           from   check_status_slots s
           cross  join lateral unnest(s.times, s.took, s.how) as u (time, took, how)
           where  s.check_id = i.id
           and    u.time >= least(now() - interval '1 hour', (
                    select (select max(t.time) from unnest(l.times) as t (time))
                    from   check_status_slots l
                    where  l.check_id = i.id
                    order  by l.began desc
                    limit  1
                  ))
         ) r
  where  r.last_check is not null
  -- All writers lock rows in this order, which prevents deadlocks.
  order  by i.id
  on conflict (check_id) do update
  set    p99 = excluded.p99, p97 = excluded.p97, p95 = excluded.p95, p50 = excluded.p50, mean = excluded.mean,
         passed = excluded.passed, failed = excluded.failed, last_check = excluded.last_check,
         last_pass = coalesce(excluded.last_pass, present.last_pass),
         last_fail = coalesce(excluded.last_fail, present.last_fail),
         updated_at = now();
  get diagnostics written = row_count;
  return written;
end;
$function$
;
-- Updates the summaries of these checks; returns how many.

CREATE OR REPLACE FUNCTION public.summarise_new_statuses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ids uuid[];
begin
  with lately as (
    select c.check_id, c.time, c.duration, how_it_went(c.status, c.invalid, c.in_maintenance) as how
    from   came c
    where  c.time > now() - interval '1 hour'
    or     not exists (select from check_status_summaries s where s.check_id = c.check_id and s.last_check >= c.time)
  ), kept as (
    insert into check_status_slots as present (check_id, slot, began, times, took, how)
    select distinct on (l.check_id, slot)
           l.check_id, (extract(epoch from l.began) / 600)::bigint % 8 as slot, l.began, l.times, l.took, l.how
    from   (
             select check_id, date_bin('10 minutes', time, '2000-01-01 00:00:00+00') as began,
                    array_agg(time) as times, array_agg(duration) as took,
                    array_agg(how) as how
             from   lately
             group  by 1, 2
           ) l
    -- When a long history is written at once, only the latest rows of each slot are kept.
    order  by l.check_id, slot, l.began desc
    on conflict (check_id, slot) do update
    set    began = excluded.began,
           times = case when present.began = excluded.began then present.times || excluded.times else excluded.times end,
           took = case when present.began = excluded.began then present.took || excluded.took else excluded.took end,
           how = case when present.began = excluded.began then present.how || excluded.how else excluded.how end
    where  present.began <= excluded.began
  )
  select array_agg(distinct check_id) into ids from lately;
  if ids is not null then
    perform summarise_checks(ids);
  end if;
  return null;
end;
$function$
;
-- Updates the summaries of checks after new runs.

CREATE OR REPLACE FUNCTION public.sweep_config_groups()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  swept integer;
begin
  -- A writer may be about to use an empty group, and a count locks its groups; then the group is left for the next call.
  if not pg_try_advisory_xact_lock(hashtext('refresh_config_groups')) or not pg_try_advisory_xact_lock(hashtext('config_groups')) then
    return 0;
  end if;
  delete from config_groups g
  where  g.items = 0 and not exists (select from config_item_groups t where t.group_id = g.id);
  get diagnostics swept = row_count;
  return swept;
end;
$function$
;
-- Deletes empty groups of config items; returns their number.

CREATE OR REPLACE FUNCTION public.tally_agent_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into agent_tallies (agent_id, what, rows)
    select agent_id, tg_table_name, count(*) from came group by agent_id;
  elsif tg_op = 'DELETE' then
    insert into agent_tallies (agent_id, what, rows)
    select g.agent_id, tg_table_name, -count(*) from gone g where exists (select from agents a where a.id = g.agent_id) group by g.agent_id;
  else
    insert into agent_tallies (agent_id, what, rows)
    select w.agent_id, tg_table_name, sum(w.times)
    from   (
             select c.id, c.agent_id, 1 as times from came c
             union all
             select g.id, g.agent_id, -1 from gone g
           ) w
    group  by w.agent_id
    having sum(w.times) <> 0;
  end if;
  return null;
end;
$function$
;
-- Counts the rows of each agent.

CREATE OR REPLACE FUNCTION public.tally_config_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  aged timestamptz;
  came_rows constant text := 'select config_id, created_at, 1 as times from came';
  gone_rows constant text := 'select config_id, created_at, -1 as times from gone';
begin
  perform pg_advisory_xact_lock_shared(hashtext('config_change_clock'));
  select aged_until into aged from config_change_clock;
  execute format($sql$
    with written as (
      select config_id,
             coalesce(sum(times) filter (where created_at > $1 - interval '3 days'), 0) as last_3d,
             coalesce(sum(times) filter (where created_at > $1 - interval '7 days'), 0) as last_7d,
             sum(times) as last_30d
      from   (%s) w
      where  created_at > $1 - interval '30 days'
      group  by config_id
    ),
    more as (
      insert into config_change_tallies as t (config_id, last_3d, last_7d, last_30d)
      select config_id, last_3d, last_7d, last_30d
      from   written
      where  least(last_3d, last_7d, last_30d) >= 0 and greatest(last_3d, last_7d, last_30d) > 0
      -- A fixed order prevents deadlocks.
      order  by config_id
      on conflict (config_id) do update
      set    last_3d = t.last_3d + excluded.last_3d, last_7d = t.last_7d + excluded.last_7d, last_30d = t.last_30d + excluded.last_30d
    )
    -- A deleted change was counted before, so its row exists unless the item itself is deleted.
    update config_change_tallies t
    set    last_3d = greatest(t.last_3d + w.last_3d, 0),
           last_7d = greatest(t.last_7d + w.last_7d, 0),
           last_30d = greatest(t.last_30d + w.last_30d, 0)
    from   (
             select w.*
             from   written w
             join   config_change_tallies k on k.config_id = w.config_id
             where  least(w.last_3d, w.last_7d, w.last_30d) < 0
             order  by w.config_id
             for    no key update of k
           ) w
    where  t.config_id = w.config_id
  $sql$, case tg_op when 'INSERT' then came_rows when 'DELETE' then gone_rows else came_rows || ' union all ' || gone_rows end)
  using aged;
  return null;
end;
$function$
;
-- Updates the number of recent changes of config items.

CREATE OR REPLACE FUNCTION public.tally_config_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('config_change_clock'));
  if tg_op = 'INSERT' then
    insert into config_change_tallies (config_id, updated_at)
    select id, updated_at from came order by id
    on conflict (config_id) do nothing;
  else
    insert into config_change_tallies as t (config_id, updated_at)
    select c.id, c.updated_at
    from   came c
    join   gone g on g.id = c.id
    where  c.updated_at is distinct from g.updated_at
    order  by c.id
    on conflict (config_id) do update set updated_at = excluded.updated_at;
  end if;
  return null;
end;
$function$
;
-- A new config item has had no changes yet; the tally has the moment of its document.

CREATE OR REPLACE FUNCTION public.touch_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Sealing a value again with another key does not change it.
  if current_setting('quarterdeck.resealing', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end;
$function$
;
-- Records the time of an update.

CREATE OR REPLACE FUNCTION public.words_of_config(c config_items)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  said constant text := left(
    concat_ws(' ', c.name, c.type, c.description, c.external_id::text, c.labels::text, c.tags::text, c.config::text), 200000);
  words constant text[] := array_remove(split_words(said), '');
begin
  if said ~ '[^\s -/:-@[-`{-~]{101}' then
    return array_to_tsvector(array(select left(word, 100) from unnest(words) as word));
  end if;
  return array_to_tsvector(words);
end;
$function$
;
-- The words that a config item is found by.

CREATE OR REPLACE FUNCTION public.words_query(said text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((SELECT string_agg(format(CASE WHEN (length(w.word) > 2) THEN '''%s'':*'::text ELSE '''%s'''::text END, "left"(w.word, 100)), ' & '::text) AS string_agg FROM (SELECT DISTINCT word.word FROM unnest(split_words("left"(words_query.said, 500))) word(word) WHERE (word.word <> ''::text) LIMIT 12) w))::tsquery
;
-- A query for texts with all of these words or longer words that begin with them. Null if there are none.

create view agents_summary with (security_invoker = true) as
 SELECT a.id,
    a.name,
    a.hostname,
    a.description,
    a.ip,
    a.version,
    a.username,
    a.person_id,
    a.properties,
    a.tls,
    a.created_by,
    a.created_at,
    a.updated_at,
    a.cleanup,
    a.deleted_at,
    a.last_seen,
    a.last_received,
    t.configs AS config_count,
    t.scrapers AS config_scrapper_count,
    t.checks AS checks_count,
    t.playbook_runs AS playbook_runs_count,
        CASE
            WHEN a.id = '00000000-0000-0000-0000-000000000000'::uuid THEN 'healthy'::text
            WHEN a.last_seen IS NULL THEN 'unknown'::text
            WHEN a.last_seen > (now() - '00:01:01'::interval) THEN 'healthy'::text
            ELSE 'unhealthy'::text
        END AS health,
        CASE
            WHEN a.id = '00000000-0000-0000-0000-000000000000'::uuid THEN 'online'::text
            WHEN a.last_seen IS NULL THEN 'unknown'::text
            WHEN a.last_seen > (now() - '00:01:01'::interval) THEN 'online'::text
            ELSE 'offline'::text
        END AS status
   FROM agents a
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(k.rows) FILTER (WHERE k.what = 'config_items'::text), 0::numeric)::bigint AS configs,
            COALESCE(sum(k.rows) FILTER (WHERE k.what = 'config_scrapers'::text), 0::numeric)::bigint AS scrapers,
            COALESCE(sum(k.rows) FILTER (WHERE k.what = 'checks'::text), 0::numeric)::bigint AS checks,
            COALESCE(sum(k.rows) FILTER (WHERE k.what = 'playbook_runs'::text), 0::numeric)::bigint AS playbook_runs
           FROM agent_tallies k
          WHERE k.agent_id = a.id) t
  WHERE a.deleted_at IS NULL;
-- Agents with their row counts, health and status. @exposed @resource agents @feature agents @notnull id name created_at updated_at cleanup config_count config_scrapper_count checks_count playbook_runs_count health status

create view analysis_by_component with (security_invoker = true) as
 SELECT a.config_id,
    c.name,
    c.config_class,
    c.type,
    a.analysis_type,
    a.first_observed,
    a.last_observed,
    a.created_by,
    a.id AS analysis_id,
    a.severity,
    r.component_id
   FROM config_component_relationships r
     JOIN config_items c ON c.id = r.config_id AND c.deleted_at IS NULL
     JOIN config_analysis a ON a.config_id = c.id AND a.status = 'open'::text
  WHERE r.deleted_at IS NULL
  ORDER BY (array_position(ARRAY['critical'::text, 'blocker'::text, 'high'::text, 'medium'::text, 'low'::text, 'warning'::text, 'info'::text], a.severity)), c.name;
-- Open insights of the config items that belong to a component, the worst first. @exposed @resource config_scrapers @feature config @notnull config_id name config_class type first_observed last_observed analysis_id component_id

create view analysis_by_config with (security_invoker = true) as
 SELECT config_id AS id,
    jsonb_object_agg(analysis_type, severities) AS analysis
   FROM ( SELECT s.config_id,
            s.analysis_type,
            jsonb_object_agg(s.severity, s.found) AS severities
           FROM ( SELECT config_analysis.config_id,
                    COALESCE(config_analysis.analysis_type, 'other'::text) AS analysis_type,
                    COALESCE(config_analysis.severity, 'info'::text) AS severity,
                    count(*) AS found
                   FROM config_analysis
                  WHERE config_analysis.status <> 'resolved'::text
                  GROUP BY config_analysis.config_id, (COALESCE(config_analysis.analysis_type, 'other'::text)), (COALESCE(config_analysis.severity, 'info'::text))) s
          GROUP BY s.config_id, s.analysis_type) t
  GROUP BY config_id;
-- How many insights a config item has, by type and severity. @exposed @resource config_scrapers @feature config @notnull id analysis

create view analysis_summary_by_component with (security_invoker = true) as
 SELECT component_id AS id,
    jsonb_object_agg(analysis_type, severities) AS analysis
   FROM ( SELECT s.component_id,
            s.analysis_type,
            jsonb_object_agg(s.severity, s.found) AS severities
           FROM ( SELECT r.component_id,
                    COALESCE(a.analysis_type, 'other'::text) AS analysis_type,
                    COALESCE(a.severity, 'info'::text) AS severity,
                    count(*) AS found
                   FROM config_component_relationships r
                     JOIN config_items c ON c.id = r.config_id AND c.deleted_at IS NULL
                     JOIN config_analysis a ON a.config_id = c.id AND a.status = 'open'::text
                  WHERE r.deleted_at IS NULL
                  GROUP BY r.component_id, (COALESCE(a.analysis_type, 'other'::text)), (COALESCE(a.severity, 'info'::text))) s
          GROUP BY s.component_id, s.analysis_type) t
  GROUP BY component_id;
-- How many open insights a component has through its config items, by type and severity. @exposed @resource config_scrapers @feature config @notnull id analysis

create view analysis_types with (security_invoker = true) as
 WITH RECURSIVE walk AS (
        ( SELECT config_analysis.analysis_type
           FROM config_analysis
          WHERE config_analysis.analysis_type IS NOT NULL
          ORDER BY config_analysis.analysis_type
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT n.analysis_type
                   FROM config_analysis n
                  WHERE n.analysis_type > w.analysis_type
                  ORDER BY n.analysis_type
                 LIMIT 1) AS analysis_type
           FROM walk w
          WHERE w.analysis_type IS NOT NULL
        )
 SELECT analysis_type
   FROM walk
  WHERE analysis_type IS NOT NULL;
-- The types of insights there are, for filters. @exposed @resource database @feature config @notnull analysis_type

create view audit_log_types with (security_invoker = true) as
 WITH RECURSIVE types AS (
        ( SELECT audit_log.resource_type
           FROM audit_log
          ORDER BY audit_log.resource_type
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT l.resource_type
                   FROM audit_log l
                  WHERE l.resource_type > t.resource_type
                  ORDER BY l.resource_type
                 LIMIT 1) AS resource_type
           FROM types t
          WHERE t.resource_type IS NOT NULL
        )
 SELECT resource_type
   FROM types
  WHERE resource_type IS NOT NULL;
-- The resource types in the audit log, for filters. @exposed @resource rbac @notnull resource_type

create view canaries_with_status with (security_invoker = true) as
 SELECT c.id,
    c.name,
    c.namespace,
    c.spec ->> 'interval'::text AS "interval",
    c.spec ->> 'schedule'::text AS schedule,
    c.labels,
    c.source,
    c.created_by,
    c.created_at,
    c.updated_at,
    c.deleted_at,
    c.agent_id,
    ( SELECT max(k.last_runtime) AS max
           FROM checks k
          WHERE k.canary_id = c.id) AS last_runtime,
        CASE
            WHEN w.of_runs THEN 'Check runs'::text
            ELSE j.job_name
        END AS job_name,
        CASE
            WHEN w.of_runs THEN r.passed
            ELSE j.job_success_count
        END AS job_success_count,
        CASE
            WHEN w.of_runs THEN r.failed
            ELSE j.job_error_count
        END AS job_error_count,
        CASE
            WHEN NOT w.of_runs THEN j.job_details
            ELSE NULL::jsonb
        END AS job_details,
        CASE
            WHEN NOT w.of_runs THEN j.job_hostname
            ELSE NULL::text
        END AS job_hostname,
        CASE
            WHEN NOT w.of_runs THEN j.job_duration_millis
            ELSE NULL::integer
        END AS job_duration_millis,
        CASE
            WHEN w.of_runs THEN 'canary'::text
            ELSE j.job_resource_type
        END AS job_resource_type,
        CASE
            WHEN NOT w.of_runs THEN j.job_status
            WHEN r.failed = 0 THEN 'SUCCESS'::text
            WHEN r.passed > 0 THEN 'WARNING'::text
            ELSE 'FAILED'::text
        END AS job_status,
        CASE
            WHEN w.of_runs THEN r.last_check
            ELSE j.job_time_start
        END AS job_time_start,
        CASE
            WHEN w.of_runs THEN r.last_check
            ELSE j.job_time_end
        END AS job_time_end,
        CASE
            WHEN w.of_runs THEN r.last_check
            ELSE j.job_created_at
        END AS job_created_at,
    GREATEST(j.job_last_failed, r.last_fail) AS job_last_failed,
    jsonb_build_object('id', a.id, 'name', a.name) AS agent,
    COALESCE(( SELECT jsonb_object_agg(h.health, h.checks) AS jsonb_object_agg
           FROM ( SELECT check_health(k.status, k.next_runtime, k.interval_seconds, k.could_not_check_since, k.paused_at, k.paused_until) AS health,
                    count(*) AS checks
                   FROM checks k
                  WHERE k.canary_id = c.id AND k.deleted_at IS NULL
                  GROUP BY (check_health(k.status, k.next_runtime, k.interval_seconds, k.could_not_check_since, k.paused_at, k.paused_until))) h), '{}'::jsonb) AS checks
   FROM canaries c
     JOIN agents a ON a.id = c.agent_id
     LEFT JOIN LATERAL latest_job('canary'::text, c.id::text) j(job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at, job_last_failed) ON true
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(s.passed), 0::numeric)::integer AS passed,
            COALESCE(sum(s.failed), 0::numeric)::integer AS failed,
            max(s.last_check) AS last_check,
            max(s.last_fail) AS last_fail
           FROM checks k
             JOIN check_status_summaries s ON s.check_id = k.id
          WHERE k.canary_id = c.id AND k.deleted_at IS NULL AND NOT is_paused(k.paused_at, k.paused_until)) r
     CROSS JOIN LATERAL ( SELECT (r.passed + r.failed) > 0 AND COALESCE(j.job_status, 'SUCCESS'::text) = 'SUCCESS'::text AS of_runs) w
  WHERE c.deleted_at IS NULL;
-- Canaries with the status of their job: from the latest runs of their checks, or from a fault of the canary itself. @exposed @resource canaries @feature health @notnull id name namespace created_at updated_at agent_id agent checks

create view canary_job_histories with (security_invoker = true) as
 SELECT h.id,
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
    h.resource_name,
    h.agent
   FROM job_histories h
  WHERE h.resource_type = 'canary'::text
UNION ALL
 SELECT md5(concat(r.canary_id, r.hour))::uuid AS id,
    c.agent_id,
    'Check runs'::text AS name,
    'canary'::text AS resource_type,
    r.canary_id::text AS resource_id,
        CASE
            WHEN r.failed = 0::numeric THEN 'SUCCESS'::text
            WHEN r.passed > 0::numeric THEN 'WARNING'::text
            ELSE 'FAILED'::text
        END AS status,
    r.passed::integer AS success_count,
    r.failed::integer AS error_count,
    NULL::jsonb AS details,
    NULL::text AS hostname,
    NULL::integer AS duration_millis,
    r.hour AS time_start,
    LEAST(r.hour + '01:00:00'::interval, now()) AS time_end,
    r.hour AS created_at,
    c.name AS resource_name,
    jsonb_build_object('id', NULLIF(c.agent_id, '00000000-0000-0000-0000-000000000000'::uuid), 'name', ( SELECT a.name
           FROM agents a
          WHERE a.id = c.agent_id AND a.id <> '00000000-0000-0000-0000-000000000000'::uuid)) AS agent
   FROM ( SELECT k.canary_id,
            s.hour,
            sum(s.passed) AS passed,
            sum(s.failed) AS failed
           FROM checks k
             CROSS JOIN LATERAL ( SELECT t.created_at AS hour,
                    t.passed::bigint AS passed,
                    t.failed::bigint AS failed
                   FROM check_statuses_1h t
                  WHERE t.check_id = k.id AND t.created_at > (now() - '7 days'::interval) AND t.created_at < date_trunc('hour'::text, now() - '02:00:00'::interval, 'UTC'::text)
                UNION ALL
                 SELECT date_trunc('hour'::text, t."time", 'UTC'::text) AS date_trunc,
                    count(*) FILTER (WHERE t.status) AS count,
                    count(*) FILTER (WHERE NOT t.status) AS count
                   FROM check_statuses t
                  WHERE t.check_id = k.id AND t."time" >= date_trunc('hour'::text, now() - '02:00:00'::interval, 'UTC'::text) AND counts_in_uptime(t.invalid, t.in_maintenance)
                  GROUP BY (date_trunc('hour'::text, t."time", 'UTC'::text))) s
          GROUP BY k.canary_id, s.hour) r
     JOIN canaries c ON c.id = r.canary_id
  WHERE (r.passed + r.failed) > 0::numeric;
-- Jobs of canaries, and the runs of their checks in the last 7 days by hour. @exposed @resource integrations @feature settings.job_history @notnull id agent_id name status success_count error_count time_start created_at agent

create view canary_names with (security_invoker = true) as
 SELECT id,
    name,
    namespace,
    agent_id
   FROM canaries
  WHERE deleted_at IS NULL
  ORDER BY name;
-- Canaries to choose from. @exposed @resource database @feature health @notnull id name namespace agent_id

create view catalog_changes with (security_invoker = true) as
 SELECT ch.id,
    ch.config_id,
    c.name,
    c.deleted_at,
    c.type,
    c.tags,
    c.config,
    ch.external_change_id,
    ch.external_created_by,
    ch.created_at,
    ch.severity,
    ch.change_type,
    ch.source,
    ch.summary,
    ch.details,
    ch.diff,
    ch.created_by,
    ch.count,
    ch.first_observed,
    c.agent_id,
    c.path,
    ch.inserted_at
   FROM config_changes ch
     LEFT JOIN config_items c ON c.id = ch.config_id;
-- Changes with the columns of the list of changes. @exposed @resource config_scrapers @feature config @notnull id config_id name type created_at change_type count first_observed agent_id inserted_at

create view change_types with (security_invoker = true) as
 WITH RECURSIVE walk AS (
        ( SELECT config_changes.change_type
           FROM config_changes
          WHERE config_changes.change_type IS NOT NULL
          ORDER BY config_changes.change_type
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT n.change_type
                   FROM config_changes n
                  WHERE n.change_type > w.change_type
                  ORDER BY n.change_type
                 LIMIT 1) AS change_type
           FROM walk w
          WHERE w.change_type IS NOT NULL
        )
 SELECT change_type
   FROM walk
  WHERE change_type IS NOT NULL;
-- The types of changes there are, for filters. @exposed @resource database @feature config @notnull change_type

create view changes_by_component with (security_invoker = true) as
 SELECT ch.id,
    ch.config_id,
    c.name,
    c.config_class,
    c.type,
    ch.change_type,
    ch.created_at,
    ch.created_by,
    ch.id AS change_id,
    ch.severity,
    r.component_id,
    c.deleted_at AS config_deleted_at
   FROM config_component_relationships r
     JOIN config_items c ON c.id = r.config_id
     JOIN config_changes ch ON ch.config_id = c.id
  WHERE r.deleted_at IS NULL
  ORDER BY ch.created_at DESC;
-- Changes of the config items that belong to a component, the newest first. @exposed @resource config_scrapers @feature config @notnull id config_id name config_class type change_type created_at change_id component_id

create view check_labels with (security_invoker = true) as
 SELECT key,
    value
   FROM check_facets
  ORDER BY key, value;
-- The labels of existing checks. @exposed @resource database @feature health @notnull key value

create view check_names with (security_invoker = true) as
 SELECT id,
    canary_id,
    type,
    name,
    status
   FROM checks
  WHERE deleted_at IS NULL AND silenced_at IS NULL
  ORDER BY name;
-- Checks to choose from. @exposed @resource database @feature health @notnull id canary_id type name

create view check_status_summary with (security_invoker = true) as
 SELECT s.check_id,
    s.p99,
    s.p97,
    s.p95,
    s.p50,
    s.mean,
    s.passed,
    s.failed,
    s.last_check,
    s.last_pass,
    s.last_fail
   FROM check_status_summaries s
     JOIN checks c ON c.id = s.check_id
  WHERE c.deleted_at IS NULL;
-- Figures of each check for the last hour, or for its last run when that is older. @exposed @resource canaries @feature health @notnull check_id passed failed last_check

create view check_status_summary_aged with (security_invoker = true) as
 SELECT c.id AS check_id,
    r.duration AS p99,
    r.duration AS p95,
    r.duration AS p50,
    r.duration::double precision AS mean,
    (r.status IS TRUE AND r.counts)::integer::bigint AS passed,
    (r.status IS FALSE AND r.counts)::integer::bigint AS failed,
    r."time" AS last_check,
        CASE
            WHEN r.status THEN r."time"
            ELSE NULL::timestamp with time zone
        END AS last_pass,
        CASE
            WHEN NOT r.status THEN r."time"
            ELSE NULL::timestamp with time zone
        END AS last_fail
   FROM checks c
     CROSS JOIN LATERAL ( SELECT s."time",
            s.status,
            s.duration,
            counts_in_uptime(s.invalid, s.in_maintenance) AS counts
           FROM check_statuses s
          WHERE s.check_id = c.id
          ORDER BY s."time" DESC
         LIMIT 1) r
  WHERE c.deleted_at IS NULL AND r."time" <= (now() - '01:00:00'::interval);
-- The last run of each check that did not run in the last hour. @exposed @resource canaries @feature health @notnull check_id passed failed last_check

create view check_status_summary_hour with (security_invoker = true) as
 SELECT check_id,
    percentile_disc(0.99::double precision) WITHIN GROUP (ORDER BY duration) AS p99,
    percentile_disc(0.95::double precision) WITHIN GROUP (ORDER BY duration) AS p95,
    percentile_disc(0.50::double precision) WITHIN GROUP (ORDER BY duration) AS p50,
    avg(duration)::double precision AS mean,
    count(*) FILTER (WHERE status AND counts_in_uptime(invalid, in_maintenance)) AS passed,
    count(*) FILTER (WHERE NOT status AND counts_in_uptime(invalid, in_maintenance)) AS failed,
    max("time") AS last_check,
    max("time") FILTER (WHERE status) AS last_pass,
    max("time") FILTER (WHERE NOT status) AS last_fail
   FROM check_statuses
  WHERE "time" > (now() - '01:00:00'::interval)
  GROUP BY check_id;
-- Figures of checks for the last hour, from the runs. @exposed @resource canaries @feature health @notnull check_id passed failed last_check

create view check_statuses_5m with (security_invoker = true) as
 SELECT check_id,
    date_bin('00:05:00'::interval, "time", '2000-01-01 00:00:00+00'::timestamp with time zone) AS created_at,
    count(*) AS total_checks,
    count(*) FILTER (WHERE status AND counts_in_uptime(invalid, in_maintenance)) AS passed,
    count(*) FILTER (WHERE NOT status AND counts_in_uptime(invalid, in_maintenance)) AS failed,
    COALESCE(sum(duration), 0::bigint) AS total_duration
   FROM check_statuses
  WHERE "time" > (now() - '24:00:00'::interval)
  GROUP BY check_id, (date_bin('00:05:00'::interval, "time", '2000-01-01 00:00:00+00'::timestamp with time zone));
-- The runs of the last day, summed up by five minutes. @exposed @resource canaries @feature health @notnull check_id created_at total_checks passed failed total_duration

create view check_summary with (security_invoker = true) as
 SELECT c.id,
    c.canary_id,
    c.agent_id,
    ( SELECT row_to_json(u.*) AS row_to_json
           FROM ( SELECT COALESCE(s.passed, 0::bigint) AS passed,
                    COALESCE(s.failed, 0::bigint) AS failed,
                    s.last_pass,
                    s.last_fail) u) AS uptime,
    ( SELECT row_to_json(l.*) AS row_to_json
           FROM ( SELECT s.p99,
                    s.p97,
                    s.p95,
                    s.p50,
                    s.mean AS avg,
                    COALESCE(s.mean, 0::double precision) AS rolling1h) l) AS latency,
    c.last_transition_time,
    c.type,
    c.icon,
    c.name,
    c.status,
    c.description,
    c.namespace,
        CASE
            WHEN c.namespace <> k.namespace THEN ARRAY[c.namespace, k.namespace]
            ELSE ARRAY[k.namespace]
        END AS namespaces,
    k.namespace AS canary_namespace,
    k.name AS canary_name,
    COALESCE(k.labels, '{}'::jsonb) || COALESCE(c.labels, '{}'::jsonb) AS labels,
    c.severity,
    c.owner,
    c.category,
    c.last_runtime,
    c.next_runtime,
    c.created_at,
    c.updated_at,
    c.deleted_at,
    c.silenced_at,
    COALESCE(c.spec ->> 'endpoint'::text, c.spec ->> 'url'::text, c.spec ->> 'host'::text) AS endpoint,
    k.spec ->> 'interval'::text AS "interval",
    k.spec ->> 'schedule'::text AS schedule,
    c.interval_seconds,
    c.could_not_check_since,
    c.could_not_check_reason,
        CASE
            WHEN is_paused(c.paused_at, c.paused_until) THEN ( SELECT row_to_json(p.*) AS row_to_json
               FROM ( SELECT c.paused_at AS at,
                        c.paused_until AS until,
                        c.pause_reason AS reason) p)
            ELSE NULL::json
        END AS paused
   FROM checks c
     JOIN canaries k ON k.id = c.canary_id
     LEFT JOIN check_status_summaries s ON s.check_id = c.id;
-- Checks as the health page shows them, deleted ones included. @exposed @resource canaries @feature health @notnull id canary_id agent_id uptime latency type name canary_namespace canary_name labels created_at updated_at namespaces

create view check_summary_by_component with (security_invoker = true) as
 SELECT component_id,
    jsonb_object_agg(status, checks) AS checks
   FROM ( SELECT r.component_id,
            r.health AS status,
            count(*) AS checks
           FROM checks_by_component r
          GROUP BY r.component_id, r.health) s
  GROUP BY component_id;
-- Number of checks of each component by health. @exposed @resource canaries @feature health @notnull component_id checks

create view check_summary_by_config with (security_invoker = true) as
 SELECT config_id,
    jsonb_object_agg(status, checks) AS checks
   FROM ( SELECT r.config_id,
            r.health AS status,
            count(*) AS checks
           FROM checks_by_config r
          GROUP BY r.config_id, r.health) s
  GROUP BY config_id;
-- Number of checks of each config by health. @exposed @resource canaries @feature health @notnull config_id checks

create view check_summary_for_config with (security_invoker = true) as
 SELECT r.config_id,
    s.id,
    s.canary_id,
    s.agent_id,
    s.uptime,
    s.latency,
    s.last_transition_time,
    s.type,
    s.icon,
    s.name,
    s.status,
    s.description,
    s.namespace,
    s.namespaces,
    s.canary_namespace,
    s.canary_name,
    s.labels,
    s.severity,
    s.owner,
    s.category,
    s.last_runtime,
    s.next_runtime,
    s.created_at,
    s.updated_at,
    s.deleted_at,
    s.silenced_at,
    s.endpoint,
    s."interval",
    s.schedule,
    s.interval_seconds,
    s.could_not_check_since,
    s.could_not_check_reason,
    s.paused
   FROM ( SELECT DISTINCT check_config_relationships.config_id,
            check_config_relationships.check_id
           FROM check_config_relationships
          WHERE check_config_relationships.deleted_at IS NULL) r
     JOIN check_summary s ON s.id = r.check_id;
-- Checks as the health page shows them, by the config items they are linked to. @exposed @resource canaries @feature health @notnull config_id id canary_id agent_id uptime latency type name canary_namespace canary_name labels created_at updated_at

create view check_uptimes with (security_invoker = true) as
 SELECT c.id AS check_id,
    COALESCE(sum(s.passed) FILTER (WHERE s.hour > (now() - '24:00:00'::interval)), 0::numeric)::bigint AS passed_24h,
    COALESCE(sum(s.failed) FILTER (WHERE s.hour > (now() - '24:00:00'::interval)), 0::numeric)::bigint AS failed_24h,
    COALESCE(sum(s.passed) FILTER (WHERE s.hour > (now() - '7 days'::interval)), 0::numeric)::bigint AS passed_7d,
    COALESCE(sum(s.failed) FILTER (WHERE s.hour > (now() - '7 days'::interval)), 0::numeric)::bigint AS failed_7d,
    COALESCE(sum(s.passed), 0::numeric)::bigint AS passed_30d,
    COALESCE(sum(s.failed), 0::numeric)::bigint AS failed_30d,
    min(s.hour) AS first_hour
   FROM checks c
     LEFT JOIN LATERAL ( SELECT h.created_at AS hour,
            h.passed,
            h.failed
           FROM check_statuses_1h h
          WHERE h.check_id = c.id AND (h.passed + h.failed) > 0 AND h.created_at > (now() - '30 days'::interval) AND h.created_at < date_trunc('hour'::text, now() - '02:00:00'::interval, 'UTC'::text)
        UNION ALL
         SELECT date_trunc('hour'::text, r."time", 'UTC'::text) AS date_trunc,
            count(*) FILTER (WHERE r.status) AS count,
            count(*) FILTER (WHERE NOT r.status) AS count
           FROM check_statuses r
          WHERE r.check_id = c.id AND r.status IS NOT NULL AND counts_in_uptime(r.invalid, r.in_maintenance) AND r."time" >= date_trunc('hour'::text, now() - '02:00:00'::interval, 'UTC'::text)
          GROUP BY (date_trunc('hour'::text, r."time", 'UTC'::text))) s ON true
  GROUP BY c.id;
-- Runs that count in the uptime of each check, in the last 24 hours, 7 days and 30 days. @exposed @resource canaries @feature health @notnull check_id passed_24h failed_24h passed_7d failed_7d passed_30d failed_30d

create view checks_by_component with (security_invoker = true) as
 SELECT DISTINCT r.component_id,
    c.id,
    c.type,
    c.name,
    c.severity,
    c.status,
    c.icon,
    check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until) AS health
   FROM check_component_relationships r
     JOIN checks c ON c.id = r.check_id
  WHERE r.deleted_at IS NULL AND c.deleted_at IS NULL;
-- Checks by the components they are linked to. @exposed @resource canaries @feature health @notnull component_id id type name

create view checks_by_config with (security_invoker = true) as
 SELECT DISTINCT r.config_id,
    c.id,
    c.type,
    c.name,
    c.severity,
    c.status,
    c.icon,
    c.last_runtime,
    check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until) AS health
   FROM check_config_relationships r
     JOIN checks c ON c.id = r.check_id
  WHERE r.deleted_at IS NULL AND c.deleted_at IS NULL;
-- Checks by the config items they are linked to. @exposed @resource canaries @feature health @notnull config_id id type name

create view checks_labels_keys with (security_invoker = true) as
 SELECT DISTINCT 'label:'::text || key AS key
   FROM check_facets
  ORDER BY ('label:'::text || key);
-- The label keys of existing checks. @exposed @resource database @feature health @notnull key

create view checks_status_artifacts with (security_invoker = true) as
 SELECT check_id,
    status AS check_status,
    message AS check_message,
    error,
    invalid,
    "time",
    duration,
    ( SELECT jsonb_agg(jsonb_build_object('id', a.id, 'filename', a.filename, 'path', a.path, 'content_type', a.content_type, 'size', a.size, 'created_at', a.created_at) ORDER BY a.created_at) AS jsonb_agg
           FROM artifacts a
          WHERE a.check_id = s.check_id AND a.check_time = s."time" AND a.deleted_at IS NULL) AS artifacts
   FROM check_statuses s;
-- Runs of checks with the files they produced. @exposed @resource canaries @feature health @notnull check_id time

create view component_labels with (security_invoker = true) as
 SELECT key,
    value
   FROM component_facets
  ORDER BY key, value;
-- The labels of components that are not deleted. @exposed @resource database @feature topology @notnull key value

create view component_labels_keys with (security_invoker = true) as
 SELECT DISTINCT 'label:'::text || key AS key
   FROM component_facets
  ORDER BY ('label:'::text || key);
-- The keys of labels of components that are not deleted. @exposed @resource database @feature topology @notnull key

create view component_names with (security_invoker = true) as
 SELECT id,
    path,
    external_id,
    type,
    name,
    created_at,
    updated_at,
    icon,
    parent_id
   FROM components
  WHERE deleted_at IS NULL AND NOT hidden
  ORDER BY name, external_id;
-- Components to choose from. @exposed @resource database @feature topology @notnull id external_id name created_at

create view components_with_logs with (security_invoker = true) as
 SELECT id,
    name,
    agent_id,
    icon,
    type
   FROM components
  WHERE deleted_at IS NULL AND jsonb_typeof(log_selectors) = 'array'::text;
-- Components that have logs. @exposed @resource database @feature topology @notnull id name agent_id

create view config_analysis_analyzers with (security_invoker = true) as
 WITH RECURSIVE walk AS (
        ( SELECT config_analysis.analyzer
           FROM config_analysis
          WHERE config_analysis.analyzer IS NOT NULL AND config_analysis.status = 'open'::text
          ORDER BY config_analysis.analyzer
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT n.analyzer
                   FROM config_analysis n
                  WHERE n.analyzer > w.analyzer AND n.status = 'open'::text
                  ORDER BY n.analyzer
                 LIMIT 1) AS analyzer
           FROM walk w
          WHERE w.analyzer IS NOT NULL
        )
 SELECT analyzer
   FROM walk
  WHERE analyzer IS NOT NULL;
-- The analyzers of open insights, for filters. @exposed @resource database @feature config @notnull analyzer

create view config_analysis_items with (security_invoker = true) as
 SELECT a.id,
    a.config_id,
    a.scraper_id,
    a.created_by,
    a.source,
    a.analyzer,
    a.analysis_type,
    a.severity,
    a.summary,
    a.status,
    a.message,
    a.analysis,
    a.properties,
    a.properties_values,
    a.first_observed,
    a.last_observed,
    a.is_pushed,
    c.type AS config_type,
    c.config_class,
    c.name AS config_name,
    c.tags,
    c.labels,
    c.agent_id,
    c.path,
    c.deleted_at
   FROM config_analysis a
     LEFT JOIN config_items c ON c.id = a.config_id;
-- Insights with their config items. @exposed @resource config_scrapers @feature config @notnull id config_id analyzer status first_observed last_observed is_pushed config_type config_class config_name agent_id

create view config_changes_items with (security_invoker = true) as
 SELECT ch.id,
    ch.config_id,
    ch.external_change_id,
    ch.external_created_by,
    ch.change_type,
    ch.severity,
    ch.source,
    ch.summary,
    ch.patches,
    ch.diff,
    ch.details,
    ch.created_by,
    ch.created_at,
    ch.count,
    ch.fingerprint,
    ch.first_observed,
    ch.is_pushed,
    ch.inserted_at,
    c.type AS config_type,
    c.config_class
   FROM config_changes ch
     LEFT JOIN config_items c ON c.id = ch.config_id;
-- Changes with their config items. @exposed @resource config_scrapers @feature config @notnull id config_id change_type created_at count first_observed is_pushed inserted_at config_type config_class

create view config_class_summary with (security_invoker = true) as
 WITH open AS (
         SELECT c.config_class,
            a.analysis_type,
            a.severity,
            count(*) AS found
           FROM config_analysis a
             JOIN config_items c ON c.id = a.config_id AND c.deleted_at IS NULL
          WHERE a.status = 'open'::text
          GROUP BY c.config_class, a.analysis_type, a.severity
        ), by_type AS (
         SELECT t_1.config_class,
            jsonb_object_agg(t_1.analysis_type, t_1.found) AS analysis
           FROM ( SELECT open.config_class,
                    COALESCE(open.analysis_type, 'other'::text) AS analysis_type,
                    sum(open.found)::bigint AS found
                   FROM open
                  GROUP BY open.config_class, (COALESCE(open.analysis_type, 'other'::text))) t_1
          GROUP BY t_1.config_class
        ), by_severity AS (
         SELECT s_1.config_class,
            jsonb_object_agg(s_1.severity, s_1.found) AS severity
           FROM ( SELECT open.config_class,
                    COALESCE(open.severity, 'info'::text) AS severity,
                    sum(open.found)::bigint AS found
                   FROM open
                  GROUP BY open.config_class, (COALESCE(open.severity, 'info'::text))) s_1
          GROUP BY s_1.config_class
        )
 SELECT i.config_class,
    max(t.analysis::text)::jsonb AS analysis,
    max(s.severity::text)::jsonb AS severity,
    COALESCE(sum(k.last_30d), 0::bigint) AS changes,
    count(*) AS total_configs,
    sum(i.cost_per_minute) AS cost_per_minute,
    sum(i.cost_total_1d) AS cost_total_1d,
    sum(i.cost_total_7d) AS cost_total_7d,
    sum(i.cost_total_30d) AS cost_total_30d
   FROM config_items i
     LEFT JOIN by_type t ON t.config_class = i.config_class
     LEFT JOIN by_severity s ON s.config_class = i.config_class
     LEFT JOIN config_change_tallies k ON k.config_id = i.id
  WHERE i.deleted_at IS NULL
  GROUP BY i.config_class;
-- The last 30 days of the catalog by config_class. @exposed @resource config_scrapers @feature config @notnull config_class changes total_configs

create view config_classes with (security_invoker = true) as
 WITH RECURSIVE walk AS (
        ( SELECT config_items.config_class
           FROM config_items
          WHERE config_items.config_class IS NOT NULL
          ORDER BY config_items.config_class
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT n.config_class
                   FROM config_items n
                  WHERE n.config_class > w.config_class
                  ORDER BY n.config_class
                 LIMIT 1) AS config_class
           FROM walk w
          WHERE w.config_class IS NOT NULL
        )
 SELECT config_class
   FROM walk
  WHERE config_class IS NOT NULL;
-- The classes of config items there are, for filters. @exposed @resource database @feature config @notnull config_class

create view config_detail with (security_invoker = true) as
 SELECT c.id,
    c.agent_id,
    c.icon,
    c.scraper_id,
    c.config_class,
    c.status,
    c.health,
    c.ready,
    c.external_id,
    c.type,
    c.name,
    c.description,
    c.config,
    c.source,
    c.labels,
    c.tags,
    c.tags_values,
    c.properties,
    c.properties_values,
    c.cost_per_minute,
    c.cost_total_1d,
    c.cost_total_7d,
    c.cost_total_30d,
    c.parent_id,
    c.path,
    COALESCE(( SELECT s.seen_at
           FROM config_sightings s
          WHERE s.config_id = c.id), c.last_scraped_time) AS last_scraped_time,
    c.is_pushed,
    c.created_by,
    c.created_at,
    c.updated_at,
    c.deleted_at,
    c.delete_reason,
    c.inserted_at,
    a.name AS agent_name,
    jsonb_build_object('relationships', (( SELECT count(DISTINCT r.related_id) AS count
           FROM config_relationships r
          WHERE r.config_id = c.id AND r.deleted_at IS NULL)) + (( SELECT count(DISTINCT r.config_id) AS count
           FROM config_relationships r
          WHERE r.related_id = c.id AND r.deleted_at IS NULL)), 'analysis', ( SELECT count(*) AS count
           FROM config_analysis i
          WHERE i.config_id = c.id AND i.status = 'open'::text), 'changes', COALESCE(( SELECT t.last_7d
           FROM config_change_tallies t
          WHERE t.config_id = c.id), 0), 'playbook_runs', ( SELECT count(*) AS count
           FROM playbook_runs p
          WHERE p.config_id = c.id AND p.start_time > (now() - '30 days'::interval)), 'checks', ( SELECT count(DISTINCT k.check_id) AS count
           FROM check_config_relationships k
             JOIN checks h ON h.id = k.check_id
          WHERE k.config_id = c.id AND k.deleted_at IS NULL)) AS summary,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name) AS jsonb_build_object
           FROM config_scrapers s
          WHERE s.id = c.scraper_id) AS scraper
   FROM config_items c
     LEFT JOIN agents a ON a.id = c.agent_id;
-- A config item with its document and the counts of its tabs. @exposed @resource config_scrapers @feature config @notnull id agent_id config_class type name created_at is_pushed inserted_at agent_name summary

create view config_item_summary_30d with (security_invoker = true) as
 SELECT c.id AS config_id,
    COALESCE(t.last_30d, 0)::bigint AS config_changes_count,
    ( SELECT jsonb_object_agg(o.analysis_type, o.open) AS jsonb_object_agg
           FROM ( SELECT COALESCE(a.analysis_type, 'other'::text) AS analysis_type,
                    count(*) AS open
                   FROM config_analysis a
                  WHERE a.config_id = c.id AND a.status = 'open'::text
                  GROUP BY (COALESCE(a.analysis_type, 'other'::text))) o) AS config_analysis_type_counts
   FROM config_items c
     LEFT JOIN config_change_tallies t ON t.config_id = c.id;
-- Changes of the last 30 days and open insights of each config item. @exposed @resource config_scrapers @feature config @notnull config_id config_changes_count

create view config_item_summary_3d with (security_invoker = true) as
 SELECT c.id AS config_id,
    COALESCE(t.last_3d, 0)::bigint AS config_changes_count,
    ( SELECT jsonb_object_agg(o.analysis_type, o.open) AS jsonb_object_agg
           FROM ( SELECT COALESCE(a.analysis_type, 'other'::text) AS analysis_type,
                    count(*) AS open
                   FROM config_analysis a
                  WHERE a.config_id = c.id AND a.status = 'open'::text
                  GROUP BY (COALESCE(a.analysis_type, 'other'::text))) o) AS config_analysis_type_counts
   FROM config_items c
     LEFT JOIN config_change_tallies t ON t.config_id = c.id;
-- Changes of the last 3 days and open insights of each config item. @exposed @resource config_scrapers @feature config @notnull config_id config_changes_count

create view config_item_summary_7d with (security_invoker = true) as
 SELECT c.id AS config_id,
    COALESCE(t.last_7d, 0)::bigint AS config_changes_count,
    ( SELECT jsonb_object_agg(o.analysis_type, o.open) AS jsonb_object_agg
           FROM ( SELECT COALESCE(a.analysis_type, 'other'::text) AS analysis_type,
                    count(*) AS open
                   FROM config_analysis a
                  WHERE a.config_id = c.id AND a.status = 'open'::text
                  GROUP BY (COALESCE(a.analysis_type, 'other'::text))) o) AS config_analysis_type_counts
   FROM config_items c
     LEFT JOIN config_change_tallies t ON t.config_id = c.id;
-- Changes of the last 7 days and open insights of each config item. @exposed @resource config_scrapers @feature config @notnull config_id config_changes_count

create view config_kinds with (security_invoker = true) as
 SELECT config_groups.kind_id,
    config_groups.agent_id,
    config_groups.type,
    config_groups.tags
   FROM config_groups
UNION ALL
 SELECT config_new_groups.kind_id,
    config_new_groups.agent_id,
    config_new_groups.type,
    config_new_groups.tags
   FROM config_new_groups;
-- The common attributes of config items of a kind, for row policies; one row per group of the kind. @lookup

create view config_labels with (security_invoker = true) as
 SELECT key,
    value
   FROM config_facets
  WHERE kind = 'labels'::text
  ORDER BY key, value;
-- The labels that present config items carry. @exposed @resource database @feature config @notnull key value

create view config_names with (security_invoker = true) as
 SELECT id,
    type,
    external_id,
    name
   FROM config_items
  ORDER BY name;
-- Config items to choose from. @exposed @resource database @feature config @notnull id type name

create view config_scrapers_with_status with (security_invoker = true) as
 SELECT s.id,
    s.name,
    s.namespace,
    s.description,
    s.spec,
    s.source,
    s.application_id,
    s.created_by,
    s.agent_id,
    s.created_at,
    s.updated_at,
    s.deleted_at,
    s.is_pushed,
    j.job_name,
    j.job_success_count,
    j.job_error_count,
    j.job_details,
    j.job_hostname,
    j.job_duration_millis,
    j.job_resource_type,
    j.job_status,
    j.job_time_start,
    j.job_time_end,
    j.job_created_at,
    j.job_last_failed,
    jsonb_build_object('id', a.id, 'name', a.name) AS agent
   FROM config_scrapers s
     JOIN agents a ON a.id = s.agent_id
     LEFT JOIN LATERAL latest_job('config_scraper'::text, s.id::text) j(job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at, job_last_failed) ON true
  WHERE s.deleted_at IS NULL;
-- Scrapers with their newest job. @exposed @resource config_scrapers @feature config @notnull id name spec source agent_id created_at is_pushed agent

create view config_statuses with (security_invoker = true) as
 WITH RECURSIVE walk AS (
        ( SELECT config_items.status
           FROM config_items
          WHERE config_items.status IS NOT NULL
          ORDER BY config_items.status
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT n.status
                   FROM config_items n
                  WHERE n.status > w.status
                  ORDER BY n.status
                 LIMIT 1) AS status
           FROM walk w
          WHERE w.status IS NOT NULL
        )
 SELECT status
   FROM walk
  WHERE status IS NOT NULL;
-- The statuses of config items there are, for filters. @exposed @resource database @feature config @notnull status

create view config_summary with (security_invoker = true) as
 WITH open AS (
         SELECT c.type,
            a.analysis_type,
            a.severity,
            count(*) AS found
           FROM config_analysis a
             JOIN config_items c ON c.id = a.config_id AND c.deleted_at IS NULL
          WHERE a.status = 'open'::text
          GROUP BY c.type, a.analysis_type, a.severity
        ), by_type AS (
         SELECT t_1.type,
            jsonb_object_agg(t_1.analysis_type, t_1.found) AS analysis
           FROM ( SELECT open.type,
                    COALESCE(open.analysis_type, 'other'::text) AS analysis_type,
                    sum(open.found)::bigint AS found
                   FROM open
                  GROUP BY open.type, (COALESCE(open.analysis_type, 'other'::text))) t_1
          GROUP BY t_1.type
        ), by_severity AS (
         SELECT s_1.type,
            jsonb_object_agg(s_1.severity, s_1.found) AS severity
           FROM ( SELECT open.type,
                    COALESCE(open.severity, 'info'::text) AS severity,
                    sum(open.found)::bigint AS found
                   FROM open
                  GROUP BY open.type, (COALESCE(open.severity, 'info'::text))) s_1
          GROUP BY s_1.type
        )
 SELECT i.type,
    max(t.analysis::text)::jsonb AS analysis,
    max(s.severity::text)::jsonb AS severity,
    COALESCE(sum(k.last_30d), 0::bigint) AS changes,
    count(*) AS total_configs,
    sum(i.cost_per_minute) AS cost_per_minute,
    sum(i.cost_total_1d) AS cost_total_1d,
    sum(i.cost_total_7d) AS cost_total_7d,
    sum(i.cost_total_30d) AS cost_total_30d
   FROM config_items i
     LEFT JOIN by_type t ON t.type = i.type
     LEFT JOIN by_severity s ON s.type = i.type
     LEFT JOIN config_change_tallies k ON k.config_id = i.id
  WHERE i.deleted_at IS NULL
  GROUP BY i.type;
-- The last 30 days of the catalog by type. @exposed @resource config_scrapers @feature config @notnull type changes total_configs

create view config_tags with (security_invoker = true) as
 SELECT key,
    value
   FROM config_facets
  WHERE kind = 'tags'::text
  ORDER BY key, value;
-- The tags that present config items carry. @exposed @resource database @feature config @notnull key value

create view config_tags_labels_keys with (security_invoker = true) as
 WITH RECURSIVE keys AS (
        ( SELECT config_facets.kind,
            config_facets.key
           FROM config_facets
          ORDER BY config_facets.kind, config_facets.key
         LIMIT 1)
        UNION ALL
         SELECT n.kind,
            n.key
           FROM keys k
             CROSS JOIN LATERAL ( SELECT f.kind,
                    f.key
                   FROM config_facets f
                  WHERE (ROW(f.kind, f.key) > ROW(k.kind, k.key))
                  ORDER BY f.kind, f.key
                 LIMIT 1) n
        )
 SELECT
        CASE kind
            WHEN 'tags'::text THEN 'tag:'::text
            ELSE 'label:'::text
        END || key AS key
   FROM keys
  ORDER BY (
        CASE kind
            WHEN 'tags'::text THEN 'tag:'::text
            ELSE 'label:'::text
        END || key);
-- The keys of tags and labels that present config items carry, each with its kind. @exposed @resource database @feature config @notnull key

create view config_types with (security_invoker = true) as
 WITH RECURSIVE walk AS (
        ( SELECT config_items.type
           FROM config_items
          WHERE config_items.type IS NOT NULL
          ORDER BY config_items.type
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT n.type
                   FROM config_items n
                  WHERE n.type > w.type
                  ORDER BY n.type
                 LIMIT 1) AS type
           FROM walk w
          WHERE w.type IS NOT NULL
        )
 SELECT type
   FROM walk
  WHERE type IS NOT NULL;
-- The types of config items there are, for filters. @exposed @resource database @feature config @notnull type

create view configs with (security_invoker = true) as
 SELECT c.id,
    c.scraper_id,
    c.config_class,
    c.external_id,
    c.type,
    c.name,
    c.tags ->> 'namespace'::text AS namespace,
    c.description,
    c.source,
    c.labels,
    c.tags,
    c.tags_values,
    c.properties,
    c.properties_values,
    c.created_by,
    c.created_at,
    t.updated_at,
    c.deleted_at,
    c.cost_per_minute,
    c.cost_total_1d,
    c.cost_total_7d,
    c.cost_total_30d,
    c.agent_id,
    c.status,
    c.health,
    c.ready,
    c.path,
    c.icon,
    c.parent_id,
    COALESCE(( SELECT s.seen_at
           FROM config_sightings s
          WHERE s.config_id = c.id), c.last_scraped_time) AS last_scraped_time,
    c.delete_reason,
    t.last_7d::bigint AS changes,
    ( SELECT jsonb_object_agg(o.analysis_type, o.open) AS jsonb_object_agg
           FROM ( SELECT COALESCE(a.analysis_type, 'other'::text) AS analysis_type,
                    count(*) AS open
                   FROM config_analysis a
                  WHERE a.config_id = c.id AND a.status = 'open'::text
                  GROUP BY (COALESCE(a.analysis_type, 'other'::text))) o) AS analysis
   FROM config_items c
     JOIN config_change_tallies t ON t.config_id = c.id;
-- Config items without their documents, deleted ones included. @each config_items @exposed @resource config_scrapers @feature config @notnull id config_class type name created_at agent_id changes

create view connections_list with (security_invoker = true) as
 SELECT id,
    name,
    namespace,
    type,
        CASE
            WHEN type = ANY (ARRAY['bark'::text, 'discord'::text, 'email'::text, 'generic_webhook'::text, 'google_chat'::text, 'googlechat'::text, 'gotify'::text, 'ifttt'::text, 'join'::text, 'matrix'::text, 'mattermost'::text, 'ntfy'::text, 'opsgenie'::text, 'pagerduty'::text, 'pushbullet'::text, 'pushover'::text, 'rocketchat'::text, 'slack'::text, 'slackwebhook'::text, 'smtp'::text, 'teams'::text, 'telegram'::text, 'webhook'::text, 'zulip_chat'::text]) THEN 'notification'::text
            ELSE NULL::text
        END AS category,
    source,
    created_by,
    created_at,
    updated_at
   FROM connections
  WHERE deleted_at IS NULL;
-- Connections to choose from, without what opens them. @exposed @resource connections @notnull id name namespace type created_at updated_at

create view event_queue_summary with (security_invoker = true) as
 SELECT name,
    count(*) FILTER (WHERE NOT is_given_up) AS pending,
    count(*) FILTER (WHERE error IS NOT NULL) AS failed,
    round(avg(attempts), 2) AS average_attempts,
    min(created_at) FILTER (WHERE error IS NOT NULL) AS first_failure,
    max(last_attempt) FILTER (WHERE error IS NOT NULL) AS last_failure,
    mode() WITHIN GROUP (ORDER BY error) AS most_common_error
   FROM event_queue_state() event_queue_state(name, is_given_up, attempts, error, created_at, last_attempt)
  GROUP BY name;
-- Events that have not been delivered to all listeners, by name. @exposed @resource integrations @feature settings.event_queue_status @notnull name pending failed average_attempts

create view identities with (security_invoker = true) as
 SELECT p.id,
    'default'::text AS schema_id,
    jsonb_build_object('name', jsonb_build_object('first', COALESCE(p.first_name, p.name), 'last', COALESCE(p.last_name, ''::text)), 'email', p.email) AS traits,
    p.state,
    p.state_changed_at,
    '00000000-0000-0000-0000-000000000000'::uuid AS nid,
    NULL::jsonb AS metadata_public,
    p.created_at,
    COALESCE(p.updated_at, p.created_at) AS updated_at,
    r.roles
   FROM people p
     JOIN people_roles r ON r.id = p.id
  WHERE p.type IS NULL;
-- People who can sign in, in the shape of the identity service. @exposed @resource identities @feature settings.users @notnull id schema_id traits state state_changed_at nid created_at updated_at roles

create view incident_summary with (security_invoker = true) as
 SELECT id,
    incident_id,
    title,
    severity,
    type,
    status,
    created_at,
    updated_at,
    created_by,
    commander_id,
    ( SELECT jsonb_build_object('id', p.id, 'avatar', p.avatar, 'name', p.name) AS jsonb_build_object
           FROM people p
          WHERE p.id = i.commander_id) AS commander,
    ( SELECT jsonb_agg(jsonb_build_object('id', r.id, 'avatar', r.avatar, 'name', r.name) ORDER BY r.name) AS jsonb_agg
           FROM ( SELECT DISTINCT w.id,
                    w.avatar,
                    w.name
                   FROM responders s
                     CROSS JOIN LATERAL ( SELECT p.id,
                            p.avatar,
                            p.name
                           FROM people p
                          WHERE p.id = s.person_id
                        UNION ALL
                         SELECT t.id,
                            t.icon,
                            t.name
                           FROM teams t
                          WHERE t.id = s.team_id) w
                  WHERE s.incident_id = i.id AND s.deleted_at IS NULL) r) AS responders,
    ( SELECT jsonb_agg(jsonb_build_object('id', p.id, 'avatar', p.avatar, 'name', p.name) ORDER BY p.name) AS jsonb_agg
           FROM ( SELECT DISTINCT c_1.created_by
                   FROM comments c_1
                  WHERE c_1.incident_id = i.id) c
             CROSS JOIN LATERAL ( SELECT p_1.id,
                    p_1.avatar,
                    p_1.name
                   FROM people p_1
                  WHERE p_1.id = c.created_by
                 OFFSET 0) p) AS commenters,
    ARRAY( SELECT DISTINCT e.component_id
           FROM hypotheses h
             JOIN evidences e ON e.hypothesis_id = h.id
          WHERE h.incident_id = i.id AND e.component_id IS NOT NULL) AS component_ids
   FROM incidents i;
-- Incidents as the list shows them. @exposed @resource incident @feature incidents @notnull id incident_id title severity type status created_at updated_at created_by component_ids

create view incident_summary_by_component with (security_invoker = true) as
 SELECT component_id AS id,
    jsonb_object_agg(type, severities) AS incidents
   FROM ( SELECT s.component_id,
            s.type,
            jsonb_object_agg(s.severity, s.found) AS severities
           FROM ( SELECT e.component_id,
                    i.type,
                    i.severity,
                    count(DISTINCT i.id) AS found
                   FROM evidences e
                     JOIN hypotheses h ON h.id = e.hypothesis_id
                     JOIN incidents i ON i.id = h.incident_id AND i.resolved IS NULL AND i.closed IS NULL
                  WHERE e.component_id IS NOT NULL
                  GROUP BY e.component_id, i.type, i.severity) s
          GROUP BY s.component_id, s.type) t
  GROUP BY component_id;
-- The number of open incidents of a component, by type and severity. @exposed @resource incident @feature incidents @notnull id incidents

create view incidents_by_component with (security_invoker = true) as
 SELECT DISTINCT i.title,
    i.id,
    i.incident_id,
    i.created_at,
    i.type,
    i.status,
    i.severity,
    e.component_id
   FROM evidences e
     JOIN hypotheses h ON h.id = e.hypothesis_id
     JOIN incidents i ON i.id = h.incident_id
  WHERE e.component_id IS NOT NULL;
-- Incidents by the component that their evidence refers to. @exposed @resource incident @feature incidents @notnull title id incident_id created_at type status severity component_id

create view incidents_by_config with (security_invoker = true) as
 SELECT DISTINCT i.title,
    i.id,
    i.incident_id,
    i.created_at,
    i.type,
    i.status,
    i.severity,
    e.config_id
   FROM evidences e
     JOIN hypotheses h ON h.id = e.hypothesis_id
     JOIN incidents i ON i.id = h.incident_id
  WHERE e.config_id IS NOT NULL;
-- Incidents by the config item that their evidence refers to. @exposed @resource incident @feature incidents @notnull title id incident_id created_at type status severity config_id

create view integrations_with_status with (security_invoker = true) as
 SELECT i.id,
    i.name,
    i.namespace,
    i.description,
    i.integration_type,
    i.source,
    i.agent_id,
    i.created_at,
    i.updated_at,
    i.deleted_at,
    i.created_by,
    i.job_name,
    i.job_success_count,
    i.job_error_count,
    i.job_details,
    i.job_hostname,
    i.job_duration_millis,
    i.job_resource_type,
    i.job_status,
    i.job_time_start,
    i.job_time_end,
    i.job_created_at,
    i.job_last_failed,
    i.agent,
    p.name AS creator_name,
    p.avatar AS creator_avatar,
    p.title AS creator_title,
    p.email AS creator_email
   FROM ( SELECT s.id,
            s.name,
            s.namespace,
            s.description,
            'scrapers'::text AS integration_type,
            s.source,
            s.agent_id,
            s.created_at,
            s.updated_at,
            s.deleted_at,
            s.created_by,
            s.job_name,
            s.job_success_count,
            s.job_error_count,
            s.job_details,
            s.job_hostname,
            s.job_duration_millis,
            s.job_resource_type,
            s.job_status,
            s.job_time_start,
            s.job_time_end,
            s.job_created_at,
            s.job_last_failed,
            s.agent
           FROM config_scrapers_with_status s
        UNION ALL
         SELECT t.id,
            t.name,
            t.namespace,
            NULL::text,
            'topologies'::text,
            t.source,
            t.agent_id,
            t.created_at,
            t.updated_at,
            t.deleted_at,
            t.created_by,
            t.job_name,
            t.job_success_count,
            t.job_error_count,
            t.job_details,
            t.job_hostname,
            t.job_duration_millis,
            t.job_resource_type,
            t.job_status,
            t.job_time_start,
            t.job_time_end,
            t.job_created_at,
            t.job_last_failed,
            t.agent
           FROM topologies_with_status t
        UNION ALL
         SELECT l.id,
            l.name,
            NULL::text,
            NULL::text,
            'logging_backends'::text,
            l.source,
            l.agent_id,
            l.created_at,
            l.updated_at,
            l.deleted_at,
            l.created_by,
            ''::text,
            0,
            0,
            NULL::jsonb,
            ''::text,
            0,
            'logging_backend'::text,
            ''::text,
            NULL::timestamp with time zone,
            NULL::timestamp with time zone,
            NULL::timestamp with time zone,
            NULL::timestamp with time zone,
            jsonb_build_object('id', a.id, 'name', a.name) AS jsonb_build_object
           FROM logging_backends l
             LEFT JOIN agents a ON a.id = l.agent_id
          WHERE l.deleted_at IS NULL) i
     LEFT JOIN people p ON p.id = i.created_by;
-- Scrapers, topologies and log backends in one list, with their newest jobs. @exposed @resource integrations @notnull id name integration_type created_at agent

create view job_histories with (security_invoker = true) as
 SELECT h.id,
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
    COALESCE(
        CASE
            WHEN h.resource_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text THEN NULL::text
            WHEN h.resource_type = ANY (ARRAY['config_scraper'::text, 'catalog_scraper'::text]) THEN ( SELECT s.name
               FROM config_scrapers s
              WHERE s.id = h.resource_id::uuid)
            WHEN h.resource_type = 'scrape_plugin'::text THEN ( SELECT p.name
               FROM scrape_plugins p
              WHERE p.id = h.resource_id::uuid)
            WHEN h.resource_type = 'canary'::text THEN ( SELECT c.name
               FROM canaries c
              WHERE c.id = h.resource_id::uuid)
            WHEN h.resource_type = 'topology'::text THEN ( SELECT t.name
               FROM topologies t
              WHERE t.id = h.resource_id::uuid)
            WHEN h.resource_type = ANY (ARRAY['component'::text, 'components'::text]) THEN ( SELECT c.name
               FROM components c
              WHERE c.id = h.resource_id::uuid)
            WHEN h.resource_type = 'team'::text THEN ( SELECT t.name
               FROM teams t
              WHERE t.id = h.resource_id::uuid)
            WHEN h.resource_type = 'incident_rule'::text THEN ( SELECT r.name
               FROM incident_rules r
              WHERE r.id = h.resource_id::uuid)
            WHEN h.resource_type = 'playbook'::text THEN ( SELECT p.name
               FROM playbooks p
              WHERE p.id = h.resource_id::uuid)
            ELSE NULL::text
        END, h.resource_id) AS resource_name,
    jsonb_build_object('id', a.id, 'name', a.name) AS agent
   FROM job_history h
     LEFT JOIN agents a ON a.id = h.agent_id AND a.id <> '00000000-0000-0000-0000-000000000000'::uuid;
-- Job runs with the names of their resource and agent. @exposed @resource integrations @feature settings.job_history @notnull id agent_id name status success_count error_count time_start created_at agent

create view job_history_latest_status with (security_invoker = true) as
 SELECT DISTINCT ON (resource_type, resource_id, name) id,
    agent_id,
    name,
    resource_type,
    resource_id,
    status,
    success_count,
    error_count,
    details,
    hostname,
    duration_millis,
    time_start,
    time_end,
    created_at
   FROM job_history
  ORDER BY resource_type, resource_id, name, created_at DESC;
-- The newest run of each job and resource. @exposed @resource integrations @notnull id agent_id name status success_count error_count time_start created_at

create view job_history_names with (security_invoker = true) as
 WITH RECURSIVE names AS (
        ( SELECT job_history.name
           FROM job_history
          ORDER BY job_history.name
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT h.name
                   FROM job_history h
                  WHERE h.name > n.name
                  ORDER BY h.name
                 LIMIT 1) AS name
           FROM names n
          WHERE n.name IS NOT NULL
        )
 SELECT name
   FROM names
  WHERE name IS NOT NULL;
-- The names of jobs that have run, for filters. @exposed @resource integrations @feature settings.job_history @notnull name

create view known_config_groups with (security_invoker = true) as
 SELECT config_groups.id,
    config_groups.agent_id,
    config_groups.type,
    config_groups.tags,
    config_groups.is_deleted
   FROM config_groups
UNION ALL
 SELECT DISTINCT ON (n.id) n.id,
    n.agent_id,
    n.type,
    n.tags,
    n.is_deleted
   FROM config_new_groups n
  WHERE NOT (EXISTS ( SELECT
           FROM config_groups g
          WHERE g.id = n.id));
-- The groups that config items are in at present, whether they were counted yet or not.

create view notification_send_history_resources with (security_invoker = true) as
 SELECT id,
    resource_type,
    resource
   FROM notification_send_history_summary;
-- The resource of each message. @exposed @resource notifications @notnull id resource_type

create view notification_send_history_summary with (security_invoker = true) as
 SELECT id,
    notification_id,
    body,
    body_payload,
    status,
    not_before,
    retries,
    payload,
    count,
    first_observed,
    source_event,
    resource_id,
    resource_name,
    resource_health,
    resource_status,
    resource_health_description,
    person_id,
    team_id,
    connection_id,
    silenced_by,
    playbook_run_id,
    error,
    duration_millis,
    created_at,
    group_id,
    parent_id,
    split_part(source_event, '.'::text, 1) AS resource_type,
    split_part(source_event, '.'::text, 1) AS resource_kind,
        CASE split_part(source_event, '.'::text, 1)
            WHEN 'config'::text THEN ( SELECT jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'config_class', c.config_class, 'health', c.health, 'status', c.status, 'deleted_at', c.deleted_at) AS jsonb_build_object
               FROM config_items c
              WHERE c.id = h.resource_id)
            WHEN 'component'::text THEN ( SELECT jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'icon', c.icon, 'health', c.health, 'status', c.status, 'deleted_at', c.deleted_at) AS jsonb_build_object
               FROM components c
              WHERE c.id = h.resource_id)
            WHEN 'check'::text THEN ( SELECT jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'icon', c.icon, 'health', c.status, 'status', c.status, 'deleted_at', c.deleted_at) AS jsonb_build_object
               FROM checks c
              WHERE c.id = h.resource_id)
            WHEN 'canary'::text THEN ( SELECT jsonb_build_object('id', c.id, 'name', c.name, 'type', NULL::unknown, 'icon', NULL::unknown, 'health', NULL::unknown, 'status', NULL::unknown, 'deleted_at', c.deleted_at) AS jsonb_build_object
               FROM canaries c
              WHERE c.id = h.resource_id)
            ELSE NULL::jsonb
        END AS resource,
    ( SELECT jsonb_build_object('id', p.id, 'playbook_id', p.playbook_id, 'status', p.status, 'playbook_name', b.name) AS jsonb_build_object
           FROM playbook_runs p
             JOIN playbooks b ON b.id = p.playbook_id
          WHERE p.id = h.playbook_run_id) AS playbook_run
   FROM notification_send_history h;
-- Messages with their resource. @exposed @resource notifications @notnull id notification_id retries count first_observed source_event resource_id created_at resource_type resource_kind

create view notifications_summary with (security_invoker = true) as
 SELECT n.id,
    n.name,
    COALESCE(n.namespace, ''::text) AS namespace,
    n.error,
    n.error_at,
    n.title,
    n.events,
    n.filter,
    n.template,
    n.properties,
    n.person_id,
    n.team_id,
    n.playbook_id,
    n.custom_services,
    n.created_at,
    n.updated_at,
    n.created_by,
    n.source,
    n.repeat_interval,
    n.wait_for,
    n.group_by,
    n.inhibitions,
    s.pending,
    s.avg_duration_ms,
    s.failed,
    s.sent,
    s.most_common_error,
    s.last_failed_at
   FROM notifications n
     CROSS JOIN LATERAL ( SELECT count(*) FILTER (WHERE h.status = ANY (ARRAY['pending'::text, 'evaluating-waitfor'::text, 'sending'::text])) AS pending,
            round(avg(h.duration_millis) FILTER (WHERE h.status = 'sent'::text), 2) AS avg_duration_ms,
            count(*) FILTER (WHERE h.error IS NOT NULL) AS failed,
            count(*) FILTER (WHERE h.status = 'sent'::text) AS sent,
            mode() WITHIN GROUP (ORDER BY h.error) AS most_common_error,
            max(h.created_at) FILTER (WHERE h.error IS NOT NULL) AS last_failed_at
           FROM notification_send_history h
          WHERE h.notification_id = n.id AND h.source_event !~~ 'watchdog%'::text) s
  WHERE n.deleted_at IS NULL;
-- Notification rules with statistics of their messages. @exposed @resource notifications @notnull id name namespace events created_at updated_at pending failed sent

create view people_roles with (security_invoker = true) as
 SELECT id,
    name,
    email,
    avatar,
    ARRAY( SELECT r.role
           FROM person_roles r
          WHERE r.person_id = p.id
          ORDER BY r.role) AS roles
   FROM people p
  WHERE deleted_at IS NULL AND email IS NOT NULL;
-- People who can sign in, with their roles. @exposed @resource database @notnull id name email roles

create view permissions_summary with (security_invoker = true) as
 SELECT id,
    name,
    namespace,
    description,
    source,
    action,
    object,
    object_selector,
    deny,
    subject,
    subject_type,
    created_at,
    updated_at,
    deleted_at,
    created_by,
    updated_by,
    until,
    tags,
    agents,
    error,
    person_id,
    team_id,
    notification_id,
    config_id,
    component_id,
    canary_id,
    NULL::uuid AS check_id,
    playbook_id,
    connection_id,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email, 'avatar', s.avatar) AS jsonb_build_object
           FROM people s
          WHERE p.subject_type = 'person'::text AND s.id = as_uuid(p.subject)) AS person,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', NULL::unknown, 'icon', s.icon) AS jsonb_build_object
           FROM teams s
          WHERE p.subject_type = 'team'::text AND s.id = as_uuid(p.subject)) AS team,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace) AS jsonb_build_object
           FROM permission_groups s
          WHERE p.subject_type = 'group'::text AND s.name = p.subject AND s.deleted_at IS NULL
          ORDER BY s.created_at
         LIMIT 1) AS "group",
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace) AS jsonb_build_object
           FROM notifications s
          WHERE p.subject_type = 'notification'::text AND s.id = as_uuid(p.subject)) AS notification,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace) AS jsonb_build_object
           FROM config_scrapers s
          WHERE p.subject_type = 'scraper'::text AND s.id = as_uuid(p.subject)) AS scraper,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace) AS jsonb_build_object
           FROM topologies s
          WHERE p.subject_type = 'topology'::text AND s.id = as_uuid(p.subject)) AS topology,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace) AS jsonb_build_object
           FROM canaries s
          WHERE s.id = COALESCE(p.canary_id,
                CASE
                    WHEN p.subject_type = 'canary'::text THEN as_uuid(p.subject)
                    ELSE NULL::uuid
                END)) AS canary,
    ( SELECT jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace, 'icon', s.icon, 'title', s.title) AS jsonb_build_object
           FROM playbooks s
          WHERE s.id = COALESCE(p.playbook_id,
                CASE
                    WHEN p.subject_type = 'playbook'::text THEN as_uuid(p.subject)
                    ELSE NULL::uuid
                END)) AS playbook,
    ( SELECT jsonb_build_object('id', o.id, 'name', o.name, 'type', o.type, 'config_class', o.config_class) AS jsonb_build_object
           FROM config_items o
          WHERE o.id = p.config_id) AS catalog,
    ( SELECT jsonb_build_object('id', o.id, 'name', o.name, 'icon', o.icon) AS jsonb_build_object
           FROM components o
          WHERE o.id = COALESCE(p.component_id,
                CASE
                    WHEN p.subject_type = 'component'::text THEN as_uuid(p.subject)
                    ELSE NULL::uuid
                END)) AS component,
    ( SELECT jsonb_build_object('id', o.id, 'name', o.name, 'type', o.type) AS jsonb_build_object
           FROM connections o
          WHERE o.id = p.connection_id) AS connection,
    ( SELECT jsonb_build_object('id', c.id, 'name', c.name, 'avatar', c.avatar, 'email', c.email) AS jsonb_build_object
           FROM people c
          WHERE c.id = p.created_by) AS "createdBy"
   FROM permissions p
  WHERE deleted_at IS NULL;
-- Permission rules with the names of their subject and object. @exposed @resource permissions @feature settings.permissions @notnull id name source action deny subject_type created_at updated_at

create view playbook_names with (security_invoker = true) as
 SELECT id,
    COALESCE(NULLIF(title, ''::text), spec ->> 'title'::text, name) AS title,
    name,
    namespace,
    COALESCE(description, spec ->> 'description'::text) AS description,
    COALESCE(NULLIF(category, ''::text), spec ->> 'category'::text, ''::text) AS category,
    COALESCE(icon, spec ->> 'icon'::text) AS icon
   FROM playbooks
  WHERE deleted_at IS NULL;
-- Playbooks to choose from. @exposed @resource database @feature playbooks @notnull id title name namespace category

create view properties_in_force with (security_invoker = true) as
 SELECT p.name,
    p.value,
    NULL::text AS origin
   FROM properties p
  WHERE p.deleted_at IS NULL
UNION ALL
 SELECT l.name,
    l.value,
    l.origin
   FROM local_properties l
  WHERE NOT (EXISTS ( SELECT
           FROM properties p
          WHERE p.name = l.name AND p.deleted_at IS NULL));
-- The effective value of each property: the table wins over the file and the environment. @notnull name value

create view scrape_plugins_with_status with (security_invoker = true) as
 SELECT p.id,
    p.name,
    p.namespace,
    p.spec,
    p.source,
    p.created_by,
    p.created_at,
    p.updated_at,
    p.deleted_at,
    j.job_name,
    j.job_success_count,
    j.job_error_count,
    j.job_details,
    j.job_hostname,
    j.job_duration_millis,
    j.job_resource_type,
    j.job_status,
    j.job_time_start,
    j.job_time_end,
    j.job_created_at,
    j.job_last_failed
   FROM scrape_plugins p
     LEFT JOIN LATERAL latest_job('scrape_plugin'::text, p.id::text) j(job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at, job_last_failed) ON true
  WHERE p.deleted_at IS NULL;
-- Plugins of scrapers with what was last said of them. @exposed @resource config_scrapers @feature config @notnull id name namespace spec source created_at

create view teams_with_status with (security_invoker = true) as
 SELECT t.id,
    t.name,
    t.icon,
    t.spec,
    t.source,
    t.created_by,
    t.created_at,
    t.updated_at,
    t.deleted_at,
    j.job_name,
    j.job_success_count,
    j.job_error_count,
    j.job_details,
    j.job_hostname,
    j.job_duration_millis,
    j.job_resource_type,
    j.job_status,
    j.job_time_start,
    j.job_time_end,
    j.job_created_at,
    j.job_last_failed,
    ( SELECT count(*)::integer AS count
           FROM team_members m
          WHERE m.team_id = t.id) AS members
   FROM teams t
     LEFT JOIN LATERAL latest_job('team'::text, t.id::text) j(job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at, job_last_failed) ON true
  WHERE t.deleted_at IS NULL;
-- Teams with their newest job and the number of their members. @exposed @resource database @feature settings.teams @notnull id name created_by created_at updated_at members

create view topologies_with_status with (security_invoker = true) as
 SELECT t.id,
    t.agent_id,
    t.name,
    t.namespace,
    t.labels,
    t.source,
    t.spec,
    t.schedule,
    t.created_by,
    t.created_at,
    t.updated_at,
    t.deleted_at,
    t.is_pushed,
    j.job_name,
    j.job_success_count,
    j.job_error_count,
    j.job_details,
    j.job_hostname,
    j.job_duration_millis,
    j.job_resource_type,
    j.job_status,
    j.job_time_start,
    j.job_time_end,
    j.job_created_at,
    j.job_last_failed,
    jsonb_build_object('id', a.id, 'name', a.name) AS agent
   FROM topologies t
     JOIN agents a ON a.id = t.agent_id
     LEFT JOIN LATERAL latest_job('topology'::text, t.id::text) j(job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at, job_last_failed) ON true
  WHERE t.deleted_at IS NULL;
-- Topologies with their newest job. @exposed @resource topologies @feature topology @notnull id agent_id name namespace source created_at updated_at is_pushed agent

create view topology with (security_invoker = true) as
 SELECT id,
    agent_id,
    topology_id,
    external_id,
    parent_id,
    config_id,
    name,
    text,
    topology_type,
    namespace,
    type,
    icon,
    owner,
    labels,
    path,
    status,
    status_expr,
    status_reason,
    health,
    health_expr,
    description,
    lifecycle,
    tooltip,
    hidden,
    silenced,
    is_leaf,
    schedule,
    summary,
    selectors,
    log_selectors,
    component_checks,
    configs,
    properties,
    properties_values,
    cost_per_minute,
    cost_total_1d,
    cost_total_7d,
    cost_total_30d,
    created_by,
    created_at,
    updated_at,
    deleted_at,
    is_pushed,
    ( SELECT jsonb_agg(jsonb_build_object('name', l.value ->> 'name'::text)) AS jsonb_agg
           FROM jsonb_array_elements(
                CASE jsonb_typeof(c.log_selectors)
                    WHEN 'array'::text THEN c.log_selectors
                    ELSE NULL::jsonb
                END) l(value)) AS logs,
    ( SELECT k.checks
           FROM check_summary_by_component k
          WHERE k.component_id = c.id) AS checks,
    ARRAY( SELECT t.name
           FROM team_components m
             JOIN teams t ON t.id = m.team_id AND t.deleted_at IS NULL
          WHERE m.component_id = c.id
          ORDER BY t.name) AS team_names,
    ( SELECT i.incidents
           FROM incident_summary_by_component i
          WHERE i.id = c.id) AS incidents,
    ( SELECT a.analysis
           FROM analysis_summary_by_component a
          WHERE a.id = c.id) AS analysis,
    ARRAY( SELECT r.component_id
           FROM component_relationships r
             JOIN components o ON o.id = r.component_id AND o.deleted_at IS NULL
          WHERE r.relationship_id = c.id AND r.deleted_at IS NULL
          ORDER BY r.component_id) AS children,
    ARRAY( SELECT r.relationship_id
           FROM component_relationships r
             JOIN components o ON o.id = r.relationship_id AND o.deleted_at IS NULL
          WHERE r.component_id = c.id AND r.deleted_at IS NULL
          ORDER BY r.relationship_id) AS parents
   FROM components c
  WHERE deleted_at IS NULL;
-- Components with all data of a card and a roll-up. @exposed @resource topologies @feature topology @notnull id agent_id external_id name status hidden silenced is_leaf created_at is_pushed team_names children parents

create view views_summary with (security_invoker = true) as
 SELECT id,
    namespace,
    name,
    COALESCE(NULLIF(spec #>> '{display,title}'::text[], ''::text), spec ->> 'title'::text, name) AS title,
    COALESCE(spec #>> '{display,icon}'::text[], spec ->> 'icon'::text) AS icon,
        CASE
            WHEN jsonb_typeof(spec #> '{display,ordinal}'::text[]) = 'number'::text THEN ((spec #>> '{display,ordinal}'::text[])::numeric)::integer
            ELSE 0
        END AS ordinal,
    COALESCE((spec #> '{display,sidebar}'::text[]) = 'true'::jsonb, false) AS sidebar,
    last_ran,
    created_by,
    created_at,
    updated_at,
    source,
    error
   FROM views
  WHERE deleted_at IS NULL;
-- Views as the menu and the list show them. @exposed @resource views @feature views @notnull id name title ordinal sidebar created_at source

CREATE TRIGGER changes_delete AFTER DELETE ON public.access_tokens REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.access_tokens REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.access_tokens FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.access_tokens REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.agent_tallies REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.agent_tallies REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.agent_tallies FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.agent_tallies REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.agents REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.agents REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.agents FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.agents REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.agents FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER ended AFTER UPDATE ON public.agents FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION end_agent();

CREATE TRIGGER touched BEFORE UPDATE ON public.agents FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.hostname IS DISTINCT FROM new.hostname) OR (old.description IS DISTINCT FROM new.description) OR (old.ip IS DISTINCT FROM new.ip) OR (old.version IS DISTINCT FROM new.version) OR (old.username IS DISTINCT FROM new.username) OR (old.properties IS DISTINCT FROM new.properties) OR (old.tls IS DISTINCT FROM new.tls)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.applications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.applications REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.applications FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.applications REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.applications FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.applications FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.applications FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.description IS DISTINCT FROM new.description)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.artifacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.artifacts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.artifacts FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.artifacts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER audit_log_kept BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();

CREATE TRIGGER audit_log_kept_whole BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

CREATE TRIGGER changes_delete AFTER DELETE ON public.audit_log REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.audit_log REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.audit_log REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.canaries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.canaries REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.canaries FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.canaries REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.canaries FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER ended AFTER UPDATE ON public.canaries FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION end_canary();

CREATE TRIGGER rename_messages AFTER UPDATE OF name ON public.canaries FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION rename_message_resource('canary');

CREATE TRIGGER rename_messages_gone AFTER DELETE ON public.canaries FOR EACH ROW EXECUTE FUNCTION rename_message_resource('canary');

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.canaries FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.canaries FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND ((old.spec IS DISTINCT FROM new.spec) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.canaries FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.annotations IS DISTINCT FROM new.annotations)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_component_relationships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_component_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_component_relationships FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_component_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.check_component_relationships FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.check_component_relationships FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((old.component_id IS DISTINCT FROM new.component_id) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.check_component_relationships FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((old.component_id IS DISTINCT FROM new.component_id) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_config_relationships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_config_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_config_relationships FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_config_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.check_config_relationships FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.check_config_relationships FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((old.config_id IS DISTINCT FROM new.config_id) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.check_config_relationships FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((old.config_id IS DISTINCT FROM new.config_id) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_facets REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_facets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_facets FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_facets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_status_summaries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('check_id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_status_summaries REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('check_id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_status_summaries FOR EACH STATEMENT EXECUTE FUNCTION record_changes('check_id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_status_summaries REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('check_id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_statuses REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_statuses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_statuses FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_statuses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER summarise AFTER INSERT ON public.check_statuses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION summarise_new_statuses();

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_statuses_1d REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_statuses_1d REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_statuses_1d FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_statuses_1d REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.check_statuses_1h REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.check_statuses_1h REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.check_statuses_1h FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.check_statuses_1h REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER agent_tally_delete AFTER DELETE ON public.checks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_insert AFTER INSERT ON public.checks REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_update AFTER UPDATE ON public.checks REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER changes_delete AFTER DELETE ON public.checks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.checks REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.checks FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.checks REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.checks FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER ended AFTER UPDATE ON public.checks FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION end_check();

CREATE TRIGGER facets_delete AFTER DELETE ON public.checks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('check_facets', 'labels');

CREATE TRIGGER facets_insert AFTER INSERT ON public.checks REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('check_facets', 'labels');

CREATE TRIGGER facets_update AFTER UPDATE ON public.checks REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('check_facets', 'labels');

CREATE TRIGGER lower_severity BEFORE INSERT OR UPDATE ON public.checks FOR EACH ROW WHEN ((new.severity IS DISTINCT FROM lower(new.severity))) EXECUTE FUNCTION lower_severity();

CREATE TRIGGER rename_messages AFTER UPDATE OF name ON public.checks FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION rename_message_resource('check');

CREATE TRIGGER rename_messages_gone AFTER DELETE ON public.checks FOR EACH ROW EXECUTE FUNCTION rename_message_resource('check');

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.checks FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.checks FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND ((old.type IS DISTINCT FROM new.type) OR (old.name IS DISTINCT FROM new.name) OR (old.namespace IS DISTINCT FROM new.namespace) OR (old.description IS DISTINCT FROM new.description) OR (old.icon IS DISTINCT FROM new.icon) OR (old.spec IS DISTINCT FROM new.spec) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets) OR (old.canary_secrets IS DISTINCT FROM new.canary_secrets) OR (old.labels IS DISTINCT FROM new.labels) OR (old.owner IS DISTINCT FROM new.owner) OR (old.severity IS DISTINCT FROM new.severity) OR (old.category IS DISTINCT FROM new.category) OR (old.silenced_at IS DISTINCT FROM new.silenced_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER transition BEFORE UPDATE ON public.checks FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION mark_check_transition();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.checks FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND (((((((((((((((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.type IS DISTINCT FROM new.type)) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.description IS DISTINCT FROM new.description)) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.owner IS DISTINCT FROM new.owner)) OR (old.severity IS DISTINCT FROM new.severity)) OR (old.category IS DISTINCT FROM new.category)) OR (old.transformed IS DISTINCT FROM new.transformed)) OR (old.last_runtime IS DISTINCT FROM new.last_runtime)) OR (old.next_runtime IS DISTINCT FROM new.next_runtime)) OR (old.last_transition_time IS DISTINCT FROM new.last_transition_time)) OR (old.silenced_at IS DISTINCT FROM new.silenced_at)) OR (old.status IS DISTINCT FROM new.status)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.interval_seconds IS DISTINCT FROM new.interval_seconds)) OR (old.could_not_check_since IS DISTINCT FROM new.could_not_check_since)) OR (old.could_not_check_reason IS DISTINCT FROM new.could_not_check_reason)) OR (old.alert_held_since IS DISTINCT FROM new.alert_held_since)) OR (old.made_by IS DISTINCT FROM new.made_by)) OR (old.told_status IS DISTINCT FROM new.told_status)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)) OR (old.canary_secrets IS DISTINCT FROM new.canary_secrets)) OR (old.paused_at IS DISTINCT FROM new.paused_at)) OR (old.paused_until IS DISTINCT FROM new.paused_until)) OR (old.paused_by IS DISTINCT FROM new.paused_by)) OR (old.pause_reason IS DISTINCT FROM new.pause_reason)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.comment_responders REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.comment_responders REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.comment_responders FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.comment_responders REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.comments FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.comments REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER history_new AFTER INSERT ON public.comments FOR EACH ROW WHEN ((new.responder_id IS NOT NULL)) EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER touched BEFORE UPDATE ON public.comments FOR EACH ROW WHEN (((((((((((old.id IS DISTINCT FROM new.id) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.comment IS DISTINCT FROM new.comment)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.external_created_by IS DISTINCT FROM new.external_created_by)) OR (old.incident_id IS DISTINCT FROM new.incident_id)) OR (old.responder_id IS DISTINCT FROM new.responder_id)) OR (old.hypothesis_id IS DISTINCT FROM new.hypothesis_id)) OR (old.read IS DISTINCT FROM new.read)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.component_facets REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.component_facets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.component_facets FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.component_facets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.component_relationships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.component_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.component_relationships FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.component_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.component_relationships FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.component_relationships FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((old.component_id IS DISTINCT FROM new.component_id) OR (old.relationship_id IS DISTINCT FROM new.relationship_id)) OR (old.selector_id IS DISTINCT FROM new.selector_id)) OR (old.relationship_path IS DISTINCT FROM new.relationship_path)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.component_relationships FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((old.component_id IS DISTINCT FROM new.component_id) OR (old.relationship_id IS DISTINCT FROM new.relationship_id)) OR (old.selector_id IS DISTINCT FROM new.selector_id)) OR (old.relationship_path IS DISTINCT FROM new.relationship_path)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.components REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.components REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.components FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.components REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.components FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER ended AFTER UPDATE ON public.components FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION end_component();

CREATE TRIGGER facets_delete AFTER DELETE ON public.components REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('component_facets', 'labels');

CREATE TRIGGER facets_insert AFTER INSERT ON public.components REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('component_facets', 'labels');

CREATE TRIGGER facets_update AFTER UPDATE ON public.components REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('component_facets', 'labels');

CREATE TRIGGER rename_messages AFTER UPDATE OF name ON public.components FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION rename_message_resource('component');

CREATE TRIGGER rename_messages_gone AFTER DELETE ON public.components FOR EACH ROW EXECUTE FUNCTION rename_message_resource('component');

CREATE TRIGGER touched BEFORE UPDATE ON public.components FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND ((((((((((((((((((((((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.topology_id IS DISTINCT FROM new.topology_id)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.name IS DISTINCT FROM new.name)) OR (old.text IS DISTINCT FROM new.text)) OR (old.topology_type IS DISTINCT FROM new.topology_type)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.type IS DISTINCT FROM new.type)) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.owner IS DISTINCT FROM new.owner)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.path IS DISTINCT FROM new.path)) OR (old.status IS DISTINCT FROM new.status)) OR (old.status_expr IS DISTINCT FROM new.status_expr)) OR (old.status_reason IS DISTINCT FROM new.status_reason)) OR (old.health IS DISTINCT FROM new.health)) OR (old.health_expr IS DISTINCT FROM new.health_expr)) OR (old.description IS DISTINCT FROM new.description)) OR (old.lifecycle IS DISTINCT FROM new.lifecycle)) OR (old.tooltip IS DISTINCT FROM new.tooltip)) OR (old.hidden IS DISTINCT FROM new.hidden)) OR (old.silenced IS DISTINCT FROM new.silenced)) OR (old.is_leaf IS DISTINCT FROM new.is_leaf)) OR (old.schedule IS DISTINCT FROM new.schedule)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.selectors IS DISTINCT FROM new.selectors)) OR (old.log_selectors IS DISTINCT FROM new.log_selectors)) OR (old.component_checks IS DISTINCT FROM new.component_checks)) OR (old.configs IS DISTINCT FROM new.configs)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.cost_per_minute IS DISTINCT FROM new.cost_per_minute)) OR (old.cost_total_1d IS DISTINCT FROM new.cost_total_1d)) OR (old.cost_total_7d IS DISTINCT FROM new.cost_total_7d)) OR (old.cost_total_30d IS DISTINCT FROM new.cost_total_30d)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.components FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((((((((((((((((((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.topology_id IS DISTINCT FROM new.topology_id)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.name IS DISTINCT FROM new.name)) OR (old.text IS DISTINCT FROM new.text)) OR (old.topology_type IS DISTINCT FROM new.topology_type)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.type IS DISTINCT FROM new.type)) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.owner IS DISTINCT FROM new.owner)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.path IS DISTINCT FROM new.path)) OR (old.status IS DISTINCT FROM new.status)) OR (old.status_expr IS DISTINCT FROM new.status_expr)) OR (old.status_reason IS DISTINCT FROM new.status_reason)) OR (old.health IS DISTINCT FROM new.health)) OR (old.health_expr IS DISTINCT FROM new.health_expr)) OR (old.description IS DISTINCT FROM new.description)) OR (old.lifecycle IS DISTINCT FROM new.lifecycle)) OR (old.tooltip IS DISTINCT FROM new.tooltip)) OR (old.hidden IS DISTINCT FROM new.hidden)) OR (old.silenced IS DISTINCT FROM new.silenced)) OR (old.is_leaf IS DISTINCT FROM new.is_leaf)) OR (old.schedule IS DISTINCT FROM new.schedule)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.selectors IS DISTINCT FROM new.selectors)) OR (old.log_selectors IS DISTINCT FROM new.log_selectors)) OR (old.component_checks IS DISTINCT FROM new.component_checks)) OR (old.configs IS DISTINCT FROM new.configs)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.cost_per_minute IS DISTINCT FROM new.cost_per_minute)) OR (old.cost_total_1d IS DISTINCT FROM new.cost_total_1d)) OR (old.cost_total_7d IS DISTINCT FROM new.cost_total_7d)) OR (old.cost_total_30d IS DISTINCT FROM new.cost_total_30d)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_analysis REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_analysis REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_analysis FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_analysis REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER dirty_delete AFTER DELETE ON public.config_analysis REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER dirty_insert AFTER INSERT ON public.config_analysis REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER dirty_update AFTER UPDATE ON public.config_analysis REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER lower_severity BEFORE INSERT OR UPDATE ON public.config_analysis FOR EACH ROW WHEN ((new.severity IS DISTINCT FROM lower(new.severity))) EXECUTE FUNCTION lower_severity();

CREATE TRIGGER resolved_insight BEFORE UPDATE OF status ON public.config_analysis FOR EACH ROW WHEN (((new.status = 'resolved'::text) AND (old.status <> 'resolved'::text))) EXECUTE FUNCTION note_resolved_insight();

CREATE TRIGGER resolved_insight_at_once BEFORE INSERT ON public.config_analysis FOR EACH ROW WHEN (((new.status = 'resolved'::text) AND (new.resolved_at IS NULL))) EXECUTE FUNCTION note_resolved_insight();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.config_analysis FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.scraper_id IS DISTINCT FROM new.scraper_id)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.source IS DISTINCT FROM new.source)) OR (old.analyzer IS DISTINCT FROM new.analyzer)) OR (old.analysis_type IS DISTINCT FROM new.analysis_type)) OR (old.severity IS DISTINCT FROM new.severity)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.status IS DISTINCT FROM new.status)) OR (old.message IS DISTINCT FROM new.message)) OR (old.analysis IS DISTINCT FROM new.analysis)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.first_observed IS DISTINCT FROM new.first_observed)) OR (old.last_observed IS DISTINCT FROM new.last_observed)) OR (old.resolved_at IS DISTINCT FROM new.resolved_at)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER dirty_update AFTER UPDATE ON public.config_change_tallies REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER carry_item BEFORE INSERT OR UPDATE OF config_id, config_type ON public.config_changes FOR EACH ROW EXECUTE FUNCTION carry_config_item();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_changes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_changes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_changes FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_changes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER cut_words BEFORE INSERT OR UPDATE OF source, change_type ON public.config_changes FOR EACH ROW WHEN (((length(new.source) > 300) OR (length(new.change_type) > 300))) EXECUTE FUNCTION cut_change_words();

CREATE TRIGGER lost_versions AFTER DELETE ON public.config_changes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_lost_versions();

CREATE TRIGGER lower_severity BEFORE INSERT OR UPDATE ON public.config_changes FOR EACH ROW WHEN ((new.severity IS DISTINCT FROM lower(new.severity))) EXECUTE FUNCTION lower_severity();

CREATE TRIGGER note_delete AFTER DELETE ON public.config_changes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_config_changes();

CREATE TRIGGER note_insert AFTER INSERT ON public.config_changes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_config_changes();

CREATE TRIGGER note_truncate AFTER TRUNCATE ON public.config_changes FOR EACH STATEMENT EXECUTE FUNCTION note_config_changes();

CREATE TRIGGER note_update AFTER UPDATE ON public.config_changes REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_config_changes();

CREATE TRIGGER tally_delete AFTER DELETE ON public.config_changes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_config_changes();

CREATE TRIGGER tally_insert AFTER INSERT ON public.config_changes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_config_changes();

CREATE TRIGGER tally_update AFTER UPDATE ON public.config_changes REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_config_changes();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.config_changes FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.external_change_id IS DISTINCT FROM new.external_change_id)) OR (old.external_created_by IS DISTINCT FROM new.external_created_by)) OR (old.change_type IS DISTINCT FROM new.change_type)) OR (old.severity IS DISTINCT FROM new.severity)) OR (old.source IS DISTINCT FROM new.source)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.patches IS DISTINCT FROM new.patches)) OR (old.diff IS DISTINCT FROM new.diff)) OR (old.details IS DISTINCT FROM new.details)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.count IS DISTINCT FROM new.count)) OR (old.fingerprint IS DISTINCT FROM new.fingerprint)) OR (old.first_observed IS DISTINCT FROM new.first_observed)) OR (old.inserted_at IS DISTINCT FROM new.inserted_at)) OR (old.config_tags IS DISTINCT FROM new.config_tags)) OR (old.config_hash IS DISTINCT FROM new.config_hash)) OR (old.config_type IS DISTINCT FROM new.config_type)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_component_relationships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_component_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_component_relationships FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_component_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.config_component_relationships FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.config_component_relationships FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((old.component_id IS DISTINCT FROM new.component_id) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.config_component_relationships FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND (((((old.component_id IS DISTINCT FROM new.component_id) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_facets REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_facets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_facets FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_facets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER dirty_delete AFTER DELETE ON public.config_item_groups REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER dirty_insert AFTER INSERT ON public.config_item_groups REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER dirty_update AFTER UPDATE ON public.config_item_groups REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION dirty_config_groups();

CREATE TRIGGER agent_tally_delete AFTER DELETE ON public.config_items REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_insert AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_update AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER carried_held BEFORE UPDATE OF type, tags ON public.config_items FOR EACH ROW WHEN (((old.tags IS DISTINCT FROM new.tags) OR (old.type <> new.type))) EXECUTE FUNCTION hold_config_item();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_items REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_items FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER complete BEFORE INSERT OR UPDATE ON public.config_items FOR EACH ROW WHEN ((COALESCE(new.name, ''::text) = ''::text)) EXECUTE FUNCTION complete_config_item();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.config_items FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER facets_delete AFTER DELETE ON public.config_items REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('config_facets', 'tags', 'labels');

CREATE TRIGGER facets_insert AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('config_facets', 'tags', 'labels');

CREATE TRIGGER facets_update AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_facets('config_facets', 'tags', 'labels');

CREATE TRIGGER follow AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION follow_config_items();

CREATE TRIGGER group_items AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION regroup_config_items();

CREATE TRIGGER lines_insert AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION line_config_items();

CREATE TRIGGER lines_update AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION line_config_items();

CREATE TRIGGER link_new AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION link_new_config_items();

CREATE TRIGGER regroup_items AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION regroup_config_items();

CREATE TRIGGER rename_messages AFTER UPDATE OF name ON public.config_items FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION rename_message_resource('config');

CREATE TRIGGER rename_messages_gone AFTER DELETE ON public.config_items FOR EACH ROW EXECUTE FUNCTION rename_message_resource('config');

CREATE TRIGGER tally_documents AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_config_items();

CREATE TRIGGER tally_items AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_config_items();

CREATE TRIGGER touched BEFORE UPDATE ON public.config_items FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND (old.config IS DISTINCT FROM new.config))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.config_items FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND (((((((((((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.scraper_id IS DISTINCT FROM new.scraper_id)) OR (old.config_class IS DISTINCT FROM new.config_class)) OR (old.status IS DISTINCT FROM new.status)) OR (old.health IS DISTINCT FROM new.health)) OR (old.ready IS DISTINCT FROM new.ready)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.type IS DISTINCT FROM new.type)) OR (old.name IS DISTINCT FROM new.name)) OR (old.description IS DISTINCT FROM new.description)) OR (old.config IS DISTINCT FROM new.config)) OR (old.source IS DISTINCT FROM new.source)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.cost_per_minute IS DISTINCT FROM new.cost_per_minute)) OR (old.cost_total_1d IS DISTINCT FROM new.cost_total_1d)) OR (old.cost_total_7d IS DISTINCT FROM new.cost_total_7d)) OR (old.cost_total_30d IS DISTINCT FROM new.cost_total_30d)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.path IS DISTINCT FROM new.path)) OR (old.last_scraped_time IS DISTINCT FROM new.last_scraped_time)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.delete_reason IS DISTINCT FROM new.delete_reason)) OR (old.inserted_at IS DISTINCT FROM new.inserted_at)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER words_insert AFTER INSERT ON public.config_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_config_words();

CREATE TRIGGER words_update AFTER UPDATE ON public.config_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_config_words();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_locations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_locations REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_locations FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_locations REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_lost_versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_lost_versions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_lost_versions FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_lost_versions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_relationships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_relationships FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.config_relationships FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.config_relationships FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((((old.config_id IS DISTINCT FROM new.config_id) OR (old.related_id IS DISTINCT FROM new.related_id)) OR (old.relation IS DISTINCT FROM new.relation)) OR (old.scraper_id IS DISTINCT FROM new.scraper_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.config_relationships FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND (((((((old.config_id IS DISTINCT FROM new.config_id) OR (old.related_id IS DISTINCT FROM new.related_id)) OR (old.relation IS DISTINCT FROM new.relation)) OR (old.scraper_id IS DISTINCT FROM new.scraper_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.selector_id IS DISTINCT FROM new.selector_id)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER agent_tally_delete AFTER DELETE ON public.config_scrapers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_insert AFTER INSERT ON public.config_scrapers REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_update AFTER UPDATE ON public.config_scrapers REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_scrapers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_scrapers REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_scrapers FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_scrapers REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.config_scrapers FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.config_scrapers FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.config_scrapers FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.description IS DISTINCT FROM new.description)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.application_id IS DISTINCT FROM new.application_id)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.config_scrapers FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.description IS DISTINCT FROM new.description)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.application_id IS DISTINCT FROM new.application_id)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_sightings REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_sightings REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_sightings FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_sightings REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('config_id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.config_unlisted_versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.config_unlisted_versions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.config_unlisted_versions FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.config_unlisted_versions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER lost_versions AFTER DELETE ON public.config_unlisted_versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_lost_versions();

CREATE TRIGGER changes_delete AFTER DELETE ON public.connection_uses REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.connection_uses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.connection_uses FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.connection_uses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.connections REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.connections REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.connections FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.connections REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.connections FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.connections FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('username', 'password', 'certificate', 'sealed_url', 'sealed_properties');

CREATE TRIGGER touched BEFORE UPDATE ON public.connections FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.type IS DISTINCT FROM new.type)) OR (old.url IS DISTINCT FROM new.url)) OR (old.source IS DISTINCT FROM new.source)) OR (old.username IS DISTINCT FROM new.username)) OR (old.password IS DISTINCT FROM new.password)) OR (old.certificate IS DISTINCT FROM new.certificate)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.sealed_url IS DISTINCT FROM new.sealed_url)) OR (old.sealed_properties IS DISTINCT FROM new.sealed_properties)) OR (old.insecure_tls IS DISTINCT FROM new.insecure_tls)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.credentials REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.credentials REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.credentials FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.credentials REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.credentials FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('proof');

CREATE TRIGGER changes_delete AFTER DELETE ON public.evidences REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.evidences REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.evidences FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.evidences REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER history AFTER UPDATE ON public.evidences FOR EACH ROW WHEN ((new.definition_of_done AND (NOT old.definition_of_done))) EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER history_new AFTER INSERT ON public.evidences FOR EACH ROW EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER touched BEFORE UPDATE ON public.evidences FOR EACH ROW WHEN ((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.description IS DISTINCT FROM new.description)) OR (old.hypothesis_id IS DISTINCT FROM new.hypothesis_id)) OR (old.type IS DISTINCT FROM new.type)) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.config_change_id IS DISTINCT FROM new.config_change_id)) OR (old.config_analysis_id IS DISTINCT FROM new.config_analysis_id)) OR (old.component_id IS DISTINCT FROM new.component_id)) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.evidence IS DISTINCT FROM new.evidence)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.definition_of_done IS DISTINCT FROM new.definition_of_done)) OR (old.done IS DISTINCT FROM new.done)) OR (old.factor IS DISTINCT FROM new.factor)) OR (old.mitigator IS DISTINCT FROM new.mitigator)) OR (old.script IS DISTINCT FROM new.script)) OR (old.script_result IS DISTINCT FROM new.script_result)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.hypotheses REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.hypotheses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.hypotheses FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.hypotheses REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER history AFTER UPDATE ON public.hypotheses FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER history_new AFTER INSERT ON public.hypotheses FOR EACH ROW EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER touched BEFORE UPDATE ON public.hypotheses FOR EACH ROW WHEN (((((((((((old.id IS DISTINCT FROM new.id) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.incident_id IS DISTINCT FROM new.incident_id)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.owner IS DISTINCT FROM new.owner)) OR (old.team_id IS DISTINCT FROM new.team_id)) OR (old.type IS DISTINCT FROM new.type)) OR (old.title IS DISTINCT FROM new.title)) OR (old.status IS DISTINCT FROM new.status)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.identity_flows FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('pending', 'departure');

CREATE TRIGGER changes_delete AFTER DELETE ON public.incident_histories REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.incident_histories REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.incident_histories FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.incident_histories REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.incident_relationships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.incident_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.incident_relationships FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.incident_relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.incident_rules REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.incident_rules REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.incident_rules FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.incident_rules REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.incident_rules FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.incident_rules FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.incident_rules FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.incidents REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.incidents REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.incidents FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.incidents REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER history AFTER UPDATE ON public.incidents FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER history_new AFTER INSERT ON public.incidents FOR EACH ROW EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER lower_severity BEFORE INSERT OR UPDATE ON public.incidents FOR EACH ROW WHEN ((new.severity IS DISTINCT FROM lower(new.severity))) EXECUTE FUNCTION lower_severity();

CREATE TRIGGER times BEFORE UPDATE ON public.incidents FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION mark_incident_times();

CREATE TRIGGER times_new BEFORE INSERT ON public.incidents FOR EACH ROW WHEN ((new.status <> 'open'::text)) EXECUTE FUNCTION mark_incident_times();

CREATE TRIGGER touched BEFORE UPDATE ON public.incidents FOR EACH ROW WHEN ((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.incident_id IS DISTINCT FROM new.incident_id)) OR (old.incident_rule_id IS DISTINCT FROM new.incident_rule_id)) OR (old.title IS DISTINCT FROM new.title)) OR (old.description IS DISTINCT FROM new.description)) OR (old.type IS DISTINCT FROM new.type)) OR (old.status IS DISTINCT FROM new.status)) OR (old.severity IS DISTINCT FROM new.severity)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.commander_id IS DISTINCT FROM new.commander_id)) OR (old.communicator_id IS DISTINCT FROM new.communicator_id)) OR (old.acknowledged IS DISTINCT FROM new.acknowledged)) OR (old.resolved IS DISTINCT FROM new.resolved)) OR (old.closed IS DISTINCT FROM new.closed)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.job_history REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.job_history REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.job_history FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.job_history REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.local_properties REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_insert AFTER INSERT ON public.local_properties REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.local_properties FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_update AFTER UPDATE ON public.local_properties REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_delete AFTER DELETE ON public.logging_backends REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.logging_backends REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.logging_backends FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.logging_backends REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.logging_backends FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.logging_backends FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.logging_backends FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND ((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.mails REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.mails REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.mails FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.mails REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.mails FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('body');

CREATE TRIGGER changes_delete AFTER DELETE ON public.maintenance_windows REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.maintenance_windows REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.maintenance_windows FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.maintenance_windows REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.maintenance_windows FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.maintenance_windows FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.check_id IS DISTINCT FROM new.check_id) OR (old.canary_id IS DISTINCT FROM new.canary_id) OR (old.label_selector IS DISTINCT FROM new.label_selector) OR (old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at) OR (old.schedule IS DISTINCT FROM new.schedule) OR (old.duration_minutes IS DISTINCT FROM new.duration_minutes)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.notification_group_resources REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.notification_group_resources REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.notification_group_resources FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.notification_group_resources REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER touched BEFORE UPDATE ON public.notification_group_resources FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.group_id IS DISTINCT FROM new.group_id)) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.component_id IS DISTINCT FROM new.component_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.resolved_at IS DISTINCT FROM new.resolved_at))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.notification_groups REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.notification_groups REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.notification_groups FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.notification_groups REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.notification_send_history REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.notification_send_history REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.notification_send_history FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.notification_send_history REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER name_resource BEFORE INSERT OR UPDATE OF source_event, resource_id, resource_name ON public.notification_send_history FOR EACH ROW EXECUTE FUNCTION name_message_resource();

CREATE TRIGGER record_change AFTER UPDATE ON public.notification_send_history FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (new.source_event ~~ 'config.%'::text) AND (new.status = ANY (ARRAY['sent'::text, 'attempting_fallback'::text, 'error'::text, 'silenced'::text, 'inhibited'::text, 'grouped'::text, 'repeat-interval'::text])))) EXECUTE FUNCTION record_notification_change();

CREATE TRIGGER record_change_new AFTER INSERT ON public.notification_send_history FOR EACH ROW WHEN (((new.source_event ~~ 'config.%'::text) AND (new.status = ANY (ARRAY['sent'::text, 'attempting_fallback'::text, 'error'::text, 'silenced'::text, 'inhibited'::text, 'grouped'::text, 'repeat-interval'::text])))) EXECUTE FUNCTION record_notification_change();

CREATE TRIGGER changes_delete AFTER DELETE ON public.notification_silences REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.notification_silences REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.notification_silences FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.notification_silences REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER clear_error BEFORE UPDATE ON public.notification_silences FOR EACH ROW WHEN (((old.error IS NOT NULL) AND (NOT (old.error IS DISTINCT FROM new.error)) AND (old.filter IS DISTINCT FROM new.filter))) EXECUTE FUNCTION clear_rule_error();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.notification_silences FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.notification_silences FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.name IS DISTINCT FROM new.name)) OR (old.description IS DISTINCT FROM new.description)) OR (old.filter IS DISTINCT FROM new.filter)) OR (old.selectors IS DISTINCT FROM new.selectors)) OR (old.error IS DISTINCT FROM new.error)) OR (old."from" IS DISTINCT FROM new."from")) OR (old.until IS DISTINCT FROM new.until)) OR (old.recursive IS DISTINCT FROM new.recursive)) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.check_id IS DISTINCT FROM new.check_id)) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.component_id IS DISTINCT FROM new.component_id)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.notifications FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER clear_error BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN (((old.error IS NOT NULL) AND (NOT (old.error IS DISTINCT FROM new.error)) AND (((old.filter IS DISTINCT FROM new.filter) OR (old.custom_services IS DISTINCT FROM new.custom_services)) OR (old.team_id IS DISTINCT FROM new.team_id)))) EXECUTE FUNCTION clear_rule_error();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.notifications FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('properties_secrets', 'custom_services_secrets', 'fallback_custom_services_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.namespace IS DISTINCT FROM new.namespace) OR (old.title IS DISTINCT FROM new.title) OR (old.events IS DISTINCT FROM new.events) OR (old.filter IS DISTINCT FROM new.filter) OR (old.template IS DISTINCT FROM new.template) OR (old.properties IS DISTINCT FROM new.properties) OR (old.properties_secrets IS DISTINCT FROM new.properties_secrets) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.team_id IS DISTINCT FROM new.team_id) OR (old.playbook_id IS DISTINCT FROM new.playbook_id) OR (old.custom_services IS DISTINCT FROM new.custom_services) OR (old.custom_services_secrets IS DISTINCT FROM new.custom_services_secrets) OR (old.fallback_person_id IS DISTINCT FROM new.fallback_person_id) OR (old.fallback_team_id IS DISTINCT FROM new.fallback_team_id) OR (old.fallback_playbook_id IS DISTINCT FROM new.fallback_playbook_id) OR (old.fallback_custom_services IS DISTINCT FROM new.fallback_custom_services) OR (old.fallback_custom_services_secrets IS DISTINCT FROM new.fallback_custom_services_secrets) OR (old.fallback_delay IS DISTINCT FROM new.fallback_delay) OR (old.repeat_interval IS DISTINCT FROM new.repeat_interval) OR (old.wait_for IS DISTINCT FROM new.wait_for) OR (old.wait_for_eval_period IS DISTINCT FROM new.wait_for_eval_period) OR (old.group_by IS DISTINCT FROM new.group_by) OR (old.group_by_interval IS DISTINCT FROM new.group_by_interval) OR (old.inhibitions IS DISTINCT FROM new.inhibitions) OR (old.watchdog_schedule IS DISTINCT FROM new.watchdog_schedule)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.people REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.people REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.people FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.people REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.people FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.people FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name) OR (old.email IS DISTINCT FROM new.email) OR (old.avatar IS DISTINCT FROM new.avatar) OR (old.title IS DISTINCT FROM new.title) OR (old.organization IS DISTINCT FROM new.organization) OR (old.phone IS DISTINCT FROM new.phone) OR (old.properties IS DISTINCT FROM new.properties) OR (old.team_id IS DISTINCT FROM new.team_id) OR (old.state IS DISTINCT FROM new.state)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.permission_groups REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.permission_groups REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.permission_groups FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.permission_groups REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.permission_groups FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.permission_groups FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.selectors IS DISTINCT FROM new.selectors)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.permissions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.permissions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.permissions FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.permissions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.permissions FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER derive_subject BEFORE INSERT OR UPDATE ON public.permissions FOR EACH ROW EXECUTE FUNCTION derive_permission_subject();

CREATE TRIGGER touched BEFORE UPDATE ON public.permissions FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((((((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.description IS DISTINCT FROM new.description)) OR (old.source IS DISTINCT FROM new.source)) OR (old.subject_type IS DISTINCT FROM new.subject_type)) OR (old.subject IS DISTINCT FROM new.subject)) OR (old.action IS DISTINCT FROM new.action)) OR (old.object IS DISTINCT FROM new.object)) OR (old.object_selector IS DISTINCT FROM new.object_selector)) OR (old.deny IS DISTINCT FROM new.deny)) OR (old.component_id IS DISTINCT FROM new.component_id)) OR (old.config_id IS DISTINCT FROM new.config_id)) OR (old.canary_id IS DISTINCT FROM new.canary_id)) OR (old.playbook_id IS DISTINCT FROM new.playbook_id)) OR (old.connection_id IS DISTINCT FROM new.connection_id)) OR (old.person_id IS DISTINCT FROM new.person_id)) OR (old.team_id IS DISTINCT FROM new.team_id)) OR (old.notification_id IS DISTINCT FROM new.notification_id)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.updated_by IS DISTINCT FROM new.updated_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.until IS DISTINCT FROM new.until)) OR (old.agents IS DISTINCT FROM new.agents)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.error IS DISTINCT FROM new.error)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.person_roles REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.person_roles REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.person_roles FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.person_roles REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.playbook_approvals REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.playbook_approvals REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.playbook_approvals FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.playbook_approvals REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.playbook_run_actions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.playbook_run_actions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.playbook_run_actions FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.playbook_run_actions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER unpushed BEFORE UPDATE ON public.playbook_run_actions FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND (((((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.status IS DISTINCT FROM new.status)) OR (old.retry_count IS DISTINCT FROM new.retry_count)) OR (old.playbook_run_id IS DISTINCT FROM new.playbook_run_id)) OR (old.start_time IS DISTINCT FROM new.start_time)) OR (old.scheduled_time IS DISTINCT FROM new.scheduled_time)) OR (old.end_time IS DISTINCT FROM new.end_time)) OR (old.result IS DISTINCT FROM new.result)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.error IS DISTINCT FROM new.error)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER agent_tally_delete AFTER DELETE ON public.playbook_runs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_insert AFTER INSERT ON public.playbook_runs REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER agent_tally_update AFTER UPDATE ON public.playbook_runs REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_agent_rows();

CREATE TRIGGER changes_delete AFTER DELETE ON public.playbook_runs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.playbook_runs REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.playbook_runs FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.playbook_runs REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.playbooks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.playbooks REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.playbooks FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.playbooks REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.playbooks FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.playbooks FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.playbooks FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((((((((((old.id IS DISTINCT FROM new.id) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.name IS DISTINCT FROM new.name)) OR (old.title IS DISTINCT FROM new.title)) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.description IS DISTINCT FROM new.description)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.category IS DISTINCT FROM new.category)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.processes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.processes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.processes FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.processes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.properties REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_insert AFTER INSERT ON public.properties REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.properties FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER changes_update AFTER UPDATE ON public.properties REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('name');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.properties FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER touched BEFORE UPDATE ON public.properties FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((old.name IS DISTINCT FROM new.name) OR (old.value IS DISTINCT FROM new.value)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.responders REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.responders REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.responders FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.responders REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.responders FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER history_new AFTER INSERT ON public.responders FOR EACH ROW EXECUTE FUNCTION record_incident_history();

CREATE TRIGGER touched BEFORE UPDATE ON public.responders FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.incident_id IS DISTINCT FROM new.incident_id)) OR (old.type IS DISTINCT FROM new.type)) OR (old.index IS DISTINCT FROM new.index)) OR (old.person_id IS DISTINCT FROM new.person_id)) OR (old.team_id IS DISTINCT FROM new.team_id)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.properties IS DISTINCT FROM new.properties)) OR (old.acknowledged IS DISTINCT FROM new.acknowledged)) OR (old.resolved IS DISTINCT FROM new.resolved)) OR (old.closed IS DISTINCT FROM new.closed)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.saved_query REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.saved_query REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.saved_query FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.saved_query REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER touched BEFORE UPDATE ON public.saved_query FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.description IS DISTINCT FROM new.description)) OR (old.query IS DISTINCT FROM new.query)) OR (old.columns IS DISTINCT FROM new.columns)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.scrape_plugins REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.scrape_plugins REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.scrape_plugins FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.scrape_plugins REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.scrape_plugins FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.scrape_plugins FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.scrape_plugins FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.secret_keys REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.secret_keys REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.secret_keys FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.secret_keys REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.security_keys REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.security_keys REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.security_keys FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.security_keys REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.sessions FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.sessions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('value');

CREATE TRIGGER changes_delete AFTER DELETE ON public.severities REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.severities REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.severities FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.severities REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.team_components REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.team_components REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.team_components FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.team_components REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.team_members REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.team_members REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.team_members FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.team_members REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.teams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.teams REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.teams FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.teams REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER clear_rule_errors AFTER UPDATE ON public.teams FOR EACH ROW WHEN (((old.spec IS DISTINCT FROM new.spec) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets))) EXECUTE FUNCTION clear_team_rule_errors();

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.teams FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER ended AFTER UPDATE ON public.teams FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION end_team();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.teams FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.teams FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (((((((((old.id IS DISTINCT FROM new.id) OR (old.name IS DISTINCT FROM new.name)) OR (old.icon IS DISTINCT FROM new.icon)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.source IS DISTINCT FROM new.source)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER changes_delete AFTER DELETE ON public.topologies REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.topologies REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.topologies FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.topologies REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.topologies FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.topologies FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.topologies FOR EACH ROW WHEN (((COALESCE(new.agent_id, '00000000-0000-0000-0000-000000000000'::uuid) = '00000000-0000-0000-0000-000000000000'::uuid) AND (new.deleted_at IS NULL) AND ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.source IS DISTINCT FROM new.source)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.schedule IS DISTINCT FROM new.schedule)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION touch_row();

CREATE TRIGGER unpushed BEFORE UPDATE ON public.topologies FOR EACH ROW WHEN ((old.is_pushed AND new.is_pushed AND ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.name IS DISTINCT FROM new.name)) OR (old.namespace IS DISTINCT FROM new.namespace)) OR (old.labels IS DISTINCT FROM new.labels)) OR (old.source IS DISTINCT FROM new.source)) OR (old.spec IS DISTINCT FROM new.spec)) OR (old.schedule IS DISTINCT FROM new.schedule)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets)))) EXECUTE FUNCTION mark_unpushed();

CREATE TRIGGER changes_delete AFTER DELETE ON public.view_panels REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.view_panels REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.view_panels FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.view_panels REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.views REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.views REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.views FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.views REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER deleted_once BEFORE UPDATE ON public.views FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION keep_deleted_at();

CREATE TRIGGER sealing_keys BEFORE INSERT OR UPDATE ON public.views FOR EACH ROW EXECUTE FUNCTION keep_sealing_keys('spec_secrets');

CREATE TRIGGER touched BEFORE UPDATE ON public.views FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.namespace IS DISTINCT FROM new.namespace) OR (old.spec IS DISTINCT FROM new.spec) OR (old.spec_secrets IS DISTINCT FROM new.spec_secrets) OR (old.labels IS DISTINCT FROM new.labels)))) EXECUTE FUNCTION touch_row();

create policy gathered_read on agent_tallies using (( SELECT has_claims() AS has_claims));

create policy plain on agent_tallies using (true);

create policy scoped_create on agent_tallies using (true);

create policy scoped_delete on agent_tallies using (( SELECT has_claims() AS has_claims));

create policy scoped_read on agent_tallies using (( SELECT has_claims() AS has_claims));

create policy scoped_update on agent_tallies using (( SELECT has_claims() AS has_claims));

create policy gathered_read on agents using (( SELECT has_claims() AS has_claims));

create policy plain on agents using (true);

create policy scoped_create on agents using (true);

create policy scoped_delete on agents using (( SELECT has_claims() AS has_claims));

create policy scoped_read on agents using (( SELECT has_claims() AS has_claims));

create policy scoped_update on agents using (( SELECT has_claims() AS has_claims));

create policy gathered_read on applications using (( SELECT has_claims() AS has_claims));

create policy plain on applications using (true);

create policy scoped_create on applications using (true);

create policy scoped_delete on applications using (( SELECT has_claims() AS has_claims));

create policy scoped_read on applications using (( SELECT has_claims() AS has_claims));

create policy scoped_update on applications using (( SELECT has_claims() AS has_claims));

create policy gathered_read on artifacts using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END) AND ((playbook_run_action_id IS NULL) OR (playbook_run_action_id IN ( SELECT f.id
   FROM playbook_run_actions f))) AND ((config_change_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (config_change_id IN ( SELECT f.id
       FROM config_changes f))
END)));

create policy plain on artifacts using (true);

create policy scoped_create on artifacts using (true);

create policy scoped_delete on artifacts using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = artifacts.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((playbook_run_action_id IS NULL) OR (EXISTS ( SELECT
   FROM playbook_run_actions f0
  WHERE ((f0.id = artifacts.playbook_run_action_id) AND ( SELECT has_claims() AS has_claims) AND ((f0.playbook_run_id IS NULL) OR (EXISTS ( SELECT
           FROM playbook_runs f1
          WHERE ((f1.id = f0.playbook_run_id) AND ((f1.playbook_id IS NULL) OR (EXISTS ( SELECT
                   FROM playbooks f2
                  WHERE ((f2.id = f1.playbook_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'name', f2.name, 'namespace', f2.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'name', f2.name, 'namespace', f2.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))) AND ((f1.config_id IS NULL) OR (EXISTS ( SELECT
                   FROM config_items f2
                  WHERE ((f2.id = f1.config_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', (f2.tags ->> 'namespace'::text), 'tags', f2.tags, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', (f2.tags ->> 'namespace'::text), 'tags', f2.tags, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))) AND ((f1.component_id IS NULL) OR (EXISTS ( SELECT
                   FROM components f2
                  WHERE ((f2.id = f1.component_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))) AND ((f1.check_id IS NULL) OR (EXISTS ( SELECT
                   FROM checks f2
                  WHERE ((f2.id = f1.check_id) AND ((f2.canary_id IS NULL) OR (EXISTS ( SELECT
                           FROM canaries f3
                          WHERE ((f3.id = f2.canary_id) AND
                                CASE
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f3.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f3.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f3.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f3.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f3.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f3.id, 'agent', f3.agent_id, 'name', f3.name, 'namespace', f3.namespace, 'tags', f3.labels, 'labels', f3.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f3.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f3.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f3.id, 'agent', f3.agent_id, 'name', f3.name, 'namespace', f3.namespace, 'tags', f3.labels, 'labels', f3.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                                    ELSE false
                                END)))))))))))))))) AND ((config_change_id IS NULL) OR (EXISTS ( SELECT
   FROM config_changes f0
  WHERE ((f0.id = artifacts.config_change_id) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy scoped_read on artifacts using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = artifacts.check_id)), false)
END) AND ((playbook_run_action_id IS NULL) OR COALESCE(( SELECT true
   FROM playbook_run_actions f
  WHERE (f.id = artifacts.playbook_run_action_id)), false)) AND ((config_change_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM config_changes f
      WHERE (f.id = artifacts.config_change_id)), false)
END)));

create policy scoped_update on artifacts using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = artifacts.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((playbook_run_action_id IS NULL) OR (EXISTS ( SELECT
   FROM playbook_run_actions f0
  WHERE ((f0.id = artifacts.playbook_run_action_id) AND ( SELECT has_claims() AS has_claims) AND ((f0.playbook_run_id IS NULL) OR (EXISTS ( SELECT
           FROM playbook_runs f1
          WHERE ((f1.id = f0.playbook_run_id) AND ((f1.playbook_id IS NULL) OR (EXISTS ( SELECT
                   FROM playbooks f2
                  WHERE ((f2.id = f1.playbook_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'name', f2.name, 'namespace', f2.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'name', f2.name, 'namespace', f2.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))) AND ((f1.config_id IS NULL) OR (EXISTS ( SELECT
                   FROM config_items f2
                  WHERE ((f2.id = f1.config_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', (f2.tags ->> 'namespace'::text), 'tags', f2.tags, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', (f2.tags ->> 'namespace'::text), 'tags', f2.tags, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))) AND ((f1.component_id IS NULL) OR (EXISTS ( SELECT
                   FROM components f2
                  WHERE ((f2.id = f1.component_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'type', f2.type, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))) AND ((f1.check_id IS NULL) OR (EXISTS ( SELECT
                   FROM checks f2
                  WHERE ((f2.id = f1.check_id) AND ((f2.canary_id IS NULL) OR (EXISTS ( SELECT
                           FROM canaries f3
                          WHERE ((f3.id = f2.canary_id) AND
                                CASE
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f3.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f3.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f3.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f3.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f3.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f3.id, 'agent', f3.agent_id, 'name', f3.name, 'namespace', f3.namespace, 'tags', f3.labels, 'labels', f3.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f3.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f3.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f3.id, 'agent', f3.agent_id, 'name', f3.name, 'namespace', f3.namespace, 'tags', f3.labels, 'labels', f3.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                                    ELSE false
                                END)))))))))))))))) AND ((config_change_id IS NULL) OR (EXISTS ( SELECT
   FROM config_changes f0
  WHERE ((f0.id = artifacts.config_change_id) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy gathered_read on audit_log using (( SELECT has_claims() AS has_claims));

create policy plain on audit_log using (true);

create policy scoped_create on audit_log using (true);

create policy scoped_delete on audit_log using (( SELECT has_claims() AS has_claims));

create policy scoped_read on audit_log using (( SELECT has_claims() AS has_claims));

create policy scoped_update on audit_log using (( SELECT has_claims() AS has_claims));

create policy gathered_read on canaries using (
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('canary'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('canary'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy plain on canaries using (true);

create policy scoped_create on canaries using (true);

create policy scoped_delete on canaries using (
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'delete'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'delete'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('canary'::text, 'delete'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'delete'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('canary'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'delete'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('canary'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('canary'::text, 'delete'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'delete'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('canary'::text, 'delete'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'delete'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'delete'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('canary'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'delete'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'delete'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'delete'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_read on canaries using (
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('canary'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('canary'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_update on canaries using (
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy gathered_read on check_component_relationships using ((((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END)));

create policy plain on check_component_relationships using (true);

create policy scoped_create on check_component_relationships using (true);

create policy scoped_delete on check_component_relationships using ((((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = check_component_relationships.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_component_relationships.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy scoped_read on check_component_relationships using ((((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = check_component_relationships.component_id)), false)
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = check_component_relationships.check_id)), false)
END)));

create policy scoped_update on check_component_relationships using ((((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = check_component_relationships.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_component_relationships.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy gathered_read on check_config_relationships using ((((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END)));

create policy plain on check_config_relationships using (true);

create policy scoped_create on check_config_relationships using (true);

create policy scoped_delete on check_config_relationships using ((((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = check_config_relationships.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_config_relationships.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy scoped_read on check_config_relationships using ((((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = check_config_relationships.config_id)), false)
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = check_config_relationships.check_id)), false)
END)));

create policy scoped_update on check_config_relationships using ((((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = check_config_relationships.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_config_relationships.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy gathered_read on check_facets using (((( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) OR ((kind, key, value) IN ( SELECT 'labels'::text,
    p.key,
    p.value
   FROM checks f,
    LATERAL jsonb_each_text(f.labels) p(key, value)))));

create policy plain on check_facets using (true);

create policy scoped_create on check_facets using (true);

create policy scoped_delete on check_facets using (false);

create policy scoped_read on check_facets using (((( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) OR ((kind, key, value) IN ( SELECT 'labels'::text,
    p.key,
    p.value
   FROM checks f,
    LATERAL jsonb_each_text(f.labels) p(key, value)))));

create policy scoped_update on check_facets using (false);

create policy gathered_read on check_status_summaries using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END));

create policy plain on check_status_summaries using (true);

create policy scoped_create on check_status_summaries using (true);

create policy scoped_delete on check_status_summaries using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_status_summaries.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy scoped_read on check_status_summaries using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = check_status_summaries.check_id)), false)
END));

create policy scoped_update on check_status_summaries using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_status_summaries.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy gathered_read on check_statuses using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END));

create policy plain on check_statuses using (true);

create policy scoped_create on check_statuses using (true);

create policy scoped_delete on check_statuses using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_statuses.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy scoped_read on check_statuses using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = check_statuses.check_id)), false)
END));

create policy scoped_update on check_statuses using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_statuses.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy gathered_read on check_statuses_1d using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END));

create policy plain on check_statuses_1d using (true);

create policy scoped_create on check_statuses_1d using (true);

create policy scoped_delete on check_statuses_1d using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_statuses_1d.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy scoped_read on check_statuses_1d using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = check_statuses_1d.check_id)), false)
END));

create policy scoped_update on check_statuses_1d using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_statuses_1d.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy gathered_read on check_statuses_1h using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END));

create policy plain on check_statuses_1h using (true);

create policy scoped_create on check_statuses_1h using (true);

create policy scoped_delete on check_statuses_1h using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_statuses_1h.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy scoped_read on check_statuses_1h using (((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = check_statuses_1h.check_id)), false)
END));

create policy scoped_update on check_statuses_1h using (((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = check_statuses_1h.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))));

create policy gathered_read on checks using (((canary_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (canary_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (canary_id IN ( SELECT f.id
       FROM canaries f))
END));

create policy plain on checks using (true);

create policy scoped_create on checks using (true);

create policy scoped_delete on checks using (((canary_id IS NULL) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = checks.canary_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on checks using (((canary_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (canary_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM canaries f
      WHERE (f.id = checks.canary_id)), false)
END));

create policy scoped_update on checks using (((canary_id IS NULL) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = checks.canary_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on comment_responders using (( SELECT has_claims() AS has_claims));

create policy plain on comment_responders using (true);

create policy scoped_create on comment_responders using (true);

create policy scoped_delete on comment_responders using (( SELECT has_claims() AS has_claims));

create policy scoped_read on comment_responders using (( SELECT has_claims() AS has_claims));

create policy scoped_update on comment_responders using (( SELECT has_claims() AS has_claims));

create policy gathered_read on comments using (( SELECT has_claims() AS has_claims));

create policy plain on comments using (true);

create policy scoped_create on comments using (true);

create policy scoped_delete on comments using (( SELECT has_claims() AS has_claims));

create policy scoped_read on comments using (( SELECT has_claims() AS has_claims));

create policy scoped_update on comments using (( SELECT has_claims() AS has_claims));

create policy gathered_read on component_facets using (((( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) OR ((kind, key, value) IN ( SELECT 'labels'::text,
    p.key,
    p.value
   FROM components f,
    LATERAL jsonb_each_text(f.labels) p(key, value)))));

create policy plain on component_facets using (true);

create policy scoped_create on component_facets using (true);

create policy scoped_delete on component_facets using (false);

create policy scoped_read on component_facets using (((( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) OR ((kind, key, value) IN ( SELECT 'labels'::text,
    p.key,
    p.value
   FROM components f,
    LATERAL jsonb_each_text(f.labels) p(key, value)))));

create policy scoped_update on component_facets using (false);

create policy gathered_read on component_relationships using ((((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((relationship_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (relationship_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (relationship_id IN ( SELECT f.id
       FROM components f))
END)));

create policy plain on component_relationships using (true);

create policy scoped_create on component_relationships using (true);

create policy scoped_delete on component_relationships using ((((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = component_relationships.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((relationship_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = component_relationships.relationship_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy scoped_read on component_relationships using ((((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = component_relationships.component_id)), false)
END) AND ((relationship_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (relationship_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = component_relationships.relationship_id)), false)
END)));

create policy scoped_update on component_relationships using ((((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = component_relationships.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((relationship_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = component_relationships.relationship_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy gathered_read on components using (
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('component'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('component'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy plain on components using (true);

create policy scoped_create on components using (true);

create policy scoped_delete on components using (
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'delete'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'delete'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('component'::text, 'delete'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('component'::text, 'delete'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('component'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('component'::text, 'delete'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('component'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('component'::text, 'delete'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'delete'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('component'::text, 'delete'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'delete'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'delete'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('component'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'delete'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'delete'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'delete'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_read on components using (
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('component'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('component'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_update on components using (
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy gathered_read on config_analysis using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END));

create policy plain on config_analysis using (true);

create policy scoped_create on config_analysis using (true);

create policy scoped_delete on config_analysis using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_analysis.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on config_analysis using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_analysis.config_id)), false)
END));

create policy scoped_update on config_analysis using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_analysis.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on config_changes using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END));

create policy plain on config_changes using (true);

create policy scoped_create on config_changes using (true);

create policy scoped_delete on config_changes using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_changes.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on config_changes using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN COALESCE((config_tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])), false)
    ELSE sees_config(config_id)
END));

create policy scoped_update on config_changes using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_changes.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on config_component_relationships using ((((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END)));

create policy plain on config_component_relationships using (true);

create policy scoped_create on config_component_relationships using (true);

create policy scoped_delete on config_component_relationships using ((((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = config_component_relationships.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_component_relationships.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy scoped_read on config_component_relationships using ((((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = config_component_relationships.component_id)), false)
END) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_component_relationships.config_id)), false)
END)));

create policy scoped_update on config_component_relationships using ((((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = config_component_relationships.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_component_relationships.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy gathered_read on config_facets using (((( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) OR ((kind, key, value) IN ( SELECT 'tags'::text,
    p.key,
    p.value
   FROM config_items f,
    LATERAL jsonb_each_text(f.tags) p(key, value)
UNION ALL
 SELECT 'labels'::text,
    p.key,
    p.value
   FROM config_items f,
    LATERAL jsonb_each_text(f.labels) p(key, value)))));

create policy plain on config_facets using (true);

create policy scoped_create on config_facets using (true);

create policy scoped_delete on config_facets using (false);

create policy scoped_read on config_facets using (((( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) OR ((kind, key, value) IN ( SELECT 'tags'::text,
    p.key,
    p.value
   FROM config_items f,
    LATERAL jsonb_each_text(f.tags) p(key, value)
UNION ALL
 SELECT 'labels'::text,
    p.key,
    p.value
   FROM config_items f,
    LATERAL jsonb_each_text(f.labels) p(key, value)))));

create policy scoped_update on config_facets using (false);

create policy gathered_read on config_items using (
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (kind_id IN ( SELECT k.kind_id
       FROM config_kinds k
      WHERE (k.tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('config'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'alike'::text) THEN ((( SELECT ((claimed('config'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (kind_id IN ( SELECT k.kind_id
       FROM config_kinds k
      WHERE ((k.tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('agent', k.agent_id, 'type', k.type, 'namespace', (k.tags ->> 'namespace'::text), 'tags', k.tags) @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[]))))))) AND (((id = ANY (( SELECT claimed_denied_ids('config'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (kind_id IN ( SELECT k.kind_id
       FROM config_kinds k
      WHERE ((k.tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('agent', k.agent_id, 'type', k.type, 'namespace', (k.tags ->> 'namespace'::text), 'tags', k.tags) @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[]))))))) IS NOT TRUE))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'mixed'::text) THEN ((( SELECT ((claimed('config'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (kind_id IN ( SELECT k.kind_id
       FROM config_kinds k
      WHERE (k.tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])))) OR (id IN ( SELECT config_items_holding(( SELECT claimed_documents('config'::text, 'read'::text, 'documents'::text) AS claimed_documents)) AS config_items_holding))) AND (((id = ANY (( SELECT claimed_denied_ids('config'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (kind_id IN ( SELECT k.kind_id
       FROM config_kinds k
      WHERE (k.tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])))) OR (id IN ( SELECT config_items_holding(( SELECT claimed_documents('config'::text, 'read'::text, 'denied'::text) AS claimed_documents)) AS config_items_holding))) IS NOT TRUE))
    ELSE false
END);

create policy plain on config_items using (true);

create policy scoped_create on config_items using (true);

create policy scoped_delete on config_items using (
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('config'::text, 'delete'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = 'tags'::text) THEN (tags @> ANY (( SELECT claimed_documents('config'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('config'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'delete'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('config'::text, 'delete'::text) AS claimed_ids)::uuid[])) OR (tags @> ANY (( SELECT claimed_documents('config'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'delete'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', (tags ->> 'namespace'::text), 'tags', tags, 'labels', labels) @> ANY (( SELECT claimed_documents('config'::text, 'delete'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('config'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])) OR (tags @> ANY (( SELECT claimed_documents('config'::text, 'delete'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'delete'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', (tags ->> 'namespace'::text), 'tags', tags, 'labels', labels) @> ANY (( SELECT claimed_documents('config'::text, 'delete'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_read on config_items using (
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('config'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', (tags ->> 'namespace'::text), 'tags', tags, 'labels', labels) @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('config'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (tags @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', (tags ->> 'namespace'::text), 'tags', tags, 'labels', labels) @> ANY (( SELECT claimed_documents('config'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_update on config_items using (
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', (tags ->> 'namespace'::text), 'tags', tags, 'labels', labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'agent', agent_id, 'name', name, 'type', type, 'namespace', (tags ->> 'namespace'::text), 'tags', tags, 'labels', labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy gathered_read on config_locations using (((id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (id IN ( SELECT f.id
       FROM config_items f))
END));

create policy plain on config_locations using (true);

create policy scoped_create on config_locations using (true);

create policy scoped_delete on config_locations using (((id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_locations.id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on config_locations using (((id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_locations.id)), false)
END));

create policy scoped_update on config_locations using (((id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_locations.id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on config_lost_versions using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END));

create policy plain on config_lost_versions using (true);

create policy scoped_create on config_lost_versions using (true);

create policy scoped_delete on config_lost_versions using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_lost_versions.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on config_lost_versions using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_lost_versions.config_id)), false)
END));

create policy scoped_update on config_lost_versions using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_lost_versions.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on config_relationships using ((((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END) AND ((related_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (related_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (related_id IN ( SELECT f.id
       FROM config_items f))
END)));

create policy plain on config_relationships using (true);

create policy scoped_create on config_relationships using (true);

create policy scoped_delete on config_relationships using ((((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_relationships.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((related_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_relationships.related_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy scoped_read on config_relationships using ((((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_relationships.config_id)), false)
END) AND ((related_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (related_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_relationships.related_id)), false)
END)));

create policy scoped_update on config_relationships using ((((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_relationships.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((related_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_relationships.related_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy gathered_read on config_scrapers using ((( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text));

create policy plain on config_scrapers using (true);

create policy scoped_create on config_scrapers using (true);

create policy scoped_delete on config_scrapers using ((( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = 'all'::text));

create policy scoped_read on config_scrapers using ((( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text));

create policy scoped_update on config_scrapers using ((( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text));

create policy gathered_read on config_sightings using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END));

create policy plain on config_sightings using (true);

create policy scoped_create on config_sightings using (true);

create policy scoped_delete on config_sightings using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_sightings.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on config_sightings using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_sightings.config_id)), false)
END));

create policy scoped_update on config_sightings using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_sightings.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on config_unlisted_versions using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END));

create policy plain on config_unlisted_versions using (true);

create policy scoped_create on config_unlisted_versions using (true);

create policy scoped_delete on config_unlisted_versions using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_unlisted_versions.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on config_unlisted_versions using (((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = config_unlisted_versions.config_id)), false)
END));

create policy scoped_update on config_unlisted_versions using (((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = config_unlisted_versions.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on connection_uses using (((connection_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (connection_id = ANY (( SELECT claimed_ids('connection'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (connection_id IN ( SELECT f.id
       FROM connections f))
END));

create policy plain on connection_uses using (true);

create policy scoped_create on connection_uses using (true);

create policy scoped_delete on connection_uses using (((connection_id IS NULL) OR (EXISTS ( SELECT
   FROM connections f0
  WHERE ((f0.id = connection_uses.connection_id) AND
        CASE
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('connection'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('connection'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('connection'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('connection'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('connection'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on connection_uses using (((connection_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (connection_id = ANY (( SELECT claimed_ids('connection'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM connections f
      WHERE (f.id = connection_uses.connection_id)), false)
END));

create policy scoped_update on connection_uses using (((connection_id IS NULL) OR (EXISTS ( SELECT
   FROM connections f0
  WHERE ((f0.id = connection_uses.connection_id) AND
        CASE
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('connection'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('connection'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('connection'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('connection'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('connection'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on connections using (
CASE
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('connection'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('connection'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('connection'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('connection'::text, 'read'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('connection'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy plain on connections using (true);

create policy scoped_create on connections using (true);

create policy scoped_delete on connections using (
CASE
    WHEN (( SELECT claimed_shape('connection'::text, 'delete'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('connection'::text, 'delete'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('connection'::text, 'delete'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('connection'::text, 'delete'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('connection'::text, 'delete'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('connection'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('connection'::text, 'delete'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('connection'::text, 'delete'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('connection'::text, 'delete'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'delete'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'delete'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('connection'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'delete'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'delete'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_read on connections using (
CASE
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('connection'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('connection'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('connection'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('connection'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('connection'::text, 'read'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('connection'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_update on connections using (
CASE
    WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('connection'::text, 'update'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('connection'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('connection'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('connection'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('connection'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('connection'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('connection'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'type', type, 'namespace', namespace) @> ANY (( SELECT claimed_documents('connection'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy gathered_read on evidences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END) AND ((config_change_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (config_change_id IN ( SELECT f.id
       FROM config_changes f))
END) AND ((config_analysis_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (config_analysis_id IN ( SELECT f.id
       FROM config_analysis f))
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END)));

create policy plain on evidences using (true);

create policy scoped_create on evidences using (true);

create policy scoped_delete on evidences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = evidences.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((config_change_id IS NULL) OR (EXISTS ( SELECT
   FROM config_changes f0
  WHERE ((f0.id = evidences.config_change_id) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((config_analysis_id IS NULL) OR (EXISTS ( SELECT
   FROM config_analysis f0
  WHERE ((f0.id = evidences.config_analysis_id) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = evidences.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = evidences.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy scoped_read on evidences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = evidences.config_id)), false)
END) AND ((config_change_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM config_changes f
      WHERE (f.id = evidences.config_change_id)), false)
END) AND ((config_analysis_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM config_analysis f
      WHERE (f.id = evidences.config_analysis_id)), false)
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = evidences.component_id)), false)
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = evidences.check_id)), false)
END)));

create policy scoped_update on evidences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = evidences.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((config_change_id IS NULL) OR (EXISTS ( SELECT
   FROM config_changes f0
  WHERE ((f0.id = evidences.config_change_id) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((config_analysis_id IS NULL) OR (EXISTS ( SELECT
   FROM config_analysis f0
  WHERE ((f0.id = evidences.config_analysis_id) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = evidences.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = evidences.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy gathered_read on hypotheses using (( SELECT has_claims() AS has_claims));

create policy plain on hypotheses using (true);

create policy scoped_create on hypotheses using (true);

create policy scoped_delete on hypotheses using (( SELECT has_claims() AS has_claims));

create policy scoped_read on hypotheses using (( SELECT has_claims() AS has_claims));

create policy scoped_update on hypotheses using (( SELECT has_claims() AS has_claims));

create policy gathered_read on incident_histories using (( SELECT has_claims() AS has_claims));

create policy plain on incident_histories using (true);

create policy scoped_create on incident_histories using (true);

create policy scoped_delete on incident_histories using (( SELECT has_claims() AS has_claims));

create policy scoped_read on incident_histories using (( SELECT has_claims() AS has_claims));

create policy scoped_update on incident_histories using (( SELECT has_claims() AS has_claims));

create policy gathered_read on incident_relationships using (( SELECT has_claims() AS has_claims));

create policy plain on incident_relationships using (true);

create policy scoped_create on incident_relationships using (true);

create policy scoped_delete on incident_relationships using (( SELECT has_claims() AS has_claims));

create policy scoped_read on incident_relationships using (( SELECT has_claims() AS has_claims));

create policy scoped_update on incident_relationships using (( SELECT has_claims() AS has_claims));

create policy gathered_read on incident_rules using (( SELECT has_claims() AS has_claims));

create policy plain on incident_rules using (true);

create policy scoped_create on incident_rules using (true);

create policy scoped_delete on incident_rules using (( SELECT has_claims() AS has_claims));

create policy scoped_read on incident_rules using (( SELECT has_claims() AS has_claims));

create policy scoped_update on incident_rules using (( SELECT has_claims() AS has_claims));

create policy gathered_read on incidents using (( SELECT has_claims() AS has_claims));

create policy plain on incidents using (true);

create policy scoped_create on incidents using (true);

create policy scoped_delete on incidents using (( SELECT has_claims() AS has_claims));

create policy scoped_read on incidents using (( SELECT has_claims() AS has_claims));

create policy scoped_update on incidents using (( SELECT has_claims() AS has_claims));

create policy gathered_read on job_history using (( SELECT has_claims() AS has_claims));

create policy plain on job_history using (true);

create policy scoped_create on job_history using (true);

create policy scoped_delete on job_history using (( SELECT has_claims() AS has_claims));

create policy scoped_read on job_history using (( SELECT has_claims() AS has_claims));

create policy scoped_update on job_history using (( SELECT has_claims() AS has_claims));

create policy gathered_read on logging_backends using (( SELECT has_claims() AS has_claims));

create policy plain on logging_backends using (true);

create policy scoped_create on logging_backends using (true);

create policy scoped_delete on logging_backends using (( SELECT has_claims() AS has_claims));

create policy scoped_read on logging_backends using (( SELECT has_claims() AS has_claims));

create policy scoped_update on logging_backends using (( SELECT has_claims() AS has_claims));

create policy gathered_read on mails using (( SELECT has_claims() AS has_claims));

create policy plain on mails using (true);

create policy scoped_create on mails using (true);

create policy scoped_delete on mails using (( SELECT has_claims() AS has_claims));

create policy scoped_read on mails using (( SELECT has_claims() AS has_claims));

create policy scoped_update on mails using (( SELECT has_claims() AS has_claims));

create policy gathered_read on maintenance_windows using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END) AND ((canary_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (canary_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (canary_id IN ( SELECT f.id
       FROM canaries f))
END)));

create policy plain on maintenance_windows using (true);

create policy scoped_create on maintenance_windows using (true);

create policy scoped_delete on maintenance_windows using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = maintenance_windows.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((canary_id IS NULL) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = maintenance_windows.canary_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy scoped_read on maintenance_windows using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = maintenance_windows.check_id)), false)
END) AND ((canary_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (canary_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM canaries f
      WHERE (f.id = maintenance_windows.canary_id)), false)
END)));

create policy scoped_update on maintenance_windows using ((( SELECT has_claims() AS has_claims) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = maintenance_windows.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((canary_id IS NULL) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = maintenance_windows.canary_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy gathered_read on notification_group_resources using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END)));

create policy plain on notification_group_resources using (true);

create policy scoped_create on notification_group_resources using (true);

create policy scoped_delete on notification_group_resources using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = notification_group_resources.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = notification_group_resources.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = notification_group_resources.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy scoped_read on notification_group_resources using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = notification_group_resources.config_id)), false)
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = notification_group_resources.component_id)), false)
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = notification_group_resources.check_id)), false)
END)));

create policy scoped_update on notification_group_resources using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = notification_group_resources.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = notification_group_resources.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = notification_group_resources.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy gathered_read on notification_groups using (( SELECT has_claims() AS has_claims));

create policy plain on notification_groups using (true);

create policy scoped_create on notification_groups using (true);

create policy scoped_delete on notification_groups using (( SELECT has_claims() AS has_claims));

create policy scoped_read on notification_groups using (( SELECT has_claims() AS has_claims));

create policy scoped_update on notification_groups using (( SELECT has_claims() AS has_claims));

create policy gathered_read on notification_send_history using (((resource_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (resource_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (resource_id IN ( SELECT f.id
       FROM config_items f))
END OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (resource_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (resource_id IN ( SELECT f.id
       FROM components f))
END OR (resource_id IN ( SELECT f.id
   FROM checks f)) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (resource_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (resource_id IN ( SELECT f.id
       FROM canaries f))
END));

create policy plain on notification_send_history using (true);

create policy scoped_create on notification_send_history using (true);

create policy scoped_delete on notification_send_history using (((resource_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = notification_send_history.resource_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = notification_send_history.resource_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = notification_send_history.resource_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = notification_send_history.resource_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on notification_send_history using (((resource_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (resource_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = notification_send_history.resource_id)), false)
END OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (resource_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = notification_send_history.resource_id)), false)
END OR COALESCE(( SELECT true
   FROM checks f
  WHERE (f.id = notification_send_history.resource_id)), false) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (resource_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM canaries f
      WHERE (f.id = notification_send_history.resource_id)), false)
END));

create policy scoped_update on notification_send_history using (((resource_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = notification_send_history.resource_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = notification_send_history.resource_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = notification_send_history.resource_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = notification_send_history.resource_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on notification_silences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END) AND ((canary_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (canary_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (canary_id IN ( SELECT f.id
       FROM canaries f))
END)));

create policy plain on notification_silences using (true);

create policy scoped_create on notification_silences using (true);

create policy scoped_delete on notification_silences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = notification_silences.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = notification_silences.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = notification_silences.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((canary_id IS NULL) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = notification_silences.canary_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy scoped_read on notification_silences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = notification_silences.config_id)), false)
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = notification_silences.component_id)), false)
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = notification_silences.check_id)), false)
END) AND ((canary_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (canary_id = ANY (( SELECT claimed_ids('canary'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM canaries f
      WHERE (f.id = notification_silences.canary_id)), false)
END)));

create policy scoped_update on notification_silences using ((( SELECT has_claims() AS has_claims) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = notification_silences.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = notification_silences.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = notification_silences.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))))))) AND ((canary_id IS NULL) OR (EXISTS ( SELECT
   FROM canaries f0
  WHERE ((f0.id = notification_silences.canary_id) AND
        CASE
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END))))));

create policy gathered_read on notifications using (( SELECT has_claims() AS has_claims));

create policy plain on notifications using (true);

create policy scoped_create on notifications using (true);

create policy scoped_delete on notifications using (( SELECT has_claims() AS has_claims));

create policy scoped_read on notifications using (( SELECT has_claims() AS has_claims));

create policy scoped_update on notifications using (( SELECT has_claims() AS has_claims));

create policy gathered_read on people using (( SELECT has_claims() AS has_claims));

create policy plain on people using (true);

create policy scoped_create on people using (true);

create policy scoped_delete on people using (( SELECT has_claims() AS has_claims));

create policy scoped_read on people using (( SELECT has_claims() AS has_claims));

create policy scoped_update on people using (( SELECT has_claims() AS has_claims));

create policy gathered_read on permission_groups using (( SELECT has_claims() AS has_claims));

create policy plain on permission_groups using (true);

create policy scoped_create on permission_groups using (true);

create policy scoped_delete on permission_groups using (( SELECT has_claims() AS has_claims));

create policy scoped_read on permission_groups using (( SELECT has_claims() AS has_claims));

create policy scoped_update on permission_groups using (( SELECT has_claims() AS has_claims));

create policy gathered_read on permissions using (( SELECT has_claims() AS has_claims));

create policy plain on permissions using (true);

create policy scoped_create on permissions using (true);

create policy scoped_delete on permissions using (( SELECT has_claims() AS has_claims));

create policy scoped_read on permissions using (( SELECT has_claims() AS has_claims));

create policy scoped_update on permissions using (( SELECT has_claims() AS has_claims));

create policy gathered_read on person_roles using (( SELECT has_claims() AS has_claims));

create policy plain on person_roles using (true);

create policy scoped_create on person_roles using (true);

create policy scoped_delete on person_roles using (( SELECT has_claims() AS has_claims));

create policy scoped_read on person_roles using (( SELECT has_claims() AS has_claims));

create policy scoped_update on person_roles using (( SELECT has_claims() AS has_claims));

create policy gathered_read on playbook_approvals using (((run_id IS NULL) OR (run_id IN ( SELECT f.id
   FROM playbook_runs f))));

create policy plain on playbook_approvals using (true);

create policy scoped_create on playbook_approvals using (true);

create policy scoped_delete on playbook_approvals using (((run_id IS NULL) OR (EXISTS ( SELECT
   FROM playbook_runs f0
  WHERE ((f0.id = playbook_approvals.run_id) AND ((f0.playbook_id IS NULL) OR (EXISTS ( SELECT
           FROM playbooks f1
          WHERE ((f1.id = f0.playbook_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.component_id IS NULL) OR (EXISTS ( SELECT
           FROM components f1
          WHERE ((f1.id = f0.component_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.check_id IS NULL) OR (EXISTS ( SELECT
           FROM checks f1
          WHERE ((f1.id = f0.check_id) AND ((f1.canary_id IS NULL) OR (EXISTS ( SELECT
                   FROM canaries f2
                  WHERE ((f2.id = f1.canary_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))))))))))));

create policy scoped_read on playbook_approvals using (((run_id IS NULL) OR COALESCE(( SELECT true
   FROM playbook_runs f
  WHERE (f.id = playbook_approvals.run_id)), false)));

create policy scoped_update on playbook_approvals using (((run_id IS NULL) OR (EXISTS ( SELECT
   FROM playbook_runs f0
  WHERE ((f0.id = playbook_approvals.run_id) AND ((f0.playbook_id IS NULL) OR (EXISTS ( SELECT
           FROM playbooks f1
          WHERE ((f1.id = f0.playbook_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.component_id IS NULL) OR (EXISTS ( SELECT
           FROM components f1
          WHERE ((f1.id = f0.component_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.check_id IS NULL) OR (EXISTS ( SELECT
           FROM checks f1
          WHERE ((f1.id = f0.check_id) AND ((f1.canary_id IS NULL) OR (EXISTS ( SELECT
                   FROM canaries f2
                  WHERE ((f2.id = f1.canary_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END)))))))))))));

create policy gathered_read on playbook_run_actions using ((( SELECT has_claims() AS has_claims) AND ((playbook_run_id IS NULL) OR (playbook_run_id IN ( SELECT f.id
   FROM playbook_runs f)))));

create policy plain on playbook_run_actions using (true);

create policy scoped_create on playbook_run_actions using (true);

create policy scoped_delete on playbook_run_actions using ((( SELECT has_claims() AS has_claims) AND ((playbook_run_id IS NULL) OR (EXISTS ( SELECT
   FROM playbook_runs f0
  WHERE ((f0.id = playbook_run_actions.playbook_run_id) AND ((f0.playbook_id IS NULL) OR (EXISTS ( SELECT
           FROM playbooks f1
          WHERE ((f1.id = f0.playbook_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.component_id IS NULL) OR (EXISTS ( SELECT
           FROM components f1
          WHERE ((f1.id = f0.component_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.check_id IS NULL) OR (EXISTS ( SELECT
           FROM checks f1
          WHERE ((f1.id = f0.check_id) AND ((f1.canary_id IS NULL) OR (EXISTS ( SELECT
                   FROM canaries f2
                  WHERE ((f2.id = f1.canary_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END))))))))))))));

create policy scoped_read on playbook_run_actions using ((( SELECT has_claims() AS has_claims) AND ((playbook_run_id IS NULL) OR COALESCE(( SELECT true
   FROM playbook_runs f
  WHERE (f.id = playbook_run_actions.playbook_run_id)), false))));

create policy scoped_update on playbook_run_actions using ((( SELECT has_claims() AS has_claims) AND ((playbook_run_id IS NULL) OR (EXISTS ( SELECT
   FROM playbook_runs f0
  WHERE ((f0.id = playbook_run_actions.playbook_run_id) AND ((f0.playbook_id IS NULL) OR (EXISTS ( SELECT
           FROM playbooks f1
          WHERE ((f1.id = f0.playbook_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'name', f1.name, 'namespace', f1.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.config_id IS NULL) OR (EXISTS ( SELECT
           FROM config_items f1
          WHERE ((f1.id = f0.config_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', (f1.tags ->> 'namespace'::text), 'tags', f1.tags, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.component_id IS NULL) OR (EXISTS ( SELECT
           FROM components f1
          WHERE ((f1.id = f0.component_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'type', f1.type, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END)))) AND ((f0.check_id IS NULL) OR (EXISTS ( SELECT
           FROM checks f1
          WHERE ((f1.id = f0.check_id) AND ((f1.canary_id IS NULL) OR (EXISTS ( SELECT
                   FROM canaries f2
                  WHERE ((f2.id = f1.canary_id) AND
                        CASE
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                            WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f2.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f2.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f2.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f2.id, 'agent', f2.agent_id, 'name', f2.name, 'namespace', f2.namespace, 'tags', f2.labels, 'labels', f2.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                            ELSE false
                        END))))))))))))));

create policy gathered_read on playbook_runs using ((((playbook_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (playbook_id = ANY (( SELECT claimed_ids('playbook'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (playbook_id IN ( SELECT f.id
       FROM playbooks f))
END) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (config_id IN ( SELECT f.id
       FROM config_items f))
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE (check_id IN ( SELECT f.id
       FROM checks f))
END)));

create policy plain on playbook_runs using (true);

create policy scoped_create on playbook_runs using (true);

create policy scoped_delete on playbook_runs using ((((playbook_id IS NULL) OR (EXISTS ( SELECT
   FROM playbooks f0
  WHERE ((f0.id = playbook_runs.playbook_id) AND
        CASE
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = playbook_runs.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = playbook_runs.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = playbook_runs.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy scoped_read on playbook_runs using ((((playbook_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (playbook_id = ANY (( SELECT claimed_ids('playbook'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM playbooks f
      WHERE (f.id = playbook_runs.playbook_id)), false)
END) AND ((config_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (config_id = ANY (( SELECT claimed_ids('config'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM config_items f
      WHERE (f.id = playbook_runs.config_id)), false)
END) AND ((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = playbook_runs.component_id)), false)
END) AND ((check_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('canary'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    ELSE COALESCE(( SELECT true
       FROM checks f
      WHERE (f.id = playbook_runs.check_id)), false)
END)));

create policy scoped_update on playbook_runs using ((((playbook_id IS NULL) OR (EXISTS ( SELECT
   FROM playbooks f0
  WHERE ((f0.id = playbook_runs.playbook_id) AND
        CASE
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((config_id IS NULL) OR (EXISTS ( SELECT
   FROM config_items f0
  WHERE ((f0.id = playbook_runs.config_id) AND
        CASE
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('config'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('config'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('config'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.tags @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', (f0.tags ->> 'namespace'::text), 'tags', f0.tags, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('config'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = playbook_runs.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))) AND ((check_id IS NULL) OR (EXISTS ( SELECT
   FROM checks f0
  WHERE ((f0.id = playbook_runs.check_id) AND ((f0.canary_id IS NULL) OR (EXISTS ( SELECT
           FROM canaries f1
          WHERE ((f1.id = f0.canary_id) AND
                CASE
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
                    WHEN (( SELECT claimed_shape('canary'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('canary'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f1.id = ANY (( SELECT claimed_ids('canary'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f1.id = ANY (( SELECT claimed_denied_ids('canary'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f1.labels @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f1.id, 'agent', f1.agent_id, 'name', f1.name, 'namespace', f1.namespace, 'tags', f1.labels, 'labels', f1.labels) @> ANY (( SELECT claimed_documents('canary'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
                    ELSE false
                END))))))))));

create policy gathered_read on playbooks using (
CASE
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('playbook'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('playbook'::text, 'read'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy plain on playbooks using (true);

create policy scoped_create on playbooks using (true);

create policy scoped_delete on playbooks using (
CASE
    WHEN (( SELECT claimed_shape('playbook'::text, 'delete'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('playbook'::text, 'delete'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('playbook'::text, 'delete'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('playbook'::text, 'delete'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('playbook'::text, 'delete'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('playbook'::text, 'delete'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'delete'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('playbook'::text, 'delete'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'delete'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'delete'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'delete'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'delete'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_read on playbooks using (
CASE
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('playbook'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('playbook'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('playbook'::text, 'read'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_update on playbooks using (
CASE
    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN false
    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('playbook'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('playbook'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('playbook'::text, 'update'::text) AS claimed_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('playbook'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR false OR ((COALESCE(array_length(( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace) @> ANY (( SELECT claimed_documents('playbook'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy gathered_read on processes using (( SELECT has_claims() AS has_claims));

create policy plain on processes using (true);

create policy scoped_create on processes using (true);

create policy scoped_delete on processes using (( SELECT has_claims() AS has_claims));

create policy scoped_read on processes using (( SELECT has_claims() AS has_claims));

create policy scoped_update on processes using (( SELECT has_claims() AS has_claims));

create policy gathered_read on properties using (( SELECT has_claims() AS has_claims));

create policy plain on properties using (true);

create policy scoped_create on properties using (true);

create policy scoped_delete on properties using (( SELECT has_claims() AS has_claims));

create policy scoped_read on properties using (( SELECT has_claims() AS has_claims));

create policy scoped_update on properties using (( SELECT has_claims() AS has_claims));

create policy gathered_read on responders using (( SELECT has_claims() AS has_claims));

create policy plain on responders using (true);

create policy scoped_create on responders using (true);

create policy scoped_delete on responders using (( SELECT has_claims() AS has_claims));

create policy scoped_read on responders using (( SELECT has_claims() AS has_claims));

create policy scoped_update on responders using (( SELECT has_claims() AS has_claims));

create policy gathered_read on saved_query using (( SELECT has_claims() AS has_claims));

create policy plain on saved_query using (true);

create policy scoped_create on saved_query using (true);

create policy scoped_delete on saved_query using (( SELECT has_claims() AS has_claims));

create policy scoped_read on saved_query using (( SELECT has_claims() AS has_claims));

create policy scoped_update on saved_query using (( SELECT has_claims() AS has_claims));

create policy gathered_read on scrape_plugins using ((( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text));

create policy plain on scrape_plugins using (true);

create policy scoped_create on scrape_plugins using (true);

create policy scoped_delete on scrape_plugins using ((( SELECT claimed_shape('config'::text, 'delete'::text) AS claimed_shape) = 'all'::text));

create policy scoped_read on scrape_plugins using ((( SELECT claimed_shape('config'::text, 'read'::text) AS claimed_shape) = 'all'::text));

create policy scoped_update on scrape_plugins using ((( SELECT claimed_shape('config'::text, 'update'::text) AS claimed_shape) = 'all'::text));

create policy gathered_read on severities using (( SELECT has_claims() AS has_claims));

create policy plain on severities using (true);

create policy scoped_create on severities using (true);

create policy scoped_delete on severities using (( SELECT has_claims() AS has_claims));

create policy scoped_read on severities using (( SELECT has_claims() AS has_claims));

create policy scoped_update on severities using (( SELECT has_claims() AS has_claims));

create policy gathered_read on team_components using (((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (component_id IN ( SELECT f.id
       FROM components f))
END));

create policy plain on team_components using (true);

create policy scoped_create on team_components using (true);

create policy scoped_delete on team_components using (((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = team_components.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on team_components using (((component_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (component_id = ANY (( SELECT claimed_ids('component'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM components f
      WHERE (f.id = team_components.component_id)), false)
END));

create policy scoped_update on team_components using (((component_id IS NULL) OR (EXISTS ( SELECT
   FROM components f0
  WHERE ((f0.id = team_components.component_id) AND
        CASE
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('component'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('component'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('component'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'agent', f0.agent_id, 'name', f0.name, 'type', f0.type, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('component'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on team_members using (( SELECT has_claims() AS has_claims));

create policy plain on team_members using (true);

create policy scoped_create on team_members using (true);

create policy scoped_delete on team_members using (( SELECT has_claims() AS has_claims));

create policy scoped_read on team_members using (( SELECT has_claims() AS has_claims));

create policy scoped_update on team_members using (( SELECT has_claims() AS has_claims));

create policy gathered_read on teams using (( SELECT has_claims() AS has_claims));

create policy plain on teams using (true);

create policy scoped_create on teams using (true);

create policy scoped_delete on teams using (( SELECT has_claims() AS has_claims));

create policy scoped_read on teams using (( SELECT has_claims() AS has_claims));

create policy scoped_update on teams using (( SELECT has_claims() AS has_claims));

create policy gathered_read on topologies using ((( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text));

create policy plain on topologies using (true);

create policy scoped_create on topologies using (true);

create policy scoped_delete on topologies using ((( SELECT claimed_shape('component'::text, 'delete'::text) AS claimed_shape) = 'all'::text));

create policy scoped_read on topologies using ((( SELECT claimed_shape('component'::text, 'read'::text) AS claimed_shape) = 'all'::text));

create policy scoped_update on topologies using ((( SELECT claimed_shape('component'::text, 'update'::text) AS claimed_shape) = 'all'::text));

create policy gathered_read on view_panels using (((view_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (view_id = ANY (( SELECT claimed_ids('view'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE (view_id IN ( SELECT f.id
       FROM views f))
END));

create policy plain on view_panels using (true);

create policy scoped_create on view_panels using (true);

create policy scoped_delete on view_panels using (((view_id IS NULL) OR (EXISTS ( SELECT
   FROM views f0
  WHERE ((f0.id = view_panels.view_id) AND
        CASE
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('view'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('view'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('view'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('view'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('view'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy scoped_read on view_panels using (((view_id IS NULL) OR
CASE
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (view_id = ANY (( SELECT claimed_ids('view'::text, 'read'::text) AS claimed_ids)::uuid[]))
    ELSE COALESCE(( SELECT true
       FROM views f
      WHERE (f.id = view_panels.view_id)), false)
END));

create policy scoped_update on view_panels using (((view_id IS NULL) OR (EXISTS ( SELECT
   FROM views f0
  WHERE ((f0.id = view_panels.view_id) AND
        CASE
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (f0.id = ANY (( SELECT claimed_ids('view'::text, 'update'::text) AS claimed_ids)::uuid[]))
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (f0.labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (f0.id = ANY (( SELECT claimed_denied_ids('view'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
            WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('view'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (f0.id = ANY (( SELECT claimed_ids('view'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((f0.id = ANY (( SELECT claimed_denied_ids('view'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (f0.labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', f0.id, 'name', f0.name, 'namespace', f0.namespace, 'tags', f0.labels, 'labels', f0.labels) @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
            ELSE false
        END)))));

create policy gathered_read on views using (
CASE
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('view'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('view'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('view'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('view'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('view'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy plain on views using (true);

create policy scoped_create on views using (true);

create policy scoped_delete on views using (
CASE
    WHEN (( SELECT claimed_shape('view'::text, 'delete'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('view'::text, 'delete'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('view'::text, 'delete'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('view'::text, 'delete'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('view'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('view'::text, 'delete'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('view'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('view'::text, 'delete'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('view'::text, 'delete'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('view'::text, 'delete'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'delete'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'delete'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'delete'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('view'::text, 'delete'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'delete'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'delete'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'delete'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_read on views using (
CASE
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('view'::text, 'read'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('view'::text, 'read'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('view'::text, 'read'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('view'::text, 'read'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('view'::text, 'read'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'read'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('view'::text, 'read'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'read'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'read'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);

create policy scoped_update on views using (
CASE
    WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'all'::text) THEN true
    WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'ids'::text) THEN (id = ANY (( SELECT claimed_ids('view'::text, 'update'::text) AS claimed_ids)::uuid[]))
    WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'tags'::text) THEN (labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[]))
    WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = 'all_but_ids'::text) THEN (NOT (id = ANY (( SELECT claimed_denied_ids('view'::text, 'update'::text) AS claimed_denied_ids)::uuid[])))
    WHEN (( SELECT claimed_shape('view'::text, 'update'::text) AS claimed_shape) = ANY (ARRAY['alike'::text, 'mixed'::text])) THEN ((( SELECT ((claimed('view'::text, 'update'::text) ->> 'all'::text))::boolean AS bool) OR (id = ANY (( SELECT claimed_ids('view'::text, 'update'::text) AS claimed_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'update'::text, 'documents'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'documents'::text) AS claimed_documents)::jsonb[])))) AND (((id = ANY (( SELECT claimed_denied_ids('view'::text, 'update'::text) AS claimed_denied_ids)::uuid[])) OR (labels @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'denied_tags'::text) AS claimed_documents)::jsonb[])) OR ((COALESCE(array_length(( SELECT claimed_documents('view'::text, 'update'::text, 'denied'::text) AS claimed_documents), 1), 0) > 0) AND (jsonb_build_object('id', id, 'name', name, 'namespace', namespace, 'tags', labels, 'labels', labels) @> ANY (( SELECT claimed_documents('view'::text, 'update'::text, 'denied'::text) AS claimed_documents)::jsonb[])))) IS NOT TRUE))
    ELSE false
END);
