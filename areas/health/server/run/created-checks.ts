// Applies the entries of a transform: to the result itself, or as checks of their own.
import type { Json } from "#language/columns.ts";
import { asJson } from "#server/expression/as-json.ts";
import type { Prepared } from "./prepare.ts";
import { fail, type CheckResult, type CreatedCheck } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import type { Entry, NamedEntry } from "./transform.ts";

/** The value of `detail` that removes the detail. */
const removed = "$delete";

/** Overwrites the result with the fields of the entry. Unlike a test, a transform can turn a failure into a pass. */
export function apply({ metrics, ...entry }: Entry, result: CheckResult): void {
  if (entry.detail === removed) result.detail = null;
  else if (entry.detail !== undefined) result.detail = asJson(entry.detail);
  result.start = entry.start ?? result.start;
  result.durationMs = entry.duration === undefined ? result.durationMs : Math.round(entry.duration);
  result.message = entry.message ?? result.message;
  result.description = entry.description ?? result.description;
  result.displayType = entry.displayType ?? result.displayType;
  result.labels = entry.labels ?? result.labels;
  result.isInvalid = entry.invalid ?? result.isInvalid;
  if (entry.data) result.data = { ...result.data, ...entry.data };
  if (metrics) result.metrics = [...result.metrics, ...metrics];
  if (entry.pass !== undefined) {
    result.verdict = entry.pass ? "healthy" : "unhealthy";
    if (entry.pass) result.error = "";
  }
  if (entry.error !== undefined) result.error = entry.error;
  if (entry.error) result.verdict = "unhealthy";
}

export const createdCheck = (
  entry: NamedEntry,
  { type, description }: RunnableCheck,
  prepared: Prepared,
): CreatedCheck => {
  const pass = entry.pass ?? false;
  return {
    name: entry.name,
    namespace: entry.namespace,
    type: entry.type ?? type,
    icon: entry.icon ?? prepared.icon,
    endpoint: entry.endpoint ?? prepared.endpoint,
    description: entry.description ?? description,
    deleteStrategy: entry.transformDeleteStrategy ?? prepared.deleteStrategy,
    deletedAt: entry.deletedAt,
    verdict: pass ? "healthy" : "unhealthy",
    isInvalid: entry.invalid ?? false,
    start: entry.start ?? new Date(),
    durationMs: Math.round(entry.duration ?? 0),
    message: entry.message ?? "",
    error: entry.error ?? "",
    detail: detailOf(entry.detail),
    data: entry.data ?? {},
    labels: entry.labels ?? {},
    metrics: entry.metrics ?? [],
    artifacts: [],
    displayType: entry.displayType,
  };
};

const detailOf = (detail: unknown): Json => (detail === undefined || detail === removed ? null : asJson(detail));

/** For `markFailOnEmpty`: fails a run whose transform returned nothing. */
export const failOnEmpty = (result: CheckResult) => fail(result, "The transform returned nothing");
