-- The namespace of a manifest, in which its references to secrets are looked up; and log backends as users of connections.

alter table logging_backends add column namespace text not null default 'default' check (namespace <> '');
comment on column logging_backends.namespace is 'The namespace in which references of the spec are looked up.';

alter table connection_uses
  drop constraint connection_uses_subject_kind_check,
  add constraint connection_uses_subject_kind_check
    check (subject_kind in ('person', 'system', 'canary', 'scraper', 'playbook', 'notification', 'topology', 'log_backend'));
comment on column connection_uses.subject_kind is 'A person, the product itself, or an automation. @enum person system canary scraper playbook notification topology log_backend';
