-- What is about a connection, or lies where a connection leads.

alter table permissions add constraint permissions_connection_id_fkey foreign key (connection_id) references connections on delete cascade;

alter table artifacts add column connection_id uuid constraint artifacts_connection_id_fkey references connections on delete set null;
create index artifacts_connection on artifacts (connection_id) where connection_id is not null;

comment on column artifacts.connection_id is 'Where the bytes are, when they were put behind a connection.';
