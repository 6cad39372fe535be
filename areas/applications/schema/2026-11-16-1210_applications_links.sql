-- Scrapers that an application brought along go with it.

alter table config_scrapers add constraint config_scrapers_application_id_fkey foreign key (application_id) references applications on delete cascade;
