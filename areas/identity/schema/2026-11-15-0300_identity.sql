-- How people prove who they are, and what they hold once they have. Nothing here is exposed: only the server reads it.

create table credentials (
  id         uuid primary key default new_id(),
  person_id  uuid not null references people on delete cascade,
  type       text not null check (type in ('password')),
  proof      text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index credentials_one_password on credentials (person_id) where type = 'password';

comment on table credentials is 'What a person can prove, one row a method. @watched';
comment on column credentials.type is '@enum password';
comment on column credentials.proof is 'What the method checks against: for a password, its argon2id hash with all parameters. @secret';

create table sessions (
  id               uuid primary key default new_id(),
  token_digest     bytea not null,
  person_id        uuid not null references people on delete cascade,
  aal              text not null check (aal in ('aal1', 'aal2')),
  methods          jsonb not null,
  authenticated_at timestamptz not null default now(),
  issued_at        timestamptz not null default now(),
  last_seen_at     timestamptz not null default now(),
  expires_at       timestamptz not null,
  user_agent       text not null default '',
  ip_address       text not null default '',
  constraint sessions_token_digest unique (token_digest)
);
create index sessions_person on sessions (person_id);
create index sessions_expires on sessions (expires_at);

comment on table sessions is 'Who is signed in. A row that is gone is a session that ended. @watched';
comment on column sessions.token_digest is 'SHA-256 of the token in the cookie; the token itself is never stored. @secret';
comment on column sessions.aal is 'How strongly the person proved who it is: one factor or two. @enum aal1 aal2';
comment on column sessions.methods is 'What was proven, and when. @type AuthenticationMethods';
comment on column sessions.last_seen_at is 'To the hour: sliding the expiry on every request would be a write on every request.';

create table identity_flows (
  id            uuid primary key default gen_random_uuid(),
  kind          text not null check (kind in ('login', 'registration', 'recovery', 'verification', 'settings')),
  type          text not null check (type in ('browser', 'api')),
  state         text not null default 'choose_method' check (state in ('choose_method', 'sent_email', 'passed_challenge')),
  csrf_digest   bytea,
  active        text,
  refresh       boolean not null default false,
  requested_aal text not null default 'aal1' check (requested_aal in ('aal1', 'aal2')),
  person_id     uuid references people on delete cascade,
  return_to     text,
  request_url   text not null,
  ui            jsonb not null default '{}',
  issued_at     timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  constraint identity_flows_csrf check ((type = 'browser') = (csrf_digest is not null))
);
create index identity_flows_expires on identity_flows (expires_at);
create index identity_flows_person on identity_flows (person_id);

comment on table identity_flows is 'Sign-in and the like while they go on: one row per form that somebody was given. Pruned a while after they expire.';
comment on column identity_flows.kind is '@enum login registration recovery verification settings';
comment on column identity_flows.type is 'A browser has a cookie that binds the flow to it; an api client has not. @enum browser api';
comment on column identity_flows.state is 'passed_challenge: it succeeded, and cannot be used again. @enum choose_method sent_email passed_challenge';
comment on column identity_flows.csrf_digest is 'SHA-256 of the cookie of the browser that asked for the flow. @secret';
comment on column identity_flows.active is 'The method that was tried last.';
comment on column identity_flows.requested_aal is '@enum aal1 aal2';
comment on column identity_flows.person_id is 'Whom it concerns, when that is known from the start: whose session is to be refreshed.';
comment on column identity_flows.return_to is 'Path, query and fragment on our own site; never another one.';
comment on column identity_flows.ui is 'What the form says and keeps after a refused attempt. @type FlowUi';

create table flow_errors (
  id         uuid primary key default gen_random_uuid(),
  error      jsonb not null,
  created_at timestamptz not null default now()
);
create index flow_errors_created on flow_errors (created_at);

comment on table flow_errors is 'Why a browser that followed a link was sent to the error page. Kept for a day.';
comment on column flow_errors.error is 'As the identity door would have answered it in JSON.';

create unlogged table sign_in_throttles (
  key        bytea primary key,
  busy_until timestamptz not null
);
create index sign_in_throttles_busy on sign_in_throttles (busy_until);

comment on table sign_in_throttles is 'How much guessing an account, an address or a device has on its account, shared by all processes. It may vanish in a crash.';
comment on column sign_in_throttles.key is 'SHA-256 of what is throttled, so that no address or e-mail stands here.';
comment on column sign_in_throttles.busy_until is 'When the debt is paid off: each attempt adds its price, time takes it away.';

create table access_tokens (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  person_id    uuid not null references people on delete cascade,
  digest       bytea not null,
  created_at   timestamptz not null default now(),
  created_by   uuid references people on delete set null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  constraint access_tokens_person_name unique (person_id, name)
);
create index access_tokens_created_by on access_tokens (created_by);

comment on table access_tokens is 'Tokens for programs that act for a person. @watched';
comment on column access_tokens.digest is 'SHA-256 of the whole token; the token itself is shown once and never stored. @secret';
comment on column access_tokens.expires_at is 'Null when it never expires.';
comment on column access_tokens.last_used_at is 'To the minute.';
