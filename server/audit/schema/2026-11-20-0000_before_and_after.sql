-- Of tables that are tagged @audited, and wherever a command says so, the log also keeps what was and what became of it.

alter table audit_log add column before jsonb;
alter table audit_log add column after jsonb;

comment on table audit_log is 'Who did what, to which resource, when and from where. Written in the transaction of what was done, and only added to. @exposed @readonly @resource rbac';
comment on column audit_log.columns is 'What an update changed, by name.';
comment on column audit_log.before is 'What the row said until then: of an update the columns that changed, of a deletion all. Never a secret; null where values are not kept. @type ToldValues';
comment on column audit_log.after is 'What the row says since then: of an update the columns that changed, of a new row all. Never a secret; null where values are not kept. @type ToldValues';
