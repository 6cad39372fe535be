-- What is remembered of an item goes with the item, and the item with its scraper: a key to the scraper says nothing more, and is
-- looked up for every row.
alter table config_sightings drop constraint config_sightings_scraper_id_fkey;
alter table config_references drop constraint config_references_scraper_id_fkey;
