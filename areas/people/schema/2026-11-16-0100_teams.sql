-- Teams, what people are allowed beyond their roles, and who was invited.

create table teams (
  id         uuid primary key default new_id(),
  name       text not null check (name <> ''),
  icon       text,
  spec       jsonb,
  source     text,
  created_by uuid not null references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index teams_name on teams (name) where deleted_at is null;
create index teams_created_by on teams (created_by);
call keep_row_rules('teams');

comment on table teams is 'Groups of people who answer for components and are told together. @exposed @resource database';
comment on column teams.spec is 'Which components the team answers for and how it is reached. @type TeamSpec';
comment on column teams.source is 'UI when it may be edited here; otherwise where it is kept. @origin';

create table team_members (
  team_id   uuid not null references teams on delete cascade,
  person_id uuid not null references people on delete cascade,
  source    text not null default 'UI',
  primary key (team_id, person_id)
);
create index team_members_person on team_members (person_id);

comment on table team_members is 'Who belongs to which team. @exposed @resource database';
comment on column team_members.source is 'UI when it may be edited here. @origin';

alter table people add column team_id uuid references teams on delete set null;
create index people_team on people (team_id) where team_id is not null;
call keep_row_rules('people', '{name,first_name,last_name,email,avatar,title,organization,phone,properties,team_id,state}', revivable => true);

comment on column people.team_id is 'The team that is shown with the person.';
comment on column people.updated_at is 'Signing in is no update.';

-- The things a rule can be about come with their own areas, and so do the foreign keys to them.
create table permissions (
  id              uuid primary key default new_id(),
  name            text not null default 'permission-' || substr(gen_random_uuid()::text, 1, 8),
  namespace       text,
  description     text,
  source          text not null default 'UI',
  subject_type    text not null default 'group'
    check (subject_type in ('person', 'team', 'group', 'notification', 'playbook', 'canary', 'scraper', 'topology', 'component')),
  subject         text,
  action          text not null check (action <> ''),
  object          text,
  object_selector jsonb,
  deny            boolean not null default false,
  component_id    uuid,
  config_id       uuid,
  canary_id       uuid,
  playbook_id     uuid,
  connection_id   uuid,
  person_id       uuid references people on delete cascade,
  team_id         uuid references teams on delete cascade,
  notification_id uuid,
  created_by      uuid references people on delete set null,
  updated_by      uuid references people on delete set null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  until           timestamptz,
  agents          text[],
  tags            jsonb check (are_labels(tags)),
  error           text,
  constraint permissions_one_object check (
    num_nonnulls(object_selector, nullif(object, ''), config_id, playbook_id, canary_id, component_id, connection_id) = 1
  )
);
create index permissions_subject on permissions (subject_type, subject) where deleted_at is null;
create index permissions_component on permissions (component_id) where component_id is not null;
create index permissions_config on permissions (config_id) where config_id is not null;
create index permissions_canary on permissions (canary_id) where canary_id is not null;
create index permissions_playbook on permissions (playbook_id) where playbook_id is not null;
create index permissions_connection on permissions (connection_id) where connection_id is not null;
create index permissions_person on permissions (person_id) where person_id is not null;
create index permissions_team on permissions (team_id) where team_id is not null;
create index permissions_notification on permissions (notification_id) where notification_id is not null;
create index permissions_created_by on permissions (created_by);
create index permissions_updated_by on permissions (updated_by) where updated_by is not null;
call keep_row_rules('permissions');

comment on table permissions is 'Rules that allow or deny somebody an action on something, beyond the roles. Deny wins. @exposed @resource permissions';
comment on column permissions.source is 'UI when it may be edited here. @origin';
comment on column permissions.name is 'Made up when none was given.';
comment on column permissions.subject_type is '@enum person team group notification playbook canary scraper topology component';
comment on column permissions.subject is 'Whom the rule is about: an id, or the name of a group or role.';
comment on column permissions.action is 'One or several, by comma: read, update, create, delete, playbook:run, playbook:approve, or *.';
comment on column permissions.object is 'What the rule is about when it is a whole kind of thing, such as canaries.';
comment on column permissions.object_selector is 'What the rule is about when it is whatever matches. @type ObjectSelector';
comment on column permissions.deny is 'Whether it forbids.';
comment on column permissions.person_id is 'How older clients name the subject; subject and subject_type follow it.';
comment on column permissions.team_id is 'How older clients name the subject; subject and subject_type follow it.';
comment on column permissions.notification_id is 'How older clients name the subject; subject and subject_type follow it.';
comment on column permissions.until is 'When the rule ends; null when it stays.';
comment on column permissions.agents is 'Only for what these agents brought; null or empty for all.';
comment on column permissions.tags is 'Only for what carries these tags. @type Labels';
comment on column permissions.error is 'Why the rule cannot be applied.';

create table permission_groups (
  id         uuid primary key default new_id(),
  name       text not null check (name <> ''),
  namespace  text,
  selectors  jsonb not null,
  source     text,
  created_by uuid references people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index permission_groups_name on permission_groups (namespace, name) nulls not distinct where deleted_at is null;
create index permission_groups_created_by on permission_groups (created_by);
call keep_row_rules('permission_groups');

comment on table permission_groups is 'Named groups of subjects that rules can be about. @exposed @resource rbac';
comment on column permission_groups.source is 'UI when it may be edited here. @origin';
comment on column permission_groups.selectors is 'Who belongs to it, by kind. @type ObjectSelector';

create table invites (
  id          uuid primary key default new_id(),
  email       text not null check (email = lower(email)),
  first_name  text not null default '',
  last_name   text not null default '',
  role        text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer', 'guest')),
  invited_at  timestamptz not null default now(),
  invited_by  uuid references people on delete set null,
  accepted_at timestamptz
);
create unique index invites_email on invites (email) where accepted_at is null;
create index invites_invited_by on invites (invited_by);

comment on table invites is 'Who was asked to join, and with which role. Only the server reads it.';
comment on column invites.role is '@enum admin editor commander responder viewer guest';
comment on column invites.accepted_at is 'Null while it is open; there is one open invitation an address.';
