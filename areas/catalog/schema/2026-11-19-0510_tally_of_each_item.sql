-- Lists are sorted by how much their items changed: each item has a tally, and the tallies an index in that order.
insert into config_change_tallies (config_id)
select id from config_items
on conflict (config_id) do nothing;
create index config_change_tallies_last_7d on config_change_tallies ((last_7d::bigint) desc);

comment on table config_change_tallies is 'How many changes each config item had lately, to the minute. Kept by trigger and by age_config_change_tallies. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
