-- What is about a notification rule.

alter table permissions add constraint permissions_notification_id_fkey foreign key (notification_id) references notifications on delete cascade;
