// The selectors of a check's relationships, as they are written and as what they look for after a run.
import { createHash } from "node:crypto";
import { print } from "#server/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";
import { expression, inWords } from "./computed.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { uuid } from "./uuid.ts";

/** Selectors of others lead to rows, too: ours are told by this. */
export const ours = "check/";

interface Lookup {
  value?: string;
  label?: string;
  expr?: string;
}

const fields = ["id", "external_id", "name", "namespace", "type", "agent", "scope"] as const;
type Field = (typeof fields)[number];

type Written = Partial<Record<Field, Lookup>> & { labels?: Readonly<Record<string, string>> };

/** What is looked for, every field of it a value. */
export interface Wanted extends Partial<Record<Field, string>> {
  selector_id: string;
  labels?: Readonly<Record<string, string>> | undefined;
}

export interface Relationships {
  components?: readonly Written[];
  configs?: readonly Written[];
}

export const selectorId = (selector: Written) =>
  ours +
  createHash("md5")
    .update(JSON.stringify(sorted(selector)))
    .digest("hex");

/** A document has no order of its own. */
const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, held]) => [key, sorted(held)]),
      );

/** Undefined when a run that failed does not tell what is looked for: then it is what it was. */
export async function wantedOf(
  selectors: readonly Written[],
  check: RunnableCheck,
  result: CheckResult,
): Promise<Wanted[] | undefined> {
  const all = await Promise.all(selectors.map((selector) => wantedBy(selector, check, result)));
  if (result.verdict !== "healthy" && all.includes("unknown")) return undefined;
  return all.filter((wanted) => typeof wanted === "object");
}

/** A field that is written and comes to nothing takes the whole selector with it; so does one that says nothing. */
async function wantedBy(
  selector: Written,
  check: RunnableCheck,
  result: CheckResult,
): Promise<Wanted | "nothing" | "unknown"> {
  const wanted: Wanted = { selector_id: selectorId(selector), labels: selector.labels };
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

/** Undefined for what cannot be computed; it has no place of its own to be told. */
async function found(
  { value, label, expr }: Lookup,
  check: RunnableCheck,
  result: CheckResult,
): Promise<string | undefined> {
  if (value) return value;
  if (label) return { ...check.canary.labels, ...check.labels, ...result.labels }[label] ?? "";
  if (!expr) return "";
  const { verdict, message, error, durationMs, detail, data, labels } = result;
  const of = {
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
      result: of,
      check: { id, name, type, labels: of.labels },
      canary: { id: canary.id, name: canary.name, namespace: canary.namespace, labels: canary.labels },
    };
    // A field that the run did not find is null.
    const computed = await expression("cel", expr).run(values);
    return computed === null ? undefined : print(computed);
  } catch (error_) {
    if (!(error_ instanceof CheckInvalid)) inWords(error_);
    return undefined;
  }
}
