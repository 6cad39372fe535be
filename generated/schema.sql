-- Written by `npm run types` from the catalog; never edited.

create table access_tokens (
  id uuid not null default new_id()
  name text not null
  person_id uuid not null
  digest bytea not null  -- SHA-256 of the whole token; the token itself is shown once and never stored. @secret
  created_at timestamp with time zone not null default now()
  created_by uuid
  expires_at timestamp with time zone  -- Null when it never expires.
  last_used_at timestamp with time zone  -- To the minute.
);
-- Tokens for programs that act for a person. @watched

create table artifact_chunks (
  artifact_id uuid not null
  number integer not null
  content bytea not null
);
-- The bytes of an artifact in order, in pieces that a process can hold many of.

create table artifacts (
  id uuid not null default new_id()
  path text not null  -- Where the producer put it, such as playbooks/<action>/report.json.
  filename text not null
  content_type text not null default 'application/octet-stream'::text
  size bigint not null default 0  -- Bytes.
  checksum text not null default ''::text  -- SHA-256 of the bytes, in hex.
  store text not null  -- Where the bytes are. @enum database s3
  completed_at timestamp with time zone  -- When the last byte was stored; null while it is being written.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone
  expires_at timestamp with time zone  -- After this it is removed; null keeps it.
);
-- A file that a run produced. @exposed @resource database

create table changes (
  id bigint not null generated as identity
  xid xid8 not null default pg_current_xact_id()  -- The transaction that wrote the row. What a snapshot sees and an earlier one did not is what has happened in between.
  relation text not null
  ids text[]  -- Keys of the rows concerned; null when they were too many to name.
  at timestamp with time zone not null default clock_timestamp()
);
-- What changed lately, for live screens. Kept 15 minutes or somewhat longer; written by triggers on every exposed or watched table.

create table credentials (
  id uuid not null default new_id()
  person_id uuid not null
  type text not null  -- @enum password
  proof text not null  -- What the method checks against: for a password, its argon2id hash with all parameters. @secret
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
);
-- What a person can prove, one row a method. @watched

create table flow_errors (
  id uuid not null default gen_random_uuid()
  error jsonb not null  -- As the identity door would have answered it in JSON.
  created_at timestamp with time zone not null default now()
);
-- Why a browser that followed a link was sent to the error page. Kept for a day.

create table identity_flows (
  id uuid not null default gen_random_uuid()
  kind text not null  -- @enum login registration recovery verification settings
  type text not null  -- A browser has a cookie that binds the flow to it; an api client has not. @enum browser api
  state text not null default 'choose_method'::text  -- passed_challenge: it succeeded, and cannot be used again. @enum choose_method sent_email passed_challenge
  csrf_digest bytea  -- SHA-256 of the cookie of the browser that asked for the flow. @secret
  active text  -- The method that was tried last.
  refresh boolean not null default false
  requested_aal text not null default 'aal1'::text  -- @enum aal1 aal2
  person_id uuid  -- Whom it concerns, when that is known from the start: whose session is to be refreshed.
  return_to text  -- Path, query and fragment on our own site; never another one.
  request_url text not null
  ui jsonb not null default '{}'::jsonb  -- What the form says and keeps after a refused attempt. @type FlowUi
  issued_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
);
-- Sign-in and the like while they go on: one row per form that somebody was given. Pruned a while after they expire.

create table job_history (
  id uuid not null default new_id()
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid  -- Where it ran; all zeros for this system itself.
  name text not null  -- The job, in words.
  resource_type text  -- What the run was about, such as config_scraper; null for a job of the whole system.
  resource_id text  -- Key of what the run was about.
  status text not null  -- WARNING when some of it failed; STOPPED when its process shut down first. @enum RUNNING SUCCESS WARNING FAILED STOPPED
  success_count integer not null default 0
  error_count integer not null default 0
  details jsonb  -- Errors and summaries of the run. @type JobDetails
  hostname text  -- The machine it ran on.
  duration_millis integer
  time_start timestamp with time zone not null default now()
  time_end timestamp with time zone  -- Null while it runs.
  created_at timestamp with time zone not null default now()
  queue text  -- Where the job engine keeps the job; null for runs that did not come through it.
  job_id uuid  -- The job in its queue. A job that is tried again has a run for each attempt.
  attempt integer  -- Which attempt of the job this run was, from 1.
);
-- Runs of jobs: what ran, on what, how it ended. @exposed @resource integrations

