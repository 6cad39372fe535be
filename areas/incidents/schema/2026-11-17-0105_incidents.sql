-- Incidents with their rules, responders, hypotheses, evidence and comments.

create table severities (
  id      integer primary key,
  name    text not null unique check (name = lower(name)),
  aliases text[] not null default '{}',
  icon    text
);

comment on table severities is 'Severities of incidents, the worst first. @exposed @resource database @feature incidents';
comment on column severities.aliases is 'Names in other systems.';

insert into severities (id, name, aliases) values
  (1, 'critical', '{P1}'), (2, 'blocker', '{P2}'), (3, 'high', '{P3}'), (4, 'medium', '{P4}'), (5, 'low', '{P4}');

create table incident_rules (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  spec         jsonb,
  source       text,
  created_by   uuid not null references people,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index incident_rules_name on incident_rules (name) where deleted_at is null;
create index incident_rules_created_by on incident_rules (created_by);
call keep_row_rules('incident_rules');

comment on table incident_rules is 'Rules that open incidents. @exposed @resource incident @feature incidents';
comment on column incident_rules.spec is '*** in place of each credential. @type Json';
comment on column incident_rules.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column incident_rules.source is 'UI if it is edited here; otherwise the place where it is kept. @origin';

create sequence incident_number;

-- Security definer, because roles that can create incidents have no rights on the sequence.
create function next_incident_id() returns text
language sql
volatile
security definer
set search_path = public, pg_temp
as $$ select 'INC-' || nextval('incident_number') $$;
comment on function next_incident_id() is 'The next incident number.';

create table incidents (
  id               uuid primary key default new_id(),
  incident_id      text not null default next_incident_id() constraint incidents_incident_id unique,
  incident_rule_id uuid references incident_rules on delete set null,
  title            text not null check (title <> ''),
  description      text not null default '',
  type             text not null default 'availability'
    check (type in ('availability', 'cost', 'performance', 'security', 'integration', 'compliance', 'technicalDebt', 'technical_debt', 'reliability')),
  status           text not null default 'open' check (status in ('new', 'open', 'investigating', 'mitigated', 'resolved', 'closed', 'cancelled')),
  severity         text not null default 'low' check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  created_by       uuid not null references people,
  commander_id     uuid references people,
  communicator_id  uuid references people,
  acknowledged     timestamptz,
  resolved         timestamptz,
  closed           timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index incidents_rule on incidents (incident_rule_id);
create index incidents_created_by on incidents (created_by);
create index incidents_commander on incidents (commander_id);
create index incidents_communicator on incidents (communicator_id);
create index incidents_created_at on incidents (created_at desc);
create index incidents_status on incidents (status, severity);
create index incidents_title on incidents using gin (title gin_trgm_ops);
call keep_row_rules('incidents');

comment on table incidents is 'Incidents. @exposed @resource incident @feature incidents';
comment on column incidents.incident_id is 'The number that people use, such as INC-12.';
comment on column incidents.type is 'technicalDebt and technical_debt are the same; clients send either. @enum availability cost performance security integration compliance technicalDebt technical_debt reliability';
comment on column incidents.status is '@enum new open investigating mitigated resolved closed cancelled';
comment on column incidents.severity is '@enum info warning low medium high blocker critical';
comment on column incidents.acknowledged is 'Start of the investigation.';
comment on column incidents.resolved is 'Null until it is resolved.';
comment on column incidents.closed is 'Null until it is closed.';

create table responders (
  id           uuid primary key default new_id(),
  incident_id  uuid not null references incidents,
  type         text not null check (type in ('email', 'jira', 'service_now', 'ca', 'aws_support', 'aws_ams_services_request', 'redhat', 'oracle', 'ms_planner', 'vmware', 'person')),
  index        smallint,
  person_id    uuid references people,
  team_id      uuid references teams,
  external_id  text,
  properties   jsonb,
  acknowledged timestamptz,
  resolved     timestamptz,
  closed       timestamptz,
  created_by   uuid not null references people,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz
);
create index responders_incident on responders (incident_id);
create index responders_person on responders (person_id);
create index responders_team on responders (team_id);
create index responders_created_by on responders (created_by);
call keep_row_rules('responders');

comment on table responders is 'Responders of an incident, here or in another system. @exposed @resource responder @feature incidents';
comment on column responders.type is '@enum email jira service_now ca aws_support aws_ams_services_request redhat oracle ms_planner vmware person';
comment on column responders.external_id is 'The id in the other system.';
comment on column responders.properties is '@type Json';

create table hypotheses (
  id          uuid primary key default new_id(),
  created_by  uuid not null references people,
  incident_id uuid not null references incidents,
  parent_id   uuid references hypotheses,
  owner       uuid references responders on delete set null,
  team_id     uuid references teams on delete set null,
  type        text not null check (type in ('root', 'factor', 'solution')),
  title       text not null,
  status      text not null default 'possible' check (status in ('proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven')),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index hypotheses_incident on hypotheses (incident_id);
create index hypotheses_parent on hypotheses (parent_id);
create index hypotheses_owner on hypotheses (owner);
create index hypotheses_team on hypotheses (team_id);
create index hypotheses_created_by on hypotheses (created_by);
call keep_row_rules('hypotheses');

comment on table hypotheses is 'Possible causes and solutions of an incident. @exposed @resource incident @feature incidents';
comment on column hypotheses.type is '@enum root factor solution';
comment on column hypotheses.status is '@enum proven likely possible unlikely improbable disproven';

create table evidences (
  id                 uuid primary key default new_id(),
  description        text not null default '',
  hypothesis_id      uuid not null references hypotheses on delete cascade,
  type               text not null check (type in ('log', 'config', 'topology', 'check', 'config_analysis', 'config_change', 'comment')),
  config_id          uuid references config_items on delete set null,
  config_change_id   uuid references config_changes on delete set null,
  config_analysis_id uuid references config_analysis on delete set null,
  component_id       uuid references components on delete set null,
  check_id           uuid references checks on delete set null,
  evidence           jsonb,
  properties         jsonb,
  definition_of_done boolean not null default false,
  done               boolean,
  factor             boolean,
  mitigator          boolean,
  script             text,
  script_result      text,
  created_by         uuid not null references people,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create index evidences_hypothesis on evidences (hypothesis_id);
create index evidences_config on evidences (config_id) where config_id is not null;
create index evidences_config_change on evidences (config_change_id) where config_change_id is not null;
create index evidences_config_analysis on evidences (config_analysis_id) where config_analysis_id is not null;
create index evidences_component on evidences (component_id) where component_id is not null;
create index evidences_check on evidences (check_id) where check_id is not null;
create index evidences_created_by on evidences (created_by);
call keep_row_rules('evidences');

comment on table evidences is 'Evidence for or against a hypothesis. @exposed @resource evidences @feature incidents @follows config_id config_change_id config_analysis_id component_id check_id';
comment on column evidences.type is '@enum log config topology check config_analysis config_change comment';
comment on column evidences.evidence is 'The observation, such as log lines. @type Json';
comment on column evidences.properties is '@type Json';
comment on column evidences.definition_of_done is 'Whether the incident can be closed only when this is done.';
comment on column evidences.script is 'An expression that decides whether it is done.';
comment on column evidences.script_result is 'The last result of the expression.';

create table comments (
  id                  uuid primary key default new_id(),
  created_by          uuid not null references people,
  comment             text not null,
  external_id         text,
  external_created_by text,
  incident_id         uuid not null constraint comments_incident_id_fkey references incidents,
  responder_id        uuid references responders on delete set null,
  hypothesis_id       uuid references hypotheses on delete cascade,
  read                smallint[],
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);
create index comments_incident on comments (incident_id, created_at);
create index comments_hypothesis on comments (hypothesis_id);
create index comments_responder on comments (responder_id);
create index comments_created_by on comments (created_by);
call keep_row_rules('comments');

comment on table comments is 'Comments on an incident or a hypothesis. @exposed @resource comments @feature incidents';
comment on column comments.external_created_by is 'The author, if it was written in another system.';

create table incident_histories (
  id            uuid primary key default new_id(),
  incident_id   uuid not null references incidents on delete cascade,
  created_by    uuid not null references people,
  type          text not null,
  description   text,
  hypothesis_id uuid references hypotheses on delete set null,
  responder_id  uuid references responders on delete set null,
  evidence_id   uuid references evidences on delete set null,
  comment_id    uuid references comments on delete set null,
  created_at    timestamptz not null default clock_timestamp(),
  updated_at    timestamptz not null default clock_timestamp()
);
create index incident_histories_incident on incident_histories (incident_id, created_at desc);
create index incident_histories_created_by on incident_histories (created_by);
create index incident_histories_hypothesis on incident_histories (hypothesis_id);
create index incident_histories_responder on incident_histories (responder_id);
create index incident_histories_evidence on incident_histories (evidence_id);
create index incident_histories_comment on incident_histories (comment_id);

comment on table incident_histories is 'The events of an incident. Written by triggers. @exposed @readonly @resource incident @feature incidents';
comment on column incident_histories.type is 'For example incident.created, evidence.created or hypothesis.status_updated.';

create table incident_relationships (
  incident_id  uuid not null references incidents on delete cascade,
  related_id   uuid not null references incidents on delete cascade,
  relationship text not null default 'related',
  primary key (incident_id, related_id, relationship)
);
create index incident_relationships_related on incident_relationships (related_id);

comment on table incident_relationships is 'Related incidents. @exposed @resource incident @feature incidents';

create table comment_responders (
  comment_id   uuid not null references comments on delete cascade,
  responder_id uuid not null references responders on delete cascade,
  external_id  text,
  primary key (comment_id, responder_id)
);
create index comment_responders_responder on comment_responders (responder_id);

comment on table comment_responders is 'Comments that were sent to other systems. @exposed @resource comments @feature incidents';
comment on column comment_responders.external_id is 'The id of the comment in the other system.';
