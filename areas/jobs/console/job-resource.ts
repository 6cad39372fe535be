// Which kind of resource a job was about, by the types that rows carry.
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
};

/** Whose page the row links to; nothing for what the whole system did. */
export const kindOfResource = (type: string | null): string | undefined =>
  type !== null && Object.hasOwn(kinds, type) ? kinds[type] : undefined;

/** The types of rows that are about this kind. */
export const typesOfKind = (kind: string): readonly string[] =>
  Object.keys(kinds).filter((type) => kinds[type] === kind);