create table job_schedules (
  name text not null
  schedule text not null  -- As the code states it; a different statement starts the schedule anew.
  due_at timestamp with time zone not null  -- The next moment by the schedule alone.
  run_at timestamp with time zone not null  -- That moment and a little chance, so that jobs of one schedule do not all start together.
);
-- When each scheduled job is due. Whoever moves a row on sends the job, so there is one run in the whole system.

create table people (
  id uuid not null default new_id()
  name text not null  -- As it is shown. For a human, first and last name.
  first_name text
  last_name text
  email text  -- In lower case. What a human signs in with; unique among those who are not deleted.
  avatar text
  type text  -- Null for a human. @enum agent access_token system
  title text
  organization text
  phone text
  properties jsonb not null default '{}'::jsonb  -- @type PersonProperties
  external_id text  -- The id under which another identity service knows the person.
  state text not null default 'active'::text  -- An inactive person keeps everything but cannot sign in. @enum active inactive
  state_changed_at timestamp with time zone not null default now()
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone
  deleted_at timestamp with time zone  -- Deleted people stay, so that what they did keeps its author.
  last_login timestamp with time zone
);
-- Humans, and agents, tokens and the system where they act under a name of their own. @exposed @resource database

create table person_roles (
  person_id uuid not null
  role text not null  -- @enum admin editor commander responder viewer guest
  created_at timestamp with time zone not null default now()
);
-- Which roles a person holds. Several roles add up. @exposed @resource rbac

create table processes (
  id uuid not null
  role text not null  -- @enum all web worker
  hostname text not null
  pid integer not null
  version text not null
  address text  -- Where it listens, when it serves the web.
  started_at timestamp with time zone not null default now()
  last_seen_at timestamp with time zone not null default now()  -- Its last heartbeat; a process unheard of for a minute is gone.
  rss_bytes bigint not null
);
-- The processes that form this system, each by its own heartbeat. @exposed @resource rbac

create table schema_changes (
  path text not null
  checksum text not null
  applied_at timestamp with time zone not null default now()
);
-- Which SQL files have changed this database, once each, by path.

create table schema_objects (
  path text not null
  checksum text not null
);
-- Which state of each view and function stands in this database.

create table schema_roles (
  plain text not null
  scoped text not null
  issued_for text  -- Fingerprint of the schema that rights were last issued for.
);
-- The two roles that the grants and policies of this database speak of.

create table sessions (
  id uuid not null default new_id()
  token_digest bytea not null  -- SHA-256 of the token in the cookie; the token itself is never stored. @secret
  person_id uuid not null
  aal text not null  -- How strongly the person proved who it is: one factor or two. @enum aal1 aal2
  methods jsonb not null  -- What was proven, and when. @type AuthenticationMethods
  authenticated_at timestamp with time zone not null default now()
  issued_at timestamp with time zone not null default now()
  last_seen_at timestamp with time zone not null default now()  -- To the hour: sliding the expiry on every request would be a write on every request.
  expires_at timestamp with time zone not null
  user_agent text not null default ''::text
  ip_address text not null default ''::text
);
-- Who is signed in. A row that is gone is a session that ended. @watched

create table settings (
  name text not null
  value text not null
);
-- What the product must remember about itself, such as the fingerprint of its secret key.

create table sign_in_throttles (
  key bytea not null  -- SHA-256 of what is throttled, so that no address or e-mail stands here.
  busy_until timestamp with time zone not null  -- When the debt is paid off: each attempt adds its price, time takes it away.
);
-- How much guessing an account, an address or a device has on its account, shared by all processes. It may vanish in a crash.

