// Describes a property by its name.
import { childrenOf, type Feature, featureOf } from "#language/features.ts";

export interface AboutProperty {
  description: string;
  type: "bool" | "int" | "text";
  /** The unit of a number, such as days. */
  unit?: string;
}

const RETENTION = ".retention.days";

/** The properties with a name of their own; those whose name has a variable part follow in `aboutProperty`. */
const named: Readonly<Record<string, AboutProperty>> = {
  "rls.enable": { type: "bool", description: "Guests see only what permission rules name" },
  "permissions.connections": {
    type: "text",
    description: "strict: checks, scrapers and the like use a connection only if a rule allows it",
  },
  "analytics.provider": { type: "text", description: "The widget on the page that usage is reported to" },
  "changes.dedup.disable": { type: "bool", description: "Equal changes of an item are stored one by one" },
  "changes.dedup.window": { type: "text", description: "Time in which equal changes of an item are counted as one" },
  "checks.kubernetesResource.maxResources": { type: "int", description: "Objects that one check applies at most" },
  "config.retention.period": { type: "text", description: "Time that deleted items are kept" },
  "config_scraper.retention.period": { type: "text", description: "Time that items of deleted scrapers are kept" },
  "config_analysis.set_status_closed_days": {
    type: "int",
    unit: "days",
    description: "Insights that are not found again are closed after this time",
  },
  "scrapers.default.schedule": { type: "text", description: "When scrapers without a schedule run" },
  "topology.default.schedule": { type: "text", description: "When topologies without a schedule are built" },
  "notifications.max.count": {
    type: "int",
    description: "Messages of a rule to one recipient; further ones become a digest",
  },
  "notifications.max.window": { type: "text", description: "The window in which the messages of a rule are counted" },
  "notifications.digest.delay": { type: "text", description: "Delay of the first digest" },
  "notifications.dedup.window": {
    type: "text",
    description: "Time in which repeats of an unsent message are counted as one",
  },
  "notifications.group_by_interval": { type: "text", description: "Time in which messages of a group are sent as one" },
  "notifications.error_reset_duration": {
    type: "text",
    description: "Time after which a rule whose filter failed is tried again",
  },
  "notification.max-retries": { type: "int", description: "Attempts to repeat a failed message" },
  "notifications.retry.delay": { type: "text", description: "Delay of the first repetition of a failed message" },
  "notifications.delivery.concurrency": { type: "int", description: "Messages that a connection sends at once" },
  "notifications.delivery.rate": { type: "int", description: "Messages that a connection sends in a second" },
};

export function aboutProperty(name: string): AboutProperty {
  const feature = featureOf(name);
  if (feature !== undefined) return { type: "bool", description: describeSwitch(feature) };
  if (Object.hasOwn(named, name)) return named[name]!;
  if (name.startsWith("check.disabled."))
    return { type: "bool", description: `Checks of the type ${name.slice("check.disabled.".length)} are not run` };
  if (name.startsWith("check.concurrency.")) return { type: "int", description: "Checks that a process runs at once" };
  if (name.startsWith("canary.status.max."))
    return { type: "int", unit: "bytes", description: "Bytes that are kept of the output of a run" };
  if (name.endsWith(RETENTION)) return { type: "int", unit: "days", description: describeRetention(name) };
  return { type: "text", description: "" };
}

/** Describes `config.changes.retention.days` as "Days that rows are kept: config changes". */
const describeRetention = (name: string) =>
  `Days that rows are kept: ${name.slice(0, -RETENTION.length).replaceAll(/[._-]/g, " ")}`;

function describeSwitch(feature: Feature): string {
  const children = childrenOf(feature).map(wordsOf);
  return `Switches off ${[wordsOf(feature), ...children].join(", ")}`;
}

/** Describes `settings.job_history` as "the settings page job history". */
const wordsOf = (feature: Feature) =>
  feature.startsWith("settings.")
    ? `the settings page ${feature.slice("settings.".length).replaceAll("_", " ")}`
    : feature;
