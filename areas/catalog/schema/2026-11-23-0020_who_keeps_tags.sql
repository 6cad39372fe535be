comment on column config_changes.config_tags is 'Tags of the config item, kept by carry_config_tags and follow_config_items; for row policies. @copies config_id tags @secret';