alter table access_tokens add constraint access_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;

alter table access_tokens add constraint access_tokens_name_check CHECK ((name <> ''::text));

alter table access_tokens add constraint access_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table access_tokens add constraint access_tokens_person_name UNIQUE (person_id, name);

alter table access_tokens add constraint access_tokens_pkey PRIMARY KEY (id);

alter table artifact_chunks add constraint artifact_chunks_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifacts(id) ON DELETE CASCADE;

alter table artifact_chunks add constraint artifact_chunks_number_check CHECK ((number >= 0));

alter table artifact_chunks add constraint artifact_chunks_pkey PRIMARY KEY (artifact_id, number);

alter table artifacts add constraint artifacts_pkey PRIMARY KEY (id);

alter table artifacts add constraint artifacts_store_check CHECK ((store = ANY (ARRAY['database'::text, 's3'::text])));

alter table changes add constraint changes_pkey PRIMARY KEY (id);

alter table credentials add constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table credentials add constraint credentials_pkey PRIMARY KEY (id);

alter table credentials add constraint credentials_type_check CHECK ((type = 'password'::text));

alter table flow_errors add constraint flow_errors_pkey PRIMARY KEY (id);

alter table identity_flows add constraint identity_flows_csrf CHECK (((type = 'browser'::text) = (csrf_digest IS NOT NULL)));

alter table identity_flows add constraint identity_flows_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'registration'::text, 'recovery'::text, 'verification'::text, 'settings'::text])));

alter table identity_flows add constraint identity_flows_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table identity_flows add constraint identity_flows_pkey PRIMARY KEY (id);

alter table identity_flows add constraint identity_flows_requested_aal_check CHECK ((requested_aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table identity_flows add constraint identity_flows_state_check CHECK ((state = ANY (ARRAY['choose_method'::text, 'sent_email'::text, 'passed_challenge'::text])));

alter table identity_flows add constraint identity_flows_type_check CHECK ((type = ANY (ARRAY['browser'::text, 'api'::text])));

alter table job_history add constraint job_history_pkey PRIMARY KEY (id);

alter table job_history add constraint job_history_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUCCESS'::text, 'WARNING'::text, 'FAILED'::text, 'STOPPED'::text])));

alter table job_schedules add constraint job_schedules_pkey PRIMARY KEY (name);

alter table people add constraint people_email_check CHECK ((email = lower(email)));

alter table people add constraint people_name_check CHECK ((name <> ''::text));

alter table people add constraint people_pkey PRIMARY KEY (id);

alter table people add constraint people_state_check CHECK ((state = ANY (ARRAY['active'::text, 'inactive'::text])));

alter table people add constraint people_type_check CHECK ((type = ANY (ARRAY['agent'::text, 'access_token'::text, 'system'::text])));

alter table person_roles add constraint person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table person_roles add constraint person_roles_pkey PRIMARY KEY (person_id, role);

alter table person_roles add constraint person_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text, 'guest'::text])));

alter table processes add constraint processes_pkey PRIMARY KEY (id);

alter table processes add constraint processes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])));

alter table schema_changes add constraint schema_changes_pkey PRIMARY KEY (path);

alter table schema_objects add constraint schema_objects_pkey PRIMARY KEY (path);

alter table sessions add constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])));

alter table sessions add constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table sessions add constraint sessions_token_digest UNIQUE (token_digest);

alter table settings add constraint settings_pkey PRIMARY KEY (name);

alter table sign_in_throttles add constraint sign_in_throttles_pkey PRIMARY KEY (key);

CREATE INDEX access_tokens_created_by ON public.access_tokens USING btree (created_by);

CREATE INDEX artifacts_expiring ON public.artifacts USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX artifacts_unfinished ON public.artifacts USING btree (created_at) WHERE (completed_at IS NULL);

