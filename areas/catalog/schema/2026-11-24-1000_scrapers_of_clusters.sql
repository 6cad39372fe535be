-- Scrapers that another one found in a cluster and keeps in step with it: CRDSync:<id of that one>.
alter table config_scrapers drop constraint config_scrapers_source_check;
alter table config_scrapers add constraint config_scrapers_source_check
  check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync(:.+)?|ApplicationCRD|System|file:.+)$');
