// Prepares a spec for running: validates it with its kind, and finds its templates and expressions. The result is
// cached for as long as the caller keeps the spec object.
import { CheckInvalid, parsedSpec, type CheckKind } from "../check-kind.ts";
import { whyAbsent } from "../checks/absent.ts";
import { computed, expression, type Computed, type WrittenExpression } from "./expressions.ts";
import type { Metric } from "./result.ts";
import { tryLimitMs, type WrittenRetries } from "./timing.ts";
import type { RunnableCheck } from "./runnable.ts";
import { secretPlaces, secretTexts } from "#server/spec/secret-places.ts";
import { mask } from "#server/spec/secret-text.ts";
import { templatedPlaces, type Place } from "#server/spec/templated-places.ts";

export interface ComputedMetric {
  name: string;
  type: Metric["type"];
  value: Computed;
  labels: readonly { name: string; value: string | Computed }[];
}

export interface Prepared {
  kind: CheckKind;
  /** The parsed spec; its templates are not filled yet. */
  spec: unknown;
  /** The positions of the templates in the spec. */
  places: readonly Place[];
  /** Literal credentials in the spec, which must not appear in any output of the run. */
  secrets: readonly string[];
  endpoint: string | undefined;
  /** Time limit of one attempt. */
  limitMs: number;
  retries: WrittenRetries | undefined;
  transform: Computed | undefined;
  display: Computed | undefined;
  test: Computed | undefined;
  metrics: readonly ComputedMetric[];
  isComputed: boolean;
  asksForLast: boolean;
  failsOnEmpty: boolean;
  icon: string | undefined;
  deleteStrategy: DeleteStrategy | undefined;
}

export type DeleteStrategy = "MarkHealthy" | "MarkUnhealthy" | "Ignore";

/** The fields that every kind has (spec/check.ts). */
interface Common {
  description?: string;
  icon?: string;
  test?: WrittenExpression;
  display?: WrittenExpression;
  transform?: WrittenExpression;
  transformDeleteStrategy?: DeleteStrategy;
  markFailOnEmpty?: boolean;
  retries?: WrittenRetries;
  metrics?: readonly WrittenMetric[];
}

interface WrittenMetric {
  name: string;
  type: Metric["type"];
  value: string;
  labels?: readonly { name: string; value?: string; valueExpr?: string }[];
}

const cache = new WeakMap<object, Prepared | CheckInvalid>();

/** Throws a CheckInvalid that lists the problems of the spec. */
export function prepare(
  { type, spec }: Pick<RunnableCheck, "type" | "spec">,
  kindNamed: (type: string) => CheckKind | undefined,
): Prepared {
  const kind = kindNamed(type);
  if (!kind) throw new CheckInvalid(whyAbsent(type));
  const key = typeof spec === "object" ? spec : null;
  const cached = key === null ? undefined : cache.get(key);
  const prepared = cached !== undefined && isOf(cached, kind) ? cached : judged(kind, spec);
  if (key !== null && prepared !== cached) cache.set(key, prepared);
  if (prepared instanceof CheckInvalid) throw prepared;
  return prepared;
}

const isOf = (cached: Prepared | CheckInvalid, kind: CheckKind) =>
  cached instanceof CheckInvalid || cached.kind === kind;

function judged(kind: CheckKind, written: unknown): Prepared | CheckInvalid {
  const parsed = parsedSpec(kind, written);
  if (!parsed.success)
    return new CheckInvalid(
      parsed.error.issues
        .slice(0, 5)
        .map(({ path, message }) => `${path.map(String).join(".") || "The spec"} ${message}`)
        .join("; ") + ".",
    );
  const masked = secretPlaces(kind.spec, written).find(({ value }) => String(value).includes(mask));
  if (masked)
    return new CheckInvalid(
      `${masked.path.join(".")} contains ${mask} in place of a credential. Enter the credential.`,
    );
  const common = parsed.data as Common;
  const { test, display, transform } = common;
  const steps = { transform: computed(transform), display: computed(display), test: computed(test) };
  const metrics = (common.metrics ?? []).map(computedMetric);
  const all = [...Object.values(steps), ...metrics.flatMap(expressionsOf)].filter((step) => step !== undefined);
  const places = templatedPlaces(kind.spec, written);
  return {
    kind,
    spec: parsed.data,
    places,
    secrets: secretTexts(kind.spec, written),
    endpoint: kind.endpoint?.(parsed.data),
    limitMs: tryLimitMs(kind, parsed.data),
    retries: common.retries,
    ...steps,
    metrics,
    isComputed: all.length > 0,
    asksForLast: all.some((step) => step.asksForLast) || places.some(({ text }) => text.includes("last_result")),
    failsOnEmpty: common.markFailOnEmpty ?? false,
    icon: common.icon,
    deleteStrategy: common.transformDeleteStrategy,
  };
}

const computedMetric = ({ name, type, value, labels = [] }: WrittenMetric): ComputedMetric => ({
  name,
  type,
  value: expression("cel", value),
  labels: labels.map((label) => ({
    name: label.name,
    value: label.valueExpr ? expression("cel", label.valueExpr) : (label.value ?? ""),
  })),
});

const expressionsOf = ({ value, labels }: ComputedMetric): Computed[] => [
  value,
  ...labels.flatMap((label) => (typeof label.value === "string" ? [] : [label.value])),
];
