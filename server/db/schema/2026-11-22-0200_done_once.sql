-- What a new installation is given once.

create table done_once (
  what    text primary key,
  done_at timestamptz not null default now()
);
comment on table done_once is 'What was put into this installation at its first start: whoever deletes it does not get it again.';
