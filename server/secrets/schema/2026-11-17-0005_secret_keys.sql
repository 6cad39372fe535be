-- The fingerprints of the keys that seal stored secrets.

create table secret_keys (
  id         text primary key,
  state      text not null check (state in ('coming', 'sealing', 'accepted', 'opening', 'retired')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
-- If two processes start first, only one of them sets the key.
create unique index secret_keys_one_seals on secret_keys (state) where state = 'sealing';

comment on table secret_keys is 'The keys of this system by their fingerprints; the keys themselves are stored outside. @watched';
comment on column secret_keys.state is 'coming: is about to seal, and processes load it. sealing: seals new values. accepted: sealed until a moment ago, so its values may still be stored. opening: its stored values are being sealed again. retired: opens nothing. @enum coming sealing accepted opening retired';

comment on column settings.value is 'A text, or a sealed one. @sealed';
