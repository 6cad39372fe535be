// Functions that some runs supply together with their values, such as the last result of a check. An expression that
// calls such a function elsewhere is rejected when it is saved, and the message explains where the function is
// available.
import type { CelCallables } from "./cel/compile.ts";

/** The functions that checks supply to their expressions. */
export const callablesOfChecks: CelCallables = { last_result: [0] };

/** The functions that notifications supply to their templates. */
export const callablesOfNotifications: CelCallables = {
  labelsFormat: [1],
  slackHealthEmoji: [1],
  slackSectionLabels: [1],
  slackSectionTextMD: [1],
  slackSectionTextPlain: [1],
  slackSectionTextFieldMD: [1],
  slackSectionTextFieldPlain: [1],
  slackURLAction: [2, 4, 6, 8, 10],
};

/**
 * The functions that runs of playbooks supply to their expressions; templates can also call the functions of
 * notifications.
 */
export const callablesOfPlaybooks: CelCallables = {
  getAction: [1],
  getLastAction: [0],
  always: [0],
  success: [0],
  failure: [0],
  skip: [0],
  timeout: [0],
};

/** The functions of all runs, for texts that several kinds of runs use. */
export const allCallables: CelCallables = {
  ...callablesOfChecks,
  ...callablesOfNotifications,
  ...callablesOfPlaybooks,
};

/** Functions of the reference engine that no area supplies yet, by the kind of run that has them. */
const unsupplied: Readonly<Record<string, readonly string[]>> = {
  "runs with access to the catalog": [
    "catalog.query",
    "catalog.query_one",
    "catalog.traverse",
    "catalog_query",
    "catalog_query_one",
    "catalog_traverse",
    "gitops.source",
    "gitops_source",
  ],
};

const owners = new Map([
  ...Object.entries(unsupplied).flatMap(([owner, names]) =>
    names.map((name) => [name, `This function belongs to ${owner}, which do not support it yet.`] as const),
  ),
  ...Object.keys(callablesOfChecks).map((name) => [name, "This function is available in check expressions."] as const),
  ...Object.keys(callablesOfPlaybooks).map(
    (name) => [name, "This function is available in playbook actions."] as const,
  ),
  ...Object.keys(callablesOfNotifications).map(
    (name) => [name, "This function is available in notification templates."] as const,
  ),
]);

/**
 * Returns a sentence for the error message; undefined for an unknown function. A name that ends in a dot is a
 * namespace.
 */
export function whereAvailable(name: string): string | undefined {
  if (!name.endsWith(".")) return owners.get(name);
  return [...owners].find(([known]) => known.startsWith(name))?.[1];
}
