// The resource of a message, as silences evaluate it.
import type { Labels } from "#language/columns.ts";

export const subjectKinds = ["config", "component", "check", "canary"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export interface SilenceSubject {
  kind: SubjectKind;
  id: string;
  /** Ids of the ancestors: path of a config item or component, canary of a check. */
  ancestors: readonly string[];
  /**
   * Variables for the filter. Messages about one event should share the object, because filters are evaluated once per
   * object.
   */
  environment: Readonly<Record<string, unknown>>;
}

/** The type of checks that represent alerts from Prometheus or Alertmanager. */
export const alertType = "alert";

/** Returns the labels of an alert; undefined for any other resource. */
export function alertLabels({ kind, environment }: SilenceSubject): Labels | undefined {
  if (kind !== "check") return undefined;
  const { type, labels } = (environment["check"] ?? {}) as { type?: unknown; labels?: Labels | null };
  return type === alertType ? (labels ?? {}) : undefined;
}
