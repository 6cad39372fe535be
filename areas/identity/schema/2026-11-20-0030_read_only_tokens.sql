-- A token can be narrowed to reading.

alter table access_tokens add column read_only boolean not null default false;

comment on column access_tokens.read_only is 'Whether it reads what its owner may read, and changes nothing.';
