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

export async function wantedOf(
  selectors: readonly Written[],
  check: RunnableCheck,
  result: CheckResult,
): Promise<Wanted[]> {
  const all = await Promise.all(selectors.map((selector) => wantedBy(selector, check, result)));
  return all.filter((wanted) => wanted !== undefined);
}

/** A field that is written and comes to nothing takes the whole selector with it; so does one that says nothing. */
async function wantedBy(selector: Written, check: RunnableCheck, result: CheckResult): Promise<Wanted | undefined> {
  const wanted: Wanted = { selector_id: selectorId(selector), labels: selector.labels };
  let says = Object.keys(selector.labels ?? {}).length > 0;
  for (const field of fields) {
    const lookup = selector[field];
    if (lookup === undefined) continue;
    const value = await found(lookup, check, result);
    if (value === "" || (field === "id" && !uuid.test(value))) return undefined;
    wanted[field] = value;
    says ||= field !== "agent" && field !== "scope";
  }
  return says ? wanted : undefined;
}

async function found({ value, label, expr }: Lookup, check: RunnableCheck, result: CheckResult): Promise<string> {
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
    return print(await expression("cel", expr).run(values));
  } catch (error_) {
    // It has no place of its own to be told; a selector that cannot be computed finds nothing.
    if (!(error_ instanceof CheckInvalid)) inWords(error_);
    return "";
  }
}
