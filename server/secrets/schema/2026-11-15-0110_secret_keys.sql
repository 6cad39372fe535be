-- The keys that seal stored secrets, as far as a database may know them.

create table secret_keys (
  id         text primary key,
  state      text not null check (state in ('coming', 'sealing', 'accepted', 'opening', 'retired')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
-- Of two processes that come first, one decides.
create unique index secret_keys_one_seals on secret_keys (state) where state = 'sealing';

comment on table secret_keys is 'The keys of this system by their fingerprints; the keys themselves are kept outside. @watched';
comment on column secret_keys.state is 'coming: about to seal, processes look for it. sealing: whatever is sealed now. accepted: what was sealed with it a moment ago may still be stored. opening: what is stored is being sealed anew. retired: opens nothing any more. @enum coming sealing accepted opening retired';

alter table processes add column held_keys text[];
alter table processes add column sealing_key text;

comment on column processes.held_keys is 'Fingerprints of the keys that it can open secrets with. @secret';
comment on column processes.sealing_key is 'Fingerprint of the key that it seals with. @secret';
comment on column settings.value is 'A text, or a sealed one. @sealed';
