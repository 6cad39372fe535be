// The selectors of a check's relationships: as written in the spec, and as resolved after a run.
import { createHash } from "node:crypto";
import { print } from "#server/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";
import { expression, inWords } from "./computed.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { uuid } from "./uuid.ts";

/** Prefix of the selector ids that checks write; other features write rows with selectors of their own. */
export const selectorPrefix = "check/";

interface Lookup {
  value?: string;
  label?: string;
  expr?: string;
}

const fields = ["id", "external_id", "name", "namespace", "type", "agent", "scope"] as const;
type Field = (typeof fields)[number];

type Written = Partial<Record<Field, Lookup>> & { labels?: Readonly<Record<string, string>> };

/** A selector whose fields are resolved to values. */
export interface ResolvedSelector extends Partial<Record<Field, string>> {
  selector_id: string;
  labels?: Readonly<Record<string, string>> | undefined;
}

export interface Relationships {
  components?: readonly Written[];
  configs?: readonly Written[];
}

export const selectorId = (selector: Written) =>
  selectorPrefix +
  createHash("md5")
    .update(JSON.stringify(sorted(selector)))
    .digest("hex");

/** Sorts object keys, so that equal selectors get the same id. */
const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, held]) => [key, sorted(held)]),
      );

/** Returns undefined when a failed run does not provide a value that a selector needs: the links then stay as they are. */
export async function resolveSelectors(
  selectors: readonly Written[],
  check: RunnableCheck,
  result: CheckResult,
): Promise<ResolvedSelector[] | undefined> {
  const all = await Promise.all(selectors.map((selector) => resolveSelector(selector, check, result)));
  if (result.verdict !== "healthy" && all.includes("unknown")) return undefined;
  return all.filter((wanted) => typeof wanted === "object");
}

/** Returns "nothing" when a field resolves to an empty value, or when the selector has no field besides agent and scope. */
async function resolveSelector(
  selector: Written,
  check: RunnableCheck,
  result: CheckResult,
): Promise<ResolvedSelector | "nothing" | "unknown"> {
  const wanted: ResolvedSelector = { selector_id: selectorId(selector), labels: selector.labels };
  let says = Object.keys(selector.labels ?? {}).length > 0;
  for (const field of fields) {
    const lookup = selector[field];
    if (lookup === undefined) continue;
    const value = await found(lookup, check, result);
    if (value === undefined) return "unknown";
    if (value === "" || (field === "id" && !uuid.test(value))) return "nothing";
    wanted[field] = value;
    says ||= field !== "agent" && field !== "scope";
  }
  return says ? wanted : "nothing";
}

/** Returns undefined when the expression fails. Such a failure is not reported anywhere. */
async function found(
  { value, label, expr }: Lookup,
  check: RunnableCheck,
  result: CheckResult,
): Promise<string | undefined> {
  if (value) return value;
  if (label) return { ...check.canary.labels, ...check.labels, ...result.labels }[label] ?? "";
  if (!expr) return "";
  const { verdict, message, error, durationMs, detail, data, labels } = result;
  const resultValues = {
    ...data,
    name: check.name,
    labels: { ...check.labels, ...labels },
    pass: verdict === "healthy",
    message,
    error,
    duration: durationMs,
    detail,
  };
  const { id, name, type, canary } = check;
  try {
    const values = {
      result: resultValues,
      check: { id, name, type, labels: resultValues.labels },
      canary: { id: canary.id, name: canary.name, namespace: canary.namespace, labels: canary.labels },
    };
    // A field that is missing from the result evaluates to null.
    const computed = await expression("cel", expr).run(values);
    return computed === null ? undefined : print(computed);
  } catch (error_) {
    if (!(error_ instanceof CheckInvalid)) inWords(error_);
    return undefined;
  }
}
