// A check that can be run, whether it comes from the database, a file or an unsaved form.
import { randomUUID } from "node:crypto";
import type { Trust } from "#server/outbound/outbound.ts";
import type { WrittenCheck } from "../spec/written-checks.ts";

type Labels = Readonly<Record<string, string>>;

export interface RunnableCheck {
  id: string;
  type: string;
  name: string;
  /** The spec as written; its kind has not validated it yet. */
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
  /** The spec as written, with the fields that apply to all its checks, such as retries. */
  spec: Readonly<Record<string, unknown>>;
  trust: Exclude<Trust, "anyone">;
  /** The kind of resource that runs the checks: its permission rules apply to connections. Default: canary. */
  subject?: "canary" | "topology" | undefined;
  /**
   * Whether the user who runs the resource chose its name or its spec, so that permission rules for that name do not
   * apply.
   */
  isDraft?: boolean | undefined;
  /** The reason why the checks of the canary cannot run. */
  fault?: string | undefined;
  /** Whether this canary was created by a check; the checks of such a canary cannot create further canaries. */
  isCreated?: boolean | undefined;
}

/** Makes an unstored check runnable by assigning an id for this run. */
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
