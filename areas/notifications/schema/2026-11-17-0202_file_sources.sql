-- Accepts file:<path> as the source: resources can be stored in files of MANIFESTS_DIR.

alter table notifications
  drop constraint notifications_source_check,
  add constraint notifications_source_check
    check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$');
comment on column notifications.source is 'UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin';

alter table notification_silences
  drop constraint notification_silences_source_check,
  add constraint notification_silences_source_check
    check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$');
comment on column notification_silences.source is 'UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin';
