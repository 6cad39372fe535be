-- The audit log. Tables that control access, and commands that ask for it, also record the values before and after.

create table audit_log (
  id            uuid primary key default new_id(),
  created_at    timestamptz not null default now(),
  actor_kind    text not null check (actor_kind in ('person', 'token', 'system')),
  person_id     uuid,
  person_name   text,
  token_name    text,
  action        text not null
    check (action in ('create', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out', 'reset_password', 'test')),
  resource_type text not null,
  resource_id   text,
  resource_name text,
  columns       text[],
  address       text,
  user_agent    text,
  request_id    text,
  before        jsonb,
  after         jsonb
);
create index audit_log_by_age on audit_log (created_at desc);
create index audit_log_by_person on audit_log (person_id, created_at desc);
create index audit_log_by_resource on audit_log (resource_type, resource_id, created_at desc);

comment on table audit_log is 'Actions with their actor, resource, time and address. Written in the transaction of the action and append-only. @exposed @readonly @resource rbac';
comment on column audit_log.actor_kind is 'A person, a token that acted for one, or the system itself: its command line. @enum person token system';
comment on column audit_log.person_id is 'The acting person, or the account of a sign-in attempt; null if the account does not exist. No foreign key, because the record outlives the person.';
comment on column audit_log.person_name is 'The name of the person at that time.';
comment on column audit_log.token_name is 'The access token that was used.';
comment on column audit_log.action is '@enum create update delete sign_in sign_in_refused sign_out reset_password test';
comment on column audit_log.resource_type is 'The table, such as connections.';
comment on column audit_log.resource_id is 'The key of the row.';
comment on column audit_log.resource_name is 'The name of the resource at that time.';
comment on column audit_log.columns is 'The columns that an update changed.';
comment on column audit_log.address is 'The network address that the request came from.';
comment on column audit_log.request_id is 'The id of the request in the log.';
comment on column audit_log.before is 'The values before: for an update the changed columns, for a deletion all. Never a secret; null if values are not recorded. @type ToldValues';
comment on column audit_log.after is 'The values after: for an update the changed columns, for a new row all. Never a secret; null if values are not recorded. @type ToldValues';
