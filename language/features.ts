// The features that can be disabled, and their dependencies. The property "{feature}.disable" with the value true
// disables a feature and all features that depend on it. A settings page can also be disabled by its last word if no
// area has that name: "users.disable" means "settings.users.disable".

export const features = [
  "topology",
  "health",
  "incidents",
  "config",
  "logs",
  "playbooks",
  "applications",
  "views",
  "agents",
  "settings.connections",
  "settings.users",
  "settings.teams",
  "settings.rules",
  "settings.config_scraper",
  "settings.topology",
  "settings.health",
  "settings.job_history",
  "settings.feature_flags",
  "settings.logging_backends",
  "settings.event_queue_status",
  "settings.organization_profile",
  "settings.notifications",
  "settings.playbooks",
  "settings.integrations",
  "settings.permissions",
] as const;
export type Feature = (typeof features)[number];

export interface Property {
  name: string;
  value: string;
}

const hangsOn: Readonly<Partial<Record<Feature, Feature>>> = {
  "settings.config_scraper": "config",
  "settings.topology": "topology",
  "settings.health": "health",
  "settings.job_history": "health",
};

export const isFeature = (name: string): name is Feature => (features as readonly string[]).includes(name);

/** The properties that disable the feature directly. */
export function switchesOf(feature: Feature): readonly string[] {
  const short = feature.replace(/^settings\./, "");
  return isFeature(short) ? [`${feature}.disable`] : [`${feature}.disable`, `${short}.disable`];
}

/** The feature that a property disables, by its full or short name. */
export const featureOf = (property: string): Feature | undefined =>
  features.find((feature) => switchesOf(feature).includes(property));

/** The features that depend directly on this feature. */
export const childrenOf = (feature: Feature): readonly Feature[] =>
  features.filter((child) => hangsOn[child] === feature);

/** The name of the property that disables the feature or a feature that it depends on; undefined if it is enabled. */
export function disablingProperty(feature: Feature, properties: readonly Property[]): string | undefined {
  const switches = switchesOf(feature);
  const found = properties.find(({ name, value }) => value === "true" && switches.includes(name));
  if (found) return found.name;
  const parent = hangsOn[feature];
  return parent === undefined ? undefined : disablingProperty(parent, properties);
}

export const isFeatureEnabled = (feature: Feature, properties: readonly Property[]): boolean =>
  disablingProperty(feature, properties) === undefined;
