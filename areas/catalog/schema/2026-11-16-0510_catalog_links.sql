-- What is about a config item or a change.

alter table permissions add constraint permissions_config_id_fkey foreign key (config_id) references config_items on delete cascade;

alter table artifacts add column config_change_id uuid constraint artifacts_config_change_id_fkey references config_changes on delete cascade;
create index artifacts_config_change on artifacts (config_change_id) where config_change_id is not null;

comment on column artifacts.config_change_id is 'The change that it shows.';
