-- An agent stores a copy of a connection of its server for each resource that refers to it. A resource cannot use the
-- copies of another one.
create table sent_connections (
  id uuid primary key default new_id(),
  resource_id uuid not null,
  reference text not null,
  version text,
  sealed text,
  refused text,
  confirmed_at timestamptz not null default now(),
  unique (resource_id, reference),
  check (num_nonnulls(sealed, refused) = 1 and (sealed is null) = (version is null))
);
comment on table sent_connections is 'On an agent: connections of its server, each for one resource. Empty on a server.';
comment on column sent_connections.resource_id is 'The canary, scraper or topology of the server that refers to the connection. No foreign key, because it is stored first.';
comment on column sent_connections.reference is 'The reference as the spec of the resource contains it.';
comment on column sent_connections.version is 'The id and the time of the last change of the connection on the server.';
comment on column sent_connections.sealed is 'The connection with its credentials as JSON. @secret @sealed';
comment on column sent_connections.refused is 'The reason why the server does not send the connection.';
comment on column sent_connections.confirmed_at is 'The last time the server confirmed that the resource may use the connection, to the hour.';
