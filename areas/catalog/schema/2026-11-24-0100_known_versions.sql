-- What a document was is found by taking back its changes. Whether one of them is missing says the text that it has to come to.
alter table config_changes add column config_hash uuid;
comment on column config_changes.config_hash is 'Of the document that this change of it led to, in its normal text (MD5).';

-- Of what lies before the oldest change that was kept nothing says whether there was another.
create table config_lost_versions (
  config_id uuid primary key references config_items on delete cascade,
  until     timestamptz not null
);
comment on table config_lost_versions is 'Up to when changes of the documents of config items were taken away: what those were before is not known. Kept by trigger. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_lost_versions.until is 'The newest one that is gone.';
