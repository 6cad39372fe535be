create view catalog_changes with (security_invoker = true) as
select ch.id, ch.config_id, c.name, c.deleted_at, c.type, c.tags, c.config, ch.external_change_id, ch.external_created_by,
       ch.created_at, ch.severity, ch.change_type, ch.source, ch.summary, ch.details, ch.diff, ch.created_by, ch.count,
       ch.first_observed, c.agent_id, c.path, ch.inserted_at
from   config_changes ch
left   join config_items c on c.id = ch.config_id;

comment on view catalog_changes is 'Changes with the columns of the changes list. @exposed @resource config_scrapers @feature config @notnull id config_id name type created_at change_type count first_observed agent_id inserted_at';
comment on column catalog_changes.deleted_at is 'When the config item was deleted.';
comment on column catalog_changes.tags is 'The tags of the config item. @type Labels';
comment on column catalog_changes.severity is '@enum info warning low medium high blocker critical';