CREATE INDEX changes_by_xid ON public.changes USING btree (xid, id);

CREATE UNIQUE INDEX credentials_one_password ON public.credentials USING btree (person_id) WHERE (type = 'password'::text);

CREATE INDEX flow_errors_created ON public.flow_errors USING btree (created_at);

CREATE INDEX identity_flows_expires ON public.identity_flows USING btree (expires_at);

CREATE INDEX identity_flows_person ON public.identity_flows USING btree (person_id);

CREATE INDEX job_history_by_age ON public.job_history USING btree (created_at DESC);

CREATE INDEX job_history_by_name ON public.job_history USING btree (name, created_at DESC);

CREATE INDEX job_history_by_resource ON public.job_history USING btree (resource_type, resource_id, name, created_at DESC);

CREATE INDEX job_history_running ON public.job_history USING btree (queue, job_id) WHERE (status = 'RUNNING'::text);

CREATE UNIQUE INDEX people_email ON public.people USING btree (email) WHERE (deleted_at IS NULL);

CREATE INDEX people_external_id ON public.people USING btree (external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX person_roles_role ON public.person_roles USING btree (role);

CREATE INDEX sessions_expires ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON public.sessions USING btree (person_id);

CREATE INDEX sign_in_throttles_busy ON public.sign_in_throttles USING btree (busy_until);

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
-- Events that some listener has not yet had: one row per event and listener.

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

CREATE OR REPLACE FUNCTION public.record_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  most constant integer := 100;
  keys text[];
  touched boolean;
begin
  if tg_op = 'DELETE' then
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from gone limit %s) k', tg_argv[0], most + 1) into keys;
    else
      select exists (select from gone) into touched;
    end if;
  else
    if tg_nargs = 1 then
      execute format('select array_agg(key) from (select %I::text as key from came limit %s) k', tg_argv[0], most + 1) into keys;
    else
      select exists (select from came) into touched;
    end if;
  end if;
  -- A statement that touched no row is no news.
  if keys is null and touched is not true then
    return null;
  end if;
  insert into changes (relation, ids)
  values (tg_table_name, case when cardinality(keys) <= most then keys end);
  notify quarterdeck_changes;
  return null;
end;
$function$
;
-- Tells live screens which rows of a table changed.

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
-- Events that have not reached all their listeners, by name. @exposed @resource integrations @notnull name pending failed average_attempts

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
-- Who can sign in, as the identity service shows it. @exposed @resource identities @notnull id schema_id traits state state_changed_at nid created_at updated_at roles

create view job_histories with (security_invoker = true) as
 SELECT id,
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
    created_at,
    resource_id AS resource_name,
    jsonb_build_object('id', NULL::unknown, 'name', NULL::unknown) AS agent
   FROM job_history h;
-- Job runs with the names of what they were about and where they ran. @exposed @resource integrations @notnull id agent_id name status success_count error_count time_start created_at agent

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
-- The jobs that have run, for filters. @exposed @resource integrations @notnull name

create view people_roles with (security_invoker = true) as
 SELECT id,
    name,
    email,
    ARRAY( SELECT r.role
           FROM person_roles r
          WHERE r.person_id = p.id
          ORDER BY r.role) AS roles
   FROM people p
  WHERE deleted_at IS NULL AND email IS NOT NULL;
-- Who can sign in, with the roles each holds. @exposed @resource database @notnull id name email roles

CREATE TRIGGER changes_delete AFTER DELETE ON public.access_tokens REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.access_tokens REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.access_tokens REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.artifacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.artifacts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.artifacts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.credentials REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.credentials REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.credentials REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.job_history REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.job_history REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.job_history REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.people REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.people REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.people REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.person_roles REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_insert AFTER INSERT ON public.person_roles REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_update AFTER UPDATE ON public.person_roles REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes();

CREATE TRIGGER changes_delete AFTER DELETE ON public.processes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.processes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.processes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.sessions REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');
