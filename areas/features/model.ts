// Describes a property by its name.
import { childrenOf, type Feature, featureOf } from "#language/features.ts";

export interface AboutProperty {
  description: string;
  type: "bool" | "int" | "text";
}

const RETENTION = ".retention.days";

export function aboutProperty(name: string): AboutProperty {
  const feature = featureOf(name);
  if (feature !== undefined) return { type: "bool", description: describeSwitch(feature) };
  if (name === "rls.enable") return { type: "bool", description: "Guests see only what permission rules name" };
  if (name === "permissions.connections")
    return {
      type: "text",
      description: "strict: checks, scrapers and the like use a connection only if a rule allows it",
    };
  if (name.startsWith("check.disabled."))
    return { type: "bool", description: `Checks of the type ${name.slice("check.disabled.".length)} are not run` };
  if (name.startsWith("check.concurrency.")) return { type: "int", description: "Checks that a process runs at once" };
  if (name.startsWith("canary.status.max."))
    return { type: "int", description: "Bytes that are kept of the output of a run" };
  if (name.endsWith(RETENTION)) return { type: "int", description: describeRetention(name) };
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
