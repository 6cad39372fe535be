-- A policy on the tallies asked about each item a second time, in the midst of sorting lists by them. They are read beside their items
-- only, which have policies of their own.
comment on table config_change_tallies is 'How many changes each config item had lately, to the minute. Kept by trigger and by age_config_change_tallies. @lookup';
