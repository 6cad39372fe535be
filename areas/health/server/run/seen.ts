// What expressions see of a run: what its kind found, each at the top, and around it the check, the canary and what others
// found.
import type { Values } from "#server/expression/compile.ts";
import { headerMap } from "#server/expression/header-map.ts";
import { isMap } from "#server/expression/values.ts";
import type { Finding } from "./finding.ts";
import type { RunnableCheck } from "./runnable.ts";

/** The same for everything that is computed in one run. */
export interface Around {
  check: Readonly<Record<string, unknown>>;
  canary: Readonly<Record<string, unknown>>;
  /** What the checks that this one depends on found, by their names. */
  outputs: Readonly<Record<string, unknown>>;
  last_result?: () => LastResult;
}

export type LastResult = Readonly<Record<string, unknown>>;

/** What a check that never ran finds of its last run. */
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

export const aroundOf = (
  { id, name, description = "", labels, canary }: RunnableCheck,
  endpoint: string | undefined,
  outputs: Around["outputs"],
  values: Values = {},
): Around => ({
  ...values,
  check: { id, name, description, labels, endpoint: endpoint ?? "" },
  canary: { id: canary.id, name: canary.name, namespace: canary.namespace, labels: canary.labels },
  outputs,
});

/** Only names that an expression uses are made ready for it, so that this costs nothing but the list of names. */
export const seen = (finding: Finding, around: Around): Values => ({
  duration: finding.durationMs,
  error: finding.errors.join(", "),
  message: finding.message,
  pass: finding.pass,
  errorType: "",
  ...around,
  ...finding.data,
});

/** What checks that depend on this one see of it. */
export const outputOf = ({ data, verdict, message, durationMs }: Output): Readonly<Record<string, unknown>> => ({
  ...data,
  pass: verdict === "healthy",
  message,
  duration: durationMs,
});

interface Output {
  data: Readonly<Record<string, unknown>>;
  verdict: string;
  message: string;
  durationMs: number;
}
