-- Who there is: humans, and whatever else acts under a name of its own.

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
  last_login       timestamptz
);
create unique index people_email on people (email) where deleted_at is null;
create index people_external_id on people (external_id) where external_id is not null;

comment on table people is 'Humans, and agents, tokens and the system where they act under a name of their own. @exposed @resource database identities';
comment on column people.name is 'As it is shown. For a human, first and last name.';
comment on column people.email is 'In lower case. What a human signs in with; unique among those who are not deleted.';
comment on column people.type is 'Null for a human. @enum agent access_token system';
comment on column people.properties is '@type PersonProperties';
comment on column people.external_id is 'The id under which another identity service knows the person.';
comment on column people.state is 'An inactive person keeps everything but cannot sign in. @enum active inactive';
comment on column people.deleted_at is 'Deleted people stay, so that what they did keeps its author.';

create table person_roles (
  person_id  uuid not null references people on delete cascade,
  role       text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer', 'guest')),
  created_at timestamptz not null default now(),
  primary key (person_id, role)
);
create index person_roles_role on person_roles (role);

comment on table person_roles is 'Which roles a person holds. Several roles add up. @exposed @resource rbac';
comment on column person_roles.role is '@enum admin editor commander responder viewer guest';

-- The author of what nobody did by hand. It has no e-mail and no credentials, so nobody can sign in as it.
insert into people (id, name, type) values ('00000000-0000-0000-0000-000000000001', 'System', 'system');
