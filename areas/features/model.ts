// Describes a property by its name.
import { capitalise } from "#lib/text/words.ts";
import { childrenOf, type Feature, featureOf } from "#language/features.ts";

export interface AboutProperty {
  description: string;
  type: "bool" | "int" | "text";
  /** The unit of a number, such as days. */
  unit?: string;
}

const RETENTION = ".retention.days";

/** Properties with a fixed name. `aboutProperty` describes properties whose name has a variable part. */
const named: Readonly<Record<string, AboutProperty>> = {
  "rls.enable": { type: "bool", description: "Guests see only what a permission allows" },
  "permissions.connections": {
    type: "text",
    description: "strict: checks and scrapers need a permission for each connection",
  },
  "permissions.configs": {
    type: "text",
    description: "strict: playbooks need a permission for each config item",
  },
  "analytics.provider": { type: "text", description: "Receives usage events: crisp or intercom" },
  "changes.dedup.disable": { type: "bool", description: "Stores equal changes of an item separately" },
  "changes.dedup.window": { type: "text", description: "Equal changes of an item within this time count as one" },
  "checks.kubernetesResource.maxResources": {
    type: "int",
    description: "Maximum number of objects that one check applies",
  },
  "config.retention.period": { type: "text", description: "How long deleted items are kept" },
  "config_scraper.retention.period": { type: "text", description: "How long items of deleted scrapers are kept" },
  "config_analysis.set_status_closed_days": {
    type: "int",
    unit: "days",
    description: "Closes insights that were not found again for this time",
  },
  "scrapers.default.schedule": { type: "text", description: "Schedule for scrapers without a schedule" },
  "topology.default.schedule": { type: "text", description: "Schedule for topologies without a schedule" },
  "notifications.max.count": {
    type: "int",
    description: "Messages per rule and recipient before a digest",
  },
  "notifications.max.window": { type: "text", description: "Period of the message limit" },
  "notifications.digest.delay": { type: "text", description: "Delay of the first digest" },
  "notifications.dedup.window": {
    type: "text",
    description: "Repeats of an unsent message within this time count as one",
  },
  "notifications.group_by_interval": {
    type: "text",
    description: "Messages of a group within this time are sent as one",
  },
  "notifications.error_reset_duration": {
    type: "text",
    description: "Pause before a rule with a failing filter is tried again",
  },
  "notification.max-retries": { type: "int", description: "Number of retries of a failed message" },
  "notifications.retry.delay": { type: "text", description: "Delay before the first retry of a failed message" },
  "notifications.delivery.concurrency": {
    type: "int",
    description: "Maximum number of concurrent messages per connection",
  },
  "notifications.delivery.rate": { type: "int", description: "Maximum number of messages per second and connection" },
  "shell.allowed.envs": {
    type: "text",
    description: "Environment variables of the server for playbook scripts; ALLOW_ENV must also list them",
  },
  "playbook.run.timeout": { type: "text", description: "Default time limit of playbook runs" },
  "playbook.log.max": { type: "text", description: "Maximum size of the stored output of an action, such as 100MB" },
  "playbook.trigger.window": {
    type: "text",
    description: "Minimum interval between runs of a playbook that events start for one resource",
  },
};

export function aboutProperty(name: string): AboutProperty {
  const feature = featureOf(name);
  if (feature !== undefined) return { type: "bool", description: describeSwitch(feature) };
  if (Object.hasOwn(named, name)) return named[name]!;
  if (name.startsWith("check.disabled."))
    return { type: "bool", description: `Stops checks of the type ${name.slice("check.disabled.".length)}` };
  if (name.startsWith("check.concurrency."))
    return { type: "int", description: "Maximum number of concurrent checks per process" };
  if (name.startsWith("canary.status.max."))
    return { type: "int", unit: "bytes", description: "Maximum size of the stored output of a run" };
  if (name.endsWith(RETENTION)) return { type: "int", unit: "days", description: describeRetention(name) };
  return { type: "text", description: "" };
}

/** The name of the rows that a retention property applies to, if it differs from the name of the property. */
const keptRows: Readonly<Record<string, string>> = {
  audit: "audit log entries",
  "check.status": "check results",
  "check.status.1d": "daily sums of check results",
  "check.status.1h": "hourly sums of check results",
  "job.history": "job runs",
  "notification.send.history": "sent messages",
  "topology.history": "past states of components",
};

/** Describes `config.changes.retention.days` as "How long config changes are kept". */
function describeRetention(property: string): string {
  const name = property.slice(0, -RETENTION.length);
  return `How long ${Object.hasOwn(keptRows, name) ? keptRows[name] : name.replaceAll(/[._-]/g, " ")} are kept`;
}

/** The features of a flag such as `logs.disable`, in words. */
const switched = (feature: Feature) => [feature, ...childrenOf(feature)].map(wordsOf).join(", ");

const describeSwitch = (feature: Feature) => `Switches off ${switched(feature)}`;

/** The features that a flag such as `logs.disable` switches off, in words; undefined for other properties. */
export function switchedBy(name: string): string | undefined {
  const feature = featureOf(name);
  return feature && switched(feature);
}

/** Describes the effect of `logs.disable` with the value true as "Logs: off"; undefined for other properties. */
export function effectOf(name: string, value: string): string | undefined {
  const feature = featureOf(name);
  if (feature === undefined || (value !== "true" && value !== "false")) return undefined;
  return `${switched(feature)}: ${value === "true" ? "off" : "on"}`;
}

/** Describes `settings.job_history` as "Settings › Job history". */
const wordsOf = (feature: Feature) =>
  feature.startsWith("settings.")
    ? `Settings › ${capitalise(feature.slice("settings.".length).replaceAll("_", " "))}`
    : feature === "config"
      ? "Catalog"
      : capitalise(feature);
