// The features that can be switched off, and which one hangs on which. A feature is disabled by a property named
// "{feature}.disable" whose value is true; whatever hangs on it goes with it. A page of the settings is also called by its
// last word, where no area has that name: "users.disable" is "settings.users.disable".

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

/** The properties that switch it off by themselves. */
export function switchesOf(feature: Feature): readonly string[] {
  const short = feature.replace(/^settings\./, "");
  return isFeature(short) ? [`${feature}.disable`] : [`${feature}.disable`, `${short}.disable`];
}

/** The feature that a property switches off, by whichever of its names. */
export const featureOf = (property: string): Feature | undefined =>
  features.find((feature) => switchesOf(feature).includes(property));

/** Those that go with it. */
export const childrenOf = (feature: Feature): readonly Feature[] => features.filter((one) => hangsOn[one] === feature);

/** The name of the property that switches a feature off, or the feature that it depends on; undefined while it is on. */
export function disablingProperty(feature: Feature, properties: readonly Property[]): string | undefined {
  const switches = switchesOf(feature);
  const found = properties.find(({ name, value }) => value === "true" && switches.includes(name));
  if (found) return found.name;
  const parent = hangsOn[feature];
  return parent === undefined ? undefined : disablingProperty(parent, properties);
}

export const isFeatureEnabled = (feature: Feature, properties: readonly Property[]): boolean =>
  disablingProperty(feature, properties) === undefined;
