// A check as it is run, wherever it was written down: in the database, in a file, in a form that nobody saved yet.
import { randomUUID } from "node:crypto";
import type { Trust } from "#server/outbound/outbound.ts";
import type { WrittenCheck } from "../spec/written-checks.ts";

type Labels = Readonly<Record<string, string>>;

export interface RunnableCheck {
  id: string;
  type: string;
  name: string;
  /** As it is written; its kind has not judged it yet. */
  spec: unknown;
  description?: string | undefined;
  labels: Labels;
  canary: RunnableCanary;
}

export interface RunnableCanary {
  id: string;
  name: string;
  namespace: string;
  labels: Labels;
  annotations?: Labels | undefined;
  /** As it is written: what its checks have in common, such as retries. */
  spec: Readonly<Record<string, unknown>>;
  trust: Exclude<Trust, "anyone">;
  /** Why none of its checks can be run. */
  fault?: string | undefined;
  /** Another check made it: its own checks make no further ones. */
  isMade?: boolean | undefined;
}

/** One that is kept nowhere: it gets an id for this run. */
export const runnableOf = (
  { type, name, spec, description, labels }: WrittenCheck,
  canary: RunnableCanary,
): RunnableCheck => ({
  id: randomUUID(),
  type,
  name,
  spec,
  description: description ?? undefined,
  labels: labels ?? {},
  canary,
});
