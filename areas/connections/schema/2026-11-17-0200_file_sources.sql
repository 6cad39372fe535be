-- Accepts file:<path> as the source: resources can be stored in files of MANIFESTS_DIR.

alter table connections
  drop constraint connections_source_check,
  add constraint connections_source_check
    check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$');
comment on column connections.source is 'UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin';
