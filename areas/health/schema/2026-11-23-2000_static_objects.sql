-- Objects that checks put into clusters and leave there: who else would know what to take away when nobody wants them any more?
create table check_static_objects (
  id          uuid primary key default new_id(),
  check_id    uuid not null,
  canary      jsonb not null,
  cluster     jsonb not null,
  api_version text not null,
  kind        text not null,
  namespace   text not null,
  name        text not null,
  created_at  timestamptz not null default now()
);
create unique index check_static_objects_once
  on check_static_objects (check_id, md5(cluster::text), api_version, kind, namespace, name);

comment on table check_static_objects is 'Objects that checks put into clusters and leave there, until the check or its spec wants them no more.';
comment on column check_static_objects.check_id is 'No reference: one that was only tried out is no row.';
comment on column check_static_objects.canary is 'In whose name the cluster is reached. @type Json';
comment on column check_static_objects.cluster is 'Which one, in the words of the spec: connection, kubeconfig. @type Json';
comment on column check_static_objects.namespace is 'Empty for what belongs to the whole cluster.';
