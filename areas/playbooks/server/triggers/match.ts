// Decides whether an event trigger entry matches a resource: all its labels must match, and its filter must return
// true.
import { matches, parseMatch } from "#lib/text/match.ts";
import type { Fields } from "../text/environment.ts";
import { evaluateTriggerFilter } from "../text/evaluate.ts";

/** The conditions of an entry of `on.canary`, `on.component` or `on.config`. */
export interface TriggerConditions {
  filter?: string | undefined;
  /** Match expressions for the labels of a check or component, or the tags of a config item. */
  labels?: Readonly<Record<string, string>> | undefined;
}

export interface TriggerSubject {
  /** `check`, `canary` and `check_summary`, or `component`, or `config`. */
  values: Fields;
  /** The labels of a check or component, or the tags of a config item. */
  labels: Fields;
}

/** A filter that cannot be evaluated throws ActionInvalid. */
export const matchesTrigger = async (
  { filter, labels }: TriggerConditions,
  subject: TriggerSubject,
): Promise<boolean> => hasLabels(labels, subject.labels) && (await evaluateTriggerFilter(filter, subject.values));

/** A missing label counts as empty, so only an exclusion matches it. */
const hasLabels = (wanted: TriggerConditions["labels"], labels: Fields): boolean =>
  Object.entries(wanted ?? {}).every(([key, expression]) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    const match = parseMatch(expression);
    if (typeof value !== "string") return match.include.length === 0 && match.exclude.length > 0;
    return matches(match, value);
  });
