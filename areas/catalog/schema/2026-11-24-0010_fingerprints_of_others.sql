-- A change of a document is compared with the last one of its item only. Whether another was seen before is asked of its item.
drop index config_changes_fingerprint;
create index config_changes_fingerprint on config_changes (config_id, fingerprint)
where fingerprint is not null and source is distinct from 'diff';
