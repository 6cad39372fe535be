-- Words of names, labels, tags and documents, to be searched. Kept apart from the items and by a job: whoever writes items only
-- notes down which ones, and marking them as seen touches nothing of this.

create table config_search (
  config_id uuid primary key references config_items on delete cascade,
  words     tsvector not null
);
-- What waits to be sorted in is read through by every search: it must not grow long.
create index config_search_words on config_search using gin (words) with (gin_pending_list_limit = 512);
comment on table config_search is 'The words of each config item, a few seconds behind it. Kept by index_config_items. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_search.words is 'In lower case, each once, without their places.';

create table config_search_waiting (config_id uuid not null);
comment on table config_search_waiting is 'Config items whose words may have changed, as often as somebody wrote.';

insert into config_search_waiting (config_id) select id from config_items;
