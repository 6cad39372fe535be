// Applies the entries of a transform: to the result itself, or as checks of their own.
import type { Json } from "#language/columns.ts";
import { asJson } from "#server/expression/as-json.ts";
import { fail, type Finding } from "./finding.ts";
import type { Prepared } from "./prepare.ts";
import type { CreatedCheck } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import type { Entry, NamedEntry } from "./transform.ts";

/** The value of `detail` that removes the detail. */
const removed = "$delete";

/** Overwrites the finding with the fields of the entry. Unlike a test, a transform can turn a failure into a pass. */
export function apply({ metrics, ...entry }: Entry, finding: Finding): void {
  if (entry.detail === removed) finding.detail = null;
  else if (entry.detail !== undefined) finding.detail = asJson(entry.detail);
  finding.start = entry.start ?? finding.start;
  finding.durationMs = entry.duration === undefined ? finding.durationMs : Math.round(entry.duration);
  finding.message = entry.message ?? finding.message;
  finding.description = entry.description ?? finding.description;
  finding.displayType = entry.displayType ?? finding.displayType;
  finding.labels = entry.labels ?? finding.labels;
  finding.isInvalid = entry.invalid ?? finding.isInvalid;
  if (entry.data) finding.data = { ...finding.data, ...entry.data };
  if (metrics) finding.metrics = [...finding.metrics, ...metrics];
  if (entry.pass !== undefined) {
    finding.pass = entry.pass;
    if (entry.pass) finding.errors = [];
  }
  if (entry.error !== undefined) finding.errors = entry.error === "" ? [] : [entry.error];
  if (entry.error) finding.pass = false;
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
export const failOnEmpty = (finding: Finding) => fail(finding, "The transform returned nothing");
