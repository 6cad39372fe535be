-- On an agent, resources that it pulled from its server have the source Upstream.
alter table config_scrapers
  drop constraint config_scrapers_source_check,
  add constraint config_scrapers_source_check
    check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|Upstream|CRDSync(:.+)?|ApplicationCRD|System|file:.+)$');
alter table topologies
  drop constraint topologies_source_check,
  add constraint topologies_source_check
    check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|Upstream|CRDSync|ApplicationCRD|System|file:.+)$');
