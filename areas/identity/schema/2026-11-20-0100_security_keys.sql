-- Keys that sign: security keys as second step, passkeys as the only one. Anybody may have several.

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

comment on table security_keys is 'What a person can sign with (WebAuthn). @watched';
comment on column security_keys.use is 'webauthn: the second step after a password; passkey: signs in by itself. @enum webauthn passkey';
comment on column security_keys.name is 'As the person calls it, or the browser that made it.';
comment on column security_keys.credential_id is 'By which the authenticator knows it.';
comment on column security_keys.public_key is 'In COSE form.';
comment on column security_keys.counter is 'As the key counted last; a smaller one comes from a copy. Many keys do not count and stay at zero.';
comment on column security_keys.transports is 'How the browser reaches it: usb, nfc, internal and so on.';

alter table identity_flows
  add column challenge text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

comment on column identity_flows.challenge is 'What a security key signs for this form, in base64url; another one after each try.';

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('recovery', 'verification', 'invitation', 'notice'));

comment on column mails.kind is '@enum recovery verification invitation notice';
