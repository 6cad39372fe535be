-- Who did what, to which resource, when and from where. What the values were is not kept: they may be secrets.

create table audit_log (
  id            uuid primary key default new_id(),
  created_at    timestamptz not null default now(),
  actor_kind    text not null check (actor_kind in ('person', 'token', 'system')),
  person_id     uuid,
  person_name   text,
  token_name    text,
  action        text not null check (action in ('create', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out', 'reset_password')),
  resource_type text not null,
  resource_id   text,
  resource_name text,
  columns       text[],
  address       text,
  user_agent    text,
  request_id    text
);
create index audit_log_by_age on audit_log (created_at desc);
create index audit_log_by_person on audit_log (person_id, created_at desc);
create index audit_log_by_resource on audit_log (resource_type, resource_id, created_at desc);

comment on table audit_log is 'Who did what, to which resource, when and from where. Written in the transaction of what was done. @exposed @readonly @resource rbac';
comment on column audit_log.actor_kind is 'A person, a token that acted for one, or the system itself: its command line. @enum person token system';
comment on column audit_log.person_id is 'Who did it, or whose account was tried; null when nobody has it. No foreign key: the record outlives the person.';
comment on column audit_log.person_name is 'As the person was called then.';
comment on column audit_log.token_name is 'The access token that was used.';
comment on column audit_log.action is '@enum create update delete sign_in sign_in_refused sign_out reset_password';
comment on column audit_log.resource_type is 'The table, such as connections.';
comment on column audit_log.resource_id is 'The key of the row.';
comment on column audit_log.resource_name is 'As the resource was called then.';
comment on column audit_log.columns is 'What an update changed, by name and never by value.';
comment on column audit_log.address is 'The network address that the request came from.';
comment on column audit_log.request_id is 'As the log names the request.';
