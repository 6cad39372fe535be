-- Credentials of a spec are taken out of it and sealed beside it.

alter table config_scrapers add column spec_secrets text;
alter table scrape_plugins add column spec_secrets text;
call keep_row_rules('config_scrapers', revivable => true);
call keep_row_rules('scrape_plugins');

comment on column config_scrapers.spec is 'What to ask, and how to read the answer; *** in place of each credential. @type Json';
comment on column config_scrapers.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column scrape_plugins.spec is 'What becomes of changes, locations, aliases, relationships, properties, and how long things are kept; *** in place of each credential. @type Json';
comment on column scrape_plugins.spec_secrets is 'The credentials of the spec. @secret @sealed';
