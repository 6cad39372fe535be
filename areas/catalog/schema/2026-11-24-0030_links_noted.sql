-- That the edges of a scraper are to be made anew is noted down, and never set: two scrapers whose items speak of one another set it
-- for one another and each waited for the other; and what was set while somebody made them was lost.
create table config_links_due (scraper_id uuid not null);
create index config_links_due_scraper on config_links_due (scraper_id);
comment on table config_links_due is 'Scrapers whose edges and parents are to be made anew of config_references, as often as somebody wrote. Who makes them takes these away.';

insert into config_links_due (scraper_id) select scraper_id from config_scrape_states where links_due;
alter table config_scrape_states drop column links_due;
