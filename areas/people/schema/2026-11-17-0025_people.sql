-- People, their roles and teams, permission rules, and invitations.

create table teams (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  icon         text,
  spec         jsonb,
  source       text,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index teams_name on teams (name) where deleted_at is null;
create index teams_created_by on teams (created_by);
call keep_row_rules('teams');

comment on table teams is 'Groups of people who are responsible for components and are notified together. @exposed @resource database';
comment on column teams.spec is 'The components of the team and its contacts; *** in place of each credential. @type TeamSpec';
comment on column teams.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column teams.source is 'UI if it is edited here; otherwise the place where it is kept. @origin';

create table people (
  id               uuid primary key default new_id(),
  name             text not null check (name <> ''),
  first_name       text,
  last_name        text,
  email            text check (email = lower(email)),
  avatar           text,
  type             text check (type in ('agent', 'access_token', 'system')),
  title            text,
  organization     text,
  phone            text,
  properties       jsonb not null default '{}',
  external_id      text,
  state            text not null default 'active' check (state in ('active', 'inactive')),
  state_changed_at timestamptz not null default now(),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz,
  deleted_at       timestamptz,
  last_login       timestamptz,
  team_id          uuid references teams on delete set null
);
create unique index people_email on people (email) where deleted_at is null;
create index people_external_id on people (external_id) where external_id is not null;
create index people_team on people (team_id) where team_id is not null;
call keep_row_rules('people', '{name,first_name,last_name,email,avatar,title,organization,phone,properties,team_id,state}', revivable => true);

comment on table people is 'Humans, and the agents, tokens and the system that act under a name of their own. @exposed @resource database identities';
comment on column people.name is 'The displayed name; for a human, first and last name.';
comment on column people.email is 'In lower case. Humans sign in with it; unique among people who are not deleted.';
comment on column people.type is 'Null for a human. @enum agent access_token system';
comment on column people.properties is '@type PersonProperties';
comment on column people.external_id is 'The id of the person at another identity service.';
comment on column people.state is 'An inactive person keeps everything but cannot sign in. @enum active inactive';
comment on column people.updated_at is 'Signing in does not count as an update.';
comment on column people.deleted_at is 'Deleted people stay in the table, because their rows keep them as the author.';
comment on column people.team_id is 'The team that is shown with the person.';

-- The two tables reference each other.
alter table teams add constraint teams_created_by_fkey foreign key (created_by) references people;

-- The author of automatic changes. It has no email and no credentials, so it cannot sign in.
insert into people (id, name, type) values ('00000000-0000-0000-0000-000000000001', 'System', 'system');

create table person_roles (
  person_id  uuid not null references people on delete cascade,
  role       text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer', 'guest')),
  created_at timestamptz not null default now(),
  primary key (person_id, role)
);
create index person_roles_role on person_roles (role);

comment on table person_roles is 'The roles of each person. Several roles add up. @exposed @resource rbac';
comment on column person_roles.role is '@enum admin editor commander responder viewer guest';

create table team_members (
  team_id   uuid not null references teams on delete cascade,
  person_id uuid not null references people on delete cascade,
  source    text not null default 'UI',
  primary key (team_id, person_id)
);
create index team_members_person on team_members (person_id);

comment on table team_members is 'The members of each team. @exposed @resource database';
comment on column team_members.source is 'UI if it is edited here. @origin';

-- The areas of the referenced rows add the other foreign keys.
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

comment on table permissions is 'Rules that allow or deny a subject an action on an object, in addition to the roles. Deny wins. The rules stay in force while the page is switched off. @exposed @resource permissions @feature settings.permissions';
comment on column permissions.source is 'UI if it is edited here. @origin';
comment on column permissions.name is 'Generated if none was given.';
comment on column permissions.subject_type is '@enum person team group notification playbook canary scraper topology component';
comment on column permissions.subject is 'The subject of the rule: an id, or the name of a group or role.';
comment on column permissions.action is 'One or several, separated by commas: read, update, create, delete, playbook:run, playbook:approve, or *.';
comment on column permissions.object is 'The kind of object, such as canaries, if the rule applies to all of a kind.';
comment on column permissions.object_selector is 'Selects the objects that the rule applies to. @type ObjectSelector';
comment on column permissions.deny is 'Whether the rule denies the action.';
comment on column permissions.person_id is 'The subject as older clients send it; subject and subject_type are set from it.';
comment on column permissions.team_id is 'The subject as older clients send it; subject and subject_type are set from it.';
comment on column permissions.notification_id is 'The subject as older clients send it; subject and subject_type are set from it.';
comment on column permissions.until is 'End of the rule; null if it has no end.';
comment on column permissions.agents is 'The rule applies only to rows of these agents; null or empty for all.';
comment on column permissions.tags is 'The rule applies only to rows with these tags. @type Labels';
comment on column permissions.error is 'The reason why the rule cannot be applied.';

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

comment on table permission_groups is 'Named groups of subjects for permission rules. @exposed @resource rbac';
comment on column permission_groups.source is 'UI if it is edited here. @origin';
comment on column permission_groups.selectors is 'Selects the members by kind. @type ObjectSelector';

create table invites (
  id           uuid primary key default new_id(),
  email        text not null check (email = lower(email)),
  first_name   text not null default '',
  last_name    text not null default '',
  role         text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer', 'guest')),
  invited_at   timestamptz not null default now(),
  invited_by   uuid references people on delete set null,
  accepted_at  timestamptz,
  token_digest bytea,
  expires_at   timestamptz
);
create unique index invites_email on invites (email) where accepted_at is null;
create index invites_invited_by on invites (invited_by);
create unique index invites_token_digest on invites (token_digest);

comment on table invites is 'Invitations with the role of the invited person. Only the server reads it.';
comment on column invites.role is '@enum admin editor commander responder viewer guest';
comment on column invites.accepted_at is 'Null while it is open; there is one open invitation per address.';
comment on column invites.token_digest is 'SHA-256 of the token in the link; null without a link. @secret';
comment on column invites.expires_at is 'Time when the link expires.';
