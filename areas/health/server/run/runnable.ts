// A check that can be run, whether it comes from the database, a file or an unsaved form.
import { randomUUID } from "node:crypto";
import type { Trust } from "#server/outbound/outbound.ts";
import type { WrittenCheck } from "../spec/written-checks.ts";

type Labels = Readonly<Record<string, string>>;

export interface RunnableCheck {
  id: string;
  type: string;
  name: string;
  /** As written; not validated by its kind yet. */
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
  /** As written, with the fields that apply to all its checks, such as retries. */
  spec: Readonly<Record<string, unknown>>;
  trust: Exclude<Trust, "anyone">;
  /** Why none of its checks can run. */
  fault?: string | undefined;
  /** Created by a check: its own checks cannot create further ones. */
  isCreated?: boolean | undefined;
}

/** For a check that is not stored: it gets an id for this run. */
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
