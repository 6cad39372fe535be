-- Credentials, sessions, sign-in flows, mails and access tokens. The data API serves only the mails; the server reads the
-- rest.

create table credentials (
  id         uuid primary key default new_id(),
  person_id  uuid not null references people on delete cascade,
  type       text not null check (type in ('password', 'totp', 'lookup_secret')),
  proof      text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  used_step  integer
);
create unique index credentials_one_of_each on credentials (person_id, type);

comment on table credentials is 'The credentials of people, one row per method. @watched';
comment on column credentials.type is '@enum password totp lookup_secret';
comment on column credentials.proof is 'For a password its argon2id hash with all parameters, for an authenticator app its sealed secret, for recovery codes their sealed list. @secret @sealed person_id type';
comment on column credentials.used_step is 'For an authenticator app: the half minute of the last used code, counted from 1970, because a code works only once.';

create table security_keys (
  id            uuid primary key default new_id(),
  person_id     uuid not null references people on delete cascade,
  use           text not null check (use in ('webauthn', 'passkey')),
  name          text not null check (name <> ''),
  credential_id bytea not null,
  public_key    bytea not null,
  counter       bigint not null default 0,
  transports    text[] not null default '{}',
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  constraint security_keys_credential_id unique (credential_id)
);
create index security_keys_person on security_keys (person_id);

comment on table security_keys is 'Security keys and passkeys (WebAuthn); a person can have several. @watched';
comment on column security_keys.use is 'webauthn: the second step after a password; passkey: signs in alone. @enum webauthn passkey';
comment on column security_keys.name is 'The name that the person gave it, or the browser that created it.';
comment on column security_keys.credential_id is 'The id of the key in the authenticator.';
comment on column security_keys.public_key is 'In COSE form.';
comment on column security_keys.counter is 'The last counter of the key; a smaller one comes from a copy. Many keys do not count and stay at zero.';
comment on column security_keys.transports is 'The transports of the key: usb, nfc, internal and others.';

create table oidc_links (
  provider   text not null,
  subject    text not null,
  person_id  uuid not null references people on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create unique index oidc_links_person on oidc_links (person_id, provider);

comment on table oidc_links is 'The accounts of people at other identity providers. Tokens of the provider are not stored.';
comment on column oidc_links.provider is 'The id of the provider in OIDC_PROVIDERS.';
comment on column oidc_links.subject is 'The id of the account at the provider; never the email, which can be given to another person.';

create table verified_emails (
  person_id   uuid primary key references people on delete cascade,
  email       text not null,
  verified_at timestamptz not null default now()
);

comment on table verified_emails is 'The email that a person has proved to own. A new email in the profile is not verified by it.';

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

comment on table sessions is 'Sessions of people who are signed in. A session ends when its row is deleted. @watched';
comment on column sessions.token_digest is 'SHA-256 of the token in the cookie; the token itself is never stored. @secret';
comment on column sessions.aal is 'The strength of the sign-in: one factor or two. @enum aal1 aal2';
comment on column sessions.methods is 'The methods that were used, with their times. @type AuthenticationMethods';
comment on column sessions.last_seen_at is 'To the hour, because an exact time would need a write on every request.';

create table access_tokens (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  person_id    uuid not null references people on delete cascade,
  digest       bytea not null,
  created_at   timestamptz not null default now(),
  created_by   uuid references people on delete set null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  read_only    boolean not null default false,
  constraint access_tokens_person_name unique (person_id, name)
);
create index access_tokens_created_by on access_tokens (created_by);

comment on table access_tokens is 'Tokens for programs that act for a person. @watched';
comment on column access_tokens.digest is 'SHA-256 of the whole token; the token itself is shown once and never stored. @secret';
comment on column access_tokens.expires_at is 'Null if it never expires.';
comment on column access_tokens.last_used_at is 'To the minute.';
comment on column access_tokens.read_only is 'Whether it can only read.';

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
  pending       text,
  departure     text,
  challenge     text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  constraint identity_flows_csrf check ((type = 'browser') = (csrf_digest is not null))
);
create index identity_flows_expires on identity_flows (expires_at);
create index identity_flows_person on identity_flows (person_id);

