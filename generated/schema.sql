-- Written by `npm run types` from the catalog; never edited.

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
  xid xid8 not null default pg_current_xact_id()  -- The transaction that wrote the row. Readers take rows below their snapshot's xmin, so that none is skipped.
  relation text not null
  ids text[]  -- Keys of the rows concerned; null when they were too many to name.
  at timestamp with time zone not null default clock_timestamp()
);
-- What changed lately, for live screens. Kept 15 minutes; written by triggers on every exposed table.

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
);
-- The two roles that the grants and policies of this database speak of.

create table settings (
  name text not null
  value text not null
);
-- What the product must remember about itself, such as the fingerprint of its secret key.

alter table artifact_chunks add constraint artifact_chunks_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifacts(id) ON DELETE CASCADE;

alter table artifact_chunks add constraint artifact_chunks_number_check CHECK ((number >= 0));

alter table artifact_chunks add constraint artifact_chunks_pkey PRIMARY KEY (artifact_id, number);

alter table artifacts add constraint artifacts_pkey PRIMARY KEY (id);

alter table artifacts add constraint artifacts_store_check CHECK ((store = ANY (ARRAY['database'::text, 's3'::text])));

alter table changes add constraint changes_pkey PRIMARY KEY (id);

alter table processes add constraint processes_pkey PRIMARY KEY (id);

alter table processes add constraint processes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])));

alter table schema_changes add constraint schema_changes_pkey PRIMARY KEY (path);

alter table schema_objects add constraint schema_objects_pkey PRIMARY KEY (path);

alter table settings add constraint settings_pkey PRIMARY KEY (name);

CREATE INDEX artifacts_expiring ON public.artifacts USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX artifacts_unfinished ON public.artifacts USING btree (created_at) WHERE (completed_at IS NULL);

CREATE INDEX changes_by_age ON public.changes USING btree (at);

CREATE INDEX changes_by_xid ON public.changes USING btree (xid, id);

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

CREATE TRIGGER changes_delete AFTER DELETE ON public.artifacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.artifacts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.artifacts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_delete AFTER DELETE ON public.processes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_insert AFTER INSERT ON public.processes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');

CREATE TRIGGER changes_update AFTER UPDATE ON public.processes REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION record_changes('id');
