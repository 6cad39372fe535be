// Decides whether an event of a check, component or config item starts a playbook: any entry of the trigger whose event
// fits, whose labels all match and whose filter is true.
import { matches, parseMatch } from "#lib/text/match.ts";
import type { Fields } from "../text/environment.ts";
import { evaluateTriggerFilter } from "../text/evaluate.ts";

/** An entry of `on.canary`, `on.component` or `on.config`. */
export interface EventTrigger {
  event: string;
  filter?: string | undefined;
  /** Match expressions for the labels of a check or component, or the tags of a config item. */
  labels?: Readonly<Record<string, string>> | undefined;
}

export interface Triggers {
  canary?: readonly EventTrigger[] | undefined;
  component?: readonly EventTrigger[] | undefined;
  config?: readonly EventTrigger[] | undefined;
}

/** The rows that an event is about, as JSON. */
export type EventSubject =
  | { kind: "check"; check: Fields; canary: Fields; checkSummary: Fields }
  | { kind: "component"; component: Fields }
  | { kind: "config"; config: Fields };

/** Events by their names in the event queue; a config item that is degraded is reported by its own name. */
const sources = { check: "canary", component: "component", config: "config" } as const;

/** Returns the kind and the trigger event of an event name: `check.failed` is the event failed of canary triggers. */
export function triggerEventOf(name: string): { kind: EventSubject["kind"]; event: string } | undefined {
  const [kind, event, ...rest] = name.split(".");
  if (event === undefined || rest.length > 0) return undefined;
  return kind === "check" || kind === "component" || kind === "config" ? { kind, event } : undefined;
}

/** Returns whether any trigger of a playbook can match the event, before its rows are loaded. */
export function listensTo(triggers: Triggers | undefined, eventName: string): boolean {
  const found = triggerEventOf(eventName);
  if (!found) return false;
  return (triggers?.[sources[found.kind]] ?? []).some(({ event }) => event === found.event);
}

/** Returns the first entry that matches. A filter that cannot be evaluated throws ActionInvalid. */
export async function matchingTrigger(
  triggers: Triggers | undefined,
  eventName: string,
  subject: EventSubject,
): Promise<EventTrigger | undefined> {
  const found = triggerEventOf(eventName);
  if (found?.kind !== subject.kind) return undefined;
  const values = valuesOf(subject);
  const labels = labelsOf(subject);
  for (const entry of triggers?.[sources[subject.kind]] ?? [])
    if (
      entry.event === found.event &&
      hasLabels(entry.labels, labels) &&
      (await evaluateTriggerFilter(entry.filter, values))
    )
      return entry;
  return undefined;
}

function valuesOf(subject: EventSubject): Fields {
  switch (subject.kind) {
    case "check":
      return { check: subject.check, canary: subject.canary, check_summary: subject.checkSummary };
    case "component":
      return { component: subject.component };
    case "config":
      return { config: subject.config };
  }
}

function labelsOf(subject: EventSubject): Fields {
  const found =
    subject.kind === "check"
      ? subject.check["labels"]
      : subject.kind === "component"
        ? subject.component["labels"]
        : subject.config["tags"];
  return typeof found === "object" && found !== null ? (found as Fields) : {};
}

/** A missing label counts as empty: only an exclusion matches it. */
const hasLabels = (wanted: EventTrigger["labels"], labels: Fields): boolean =>
  Object.entries(wanted ?? {}).every(([key, expression]) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    const match = parseMatch(expression);
    if (typeof value !== "string") return match.include.length === 0 && match.exclude.length > 0;
    return matches(match, value);
  });
