-- Where items are, as rules of scrapers and plugins say it: dc://room-1/rack-7. An item may be in several places.
create table config_locations (
  id       uuid not null references config_items on delete cascade,
  location text not null,
  primary key (id, location)
);
create index config_locations_location on config_locations (location text_pattern_ops);

comment on table config_locations is 'Where config items are, by the rules of their scrapers (transform.locations). @exposed @readonly @resource config_scrapers @feature config @follows id';
comment on column config_locations.id is 'The config item.';
comment on column config_locations.location is 'As the rule writes it, such as dc://room-1/rack-7.';
