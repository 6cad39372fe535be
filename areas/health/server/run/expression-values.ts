// The values that expressions can read: the data of the kind as top-level names, and the check, the canary and the outputs
// of other checks.
import type { Values } from "#server/expression/compile.ts";
import { headerMap } from "#server/expression/header-map.ts";
import { isMap } from "#server/expression/values.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

/** The values that are the same for all expressions of a run. */
export interface ExpressionContext {
  check: Readonly<Record<string, unknown>>;
  canary: Readonly<Record<string, unknown>>;
  /** Outputs of the checks that this one depends on, by name. */
  outputs: Readonly<Record<string, unknown>>;
  last_result?: () => LastResult;
}

export type LastResult = Readonly<Record<string, unknown>>;

/** The last result of a check that never ran. */
const never: LastResult = {
  status: "",
  invalid: false,
  createdAt: "",
  duration: 0,
  message: "",
  error: "",
  results: {},
};

export function lastResultOf(found: LastResult | undefined): LastResult {
  const results: unknown = found?.["results"];
  if (!isMap(results) || !isMap(results["headers"])) return { ...never, ...found };
  return { ...never, ...found, results: { ...results, headers: headerMap(results["headers"]) } };
}

export const expressionContext = (
  { id, name, description = "", labels, canary }: RunnableCheck,
  endpoint: string | undefined,
  outputs: ExpressionContext["outputs"],
  values: Values = {},
): ExpressionContext => ({
  ...values,
  check: { id, name, description, labels, endpoint: endpoint ?? "" },
  canary: { id: canary.id, name: canary.name, namespace: canary.namespace, labels: canary.labels },
  outputs,
});

/** Only the names that an expression uses are converted, so building this object is cheap. */
export const expressionValues = (result: CheckResult, around: ExpressionContext): Values => ({
  duration: result.durationMs,
  error: result.error,
  message: result.message,
  pass: result.verdict === "healthy",
  errorType: "",
  ...around,
  ...result.data,
});

/** The output that dependent checks can read. */
export const outputOf = ({ data, verdict, message, durationMs }: CheckResult): Readonly<Record<string, unknown>> => ({
  ...data,
  pass: verdict === "healthy",
  message,
  duration: durationMs,
});
