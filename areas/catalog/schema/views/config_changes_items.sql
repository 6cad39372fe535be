create view config_changes_items with (security_invoker = true) as
select ch.id, ch.config_id, ch.external_change_id, ch.external_created_by, ch.change_type, ch.severity, ch.source, ch.summary,
       ch.patches, ch.diff, ch.details, ch.created_by, ch.created_at, ch.count, ch.fingerprint, ch.first_observed, ch.is_pushed,
       ch.inserted_at, c.type as config_type, c.config_class
from   config_changes ch
left   join config_items c on c.id = ch.config_id;

comment on view config_changes_items is 'Changes with their config items. @exposed @resource config_scrapers @feature config @notnull id config_id change_type created_at count first_observed is_pushed inserted_at config_type config_class';
comment on column config_changes_items.severity is '@enum info warning low medium high blocker critical';
