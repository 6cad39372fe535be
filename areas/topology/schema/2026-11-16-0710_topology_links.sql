-- What is about a component.

alter table permissions add constraint permissions_component_id_fkey foreign key (component_id) references components on delete cascade;
