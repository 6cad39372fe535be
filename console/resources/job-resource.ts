// Maps the resource types of job rows to kinds of resources.
const kinds: Readonly<Record<string, string>> = {
  canary: "canary",
  config_scraper: "config_scraper",
  catalog_scraper: "config_scraper",
  scrape_plugin: "scrape_plugin",
  topology: "topology",
  config: "config",
  playbook: "playbook",
  component: "component",
  components: "component",
  team: "team",
  incident_rule: "incident_rule",
  logging_backend: "logging_backend",
};

/** The kind whose page the row links to; undefined for jobs of the whole system. */
export const kindOfResource = (type: string | null): string | undefined =>
  type !== null && Object.hasOwn(kinds, type) ? kinds[type] : undefined;

/** The resource types of this kind. */
export const typesOfKind = (kind: string): readonly string[] =>
  Object.keys(kinds).filter((type) => kinds[type] === kind);