comment on table identity_flows is 'Sign-ins and similar flows in progress: one row per form. Deleted some time after they expire.';
comment on column identity_flows.kind is '@enum login registration recovery verification settings';
comment on column identity_flows.type is 'A cookie binds the flow to a browser; an api client has none. @enum browser api';
comment on column identity_flows.state is 'passed_challenge: it succeeded and cannot be used again. @enum choose_method sent_email passed_challenge';
comment on column identity_flows.csrf_digest is 'SHA-256 of the cookie of the browser that started the flow. @secret';
comment on column identity_flows.active is 'The method that was tried last.';
comment on column identity_flows.requested_aal is '@enum aal1 aal2';
comment on column identity_flows.person_id is 'The person, if known from the start: the owner of the session to refresh.';
comment on column identity_flows.return_to is 'Path, query and fragment on our own site, or an address on a site that the operator allowed.';
comment on column identity_flows.ui is 'The messages and values of the form after a refused attempt. @type FlowUi';
comment on column identity_flows.pending is 'State of a method between two submits: the secret of an authenticator app that is not confirmed yet. @secret @sealed';
comment on column identity_flows.departure is 'State of the request to the provider that the browser was sent to; removed when the browser returns. @secret @sealed';
comment on column identity_flows.challenge is 'The challenge that a security key signs for this form, in base64url; replaced after each attempt.';

create table identity_codes (
  flow_id      uuid primary key references identity_flows on delete cascade,
  person_id    uuid references people on delete cascade,
  email        text not null,
  code_digest  bytea not null,
  token_digest bytea not null,
  attempts     integer not null default 0,
  expires_at   timestamptz not null
);
create index identity_codes_person on identity_codes (person_id);

comment on table identity_codes is 'The latest code and link that were sent for a flow. Deleted when used.';
comment on column identity_codes.person_id is 'Null if the email is unknown: no mail is sent, but the answer is the same.';
comment on column identity_codes.code_digest is 'Keyed, because six digits are quickly guessed. @secret';
comment on column identity_codes.token_digest is 'SHA-256 of the token in the link. @secret';
comment on column identity_codes.attempts is 'Number of attempts; after a few, no code is accepted.';

create table flow_errors (
  id         uuid primary key default gen_random_uuid(),
  error      jsonb not null,
  created_at timestamptz not null default now()
);
create index flow_errors_created on flow_errors (created_at);

comment on table flow_errors is 'Errors shown on the error page to browsers that followed a link. Kept for a day.';
comment on column flow_errors.error is 'The error as the API returns it in JSON.';

create table mails (
  id         uuid primary key default new_id(),
  kind       text not null check (kind in ('recovery', 'verification', 'invitation', 'notice')),
  recipient  text not null,
  subject    text not null,
  body       text,
  status     text not null default 'waiting' check (status in ('waiting', 'sent', 'kept', 'failed')),
  error      text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
);
create index mails_created on mails (created_at desc);

comment on table mails is 'Mails of the identity service. Without an SMTP server they are kept, and an administrator forwards their content. @exposed @readonly @resource identities';
comment on column mails.kind is '@enum recovery verification invitation notice';
comment on column mails.body is 'Sealed, because it contains codes and links; emptied after it was sent. Administrators read it through a separate call. @secret @sealed';
comment on column mails.status is 'kept: not sent, because no SMTP server is configured. @enum waiting sent kept failed';
comment on column mails.error is 'The error of the last attempt to send it.';

create unlogged table sign_in_throttles (
  key        bytea primary key,
  busy_until timestamptz not null
);
create index sign_in_throttles_busy on sign_in_throttles (busy_until);

comment on table sign_in_throttles is 'Sign-in attempts of an account, address or device, shared by all processes. A crash may clear it.';
comment on column sign_in_throttles.key is 'SHA-256 of the throttled value, so that addresses and emails are not stored.';
comment on column sign_in_throttles.busy_until is 'Each attempt moves it later; attempts are refused while it is too far ahead.';
