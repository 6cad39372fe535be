-- Letters to people, and the codes in them.

create table mails (
  id         uuid primary key default new_id(),
  kind       text not null check (kind in ('recovery', 'verification', 'invitation')),
  recipient  text not null,
  subject    text not null,
  body       text,
  status     text not null default 'waiting' check (status in ('waiting', 'sent', 'kept', 'failed')),
  error      text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
);
create index mails_created on mails (created_at desc);

comment on table mails is 'Letters of the identity service. Without an SMTP server they are kept, and an administrator hands on what is in them. @exposed @readonly @resource identities';
comment on column mails.kind is '@enum recovery verification invitation';
comment on column mails.body is 'Sealed, because codes and links stand in it; emptied when it was sent. Administrators read it by a call of its own. @secret @sealed';
comment on column mails.status is 'kept: there is no SMTP server. @enum waiting sent kept failed';
comment on column mails.error is 'Why the last try to send it failed.';

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

comment on table identity_codes is 'The code and the link that were sent for a flow; the last ones count. Gone when used.';
comment on column identity_codes.person_id is 'Null when nobody has the e-mail: nothing was sent, and nothing tells.';
comment on column identity_codes.code_digest is 'Keyed, because six digits are quickly tried. @secret';
comment on column identity_codes.token_digest is 'SHA-256 of the token in the link. @secret';
comment on column identity_codes.attempts is 'How often a code was tried; after a few none is right.';

create table verified_emails (
  person_id   uuid primary key references people on delete cascade,
  email       text not null,
  verified_at timestamptz not null default now()
);

comment on table verified_emails is 'The e-mail that a person has shown to read. Another e-mail in the profile is not verified by it.';
