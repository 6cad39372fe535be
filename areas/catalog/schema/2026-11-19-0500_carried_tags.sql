-- Who sees things by their tags finds his newest changes by passing over those of others. To look up the item of each cost
-- more than the page itself; a copy of its tags is compared on the spot.
alter table config_changes add column config_tags jsonb;

-- Written anew as a whole: an update would leave every row twice, and enter each into eight indexes.
create function tags_of_config(config_id uuid) returns jsonb
language sql
stable
return (select tags from config_items c where c.id = tags_of_config.config_id);
alter table config_changes alter column config_tags type jsonb using tags_of_config(config_id);
drop function tags_of_config(uuid);

comment on column config_changes.config_tags is 'Tags of the config item, kept by carry_config_tags and spread_config_tags; for row policies. @copies config_id tags @secret';
