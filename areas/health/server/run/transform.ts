// Parses and applies the output of a transform: nothing, changes to the result, checks, or canaries.
import { z } from "zod";
import { Span } from "#lib/expression/values.ts";
import { asJson } from "#lib/json/json.ts";
import { readJson } from "#lib/json/read-json.ts";
import type { Json } from "#language/columns.ts";
import { canarySpec } from "../spec/canary.ts";
import { kindNamed } from "../checks/index.ts";
import { isTooDeep, fail, type CreatedCanary, type CheckResult, type CreatedCheck } from "./result.ts";
import type { Prepared } from "./prepare.ts";
import type { RunnableCheck } from "./runnable.ts";

export type Transformed =
  | { kind: "nothing" }
  | { kind: "result"; entry: TransformEntry }
  | { kind: "checks"; entries: readonly NamedTransformEntry[] }
  | { kind: "canaries"; canaries: readonly CreatedCanary[] };

/** The output of a transform cannot be used; the message contains the reason. */
export class TransformFault extends Error {
  override readonly name = "TransformFault";
}

const maxChecks = 2_000;
const maxCanaries = 100;

const label = z.union([z.string(), z.number(), z.boolean()], "must be a string").transform(String);
const labels = z.record(z.string(), label, "must be an object");
const date = z.coerce.date("must be a timestamp");
/** Milliseconds, or a duration value of an expression. */
const duration = z.union(
  [z.number(), z.instanceof(Span).transform(({ ms }) => ms)],
  "must be a number of milliseconds",
);
const text = z.union([z.string(), z.number(), z.boolean()], "must be a string").transform(String);
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

const entry = z.object(
  {
    name: maybe(text),
    namespace: maybe(text),
    type: maybe(text),
    icon: maybe(text),
    endpoint: maybe(text),
    description: maybe(text),
    labels: maybe(labels),
    pass: maybe(z.boolean("must be true or false")),
    invalid: maybe(z.boolean("must be true or false")),
    message: maybe(text),
    error: maybe(text),
    detail: z.unknown().optional(),
    data: maybe(z.record(z.string(), z.unknown(), "must be an object")),
    duration: maybe(duration),
    start: maybe(date),
    deletedAt: maybe(date),
    displayType: maybe(text),
    metrics: maybe(
      z.array(
        z.object({
          name: z.string("is required").min(1, "is required"),
          type: z.enum(["counter", "gauge", "histogram"], "must be counter, gauge or histogram").default("gauge"),
          labels: labels.default({}),
          value: z.number("must be a number"),
        }),
        "must be a list",
      ),
    ),
    transformDeleteStrategy: maybe(
      z.enum(["MarkHealthy", "MarkUnhealthy", "Ignore"], "must be MarkHealthy, MarkUnhealthy or Ignore"),
    ),
  },
  "must be an object",
);

type TransformEntry = z.output<typeof entry>;
type NamedTransformEntry = TransformEntry & { name: string };

const canary = z
  .looseObject(
    {
      name: maybe(text),
      namespace: maybe(text),
      labels: maybe(labels),
      metadata: maybe(z.object({ name: maybe(text), namespace: maybe(text), labels: maybe(labels) })),
      spec: canarySpec,
    },
    "must be an object",
  )
  .transform(({ metadata, spec, ...own }) => ({
    name: own.name ?? metadata?.name,
    namespace: own.namespace ?? metadata?.namespace,
    labels: own.labels ?? metadata?.labels ?? {},
    spec,
  }));

/** An entry with the name of the check itself changes its result. */
export function readTransformed(value: unknown, { name, type }: { name: string; type: string }): Transformed {
  const list = listOf(value);
  if (list.length === 0) return { kind: "nothing" };
  if (isFields(list[0]) && isFields(list[0]["spec"])) return { kind: "canaries", canaries: readCanaries(list) };
  if (list.length > maxChecks)
    throw new TransformFault(
      `The output has ${list.length} entries, but a check can create at most ${maxChecks} checks.`,
    );
  if (isTooDeep(list)) throw new TransformFault("The output is nested too deeply.");
  const entries = list.map((item, index) => read(entry, item, index));
  const [first] = entries;
  if (entries.length === 1 && (first!.name === undefined || first!.name === "" || first!.name === name))
    return { kind: "result", entry: first! };
  return { kind: "checks", entries: distinct(entries, { name, type }) };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value !== "string") return Array.isArray(value) ? value : [value];
  let parsed: unknown;
  try {
    parsed = readJson(value);
  } catch {
    throw new TransformFault("The output is a string that is not JSON.");
  }
  if (typeof parsed !== "object") throw new TransformFault("The output is neither an object nor a list.");
  return parsed === null ? [] : Array.isArray(parsed) ? parsed : [parsed];
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown, index: number): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new TransformFault(
    `Entry ${index + 1} is invalid: ${[path.map(String).join("."), message].filter(Boolean).join(" ")}.`,
  );
}

/** Entries of the same type and name become one check; an entry that does not pass takes precedence. */
function distinct(entries: readonly TransformEntry[], parent: { name: string; type: string }): NamedTransformEntry[] {
  const found = new Map<string, NamedTransformEntry>();
  for (const [index, one] of entries.entries()) {
    const { name, type = parent.type } = one;
    if (name === undefined || name === "")
      throw new TransformFault(`Entry ${index + 1} has no name; with several entries, each needs a name.`);
    if (name === parent.name && type === parent.type)
      throw new TransformFault(`Entry ${index + 1} has the same name as the check itself.`);
    const key = `${type}\0${name}`;
    const other = found.get(key);
    if (other === undefined || (other.pass === true && one.pass !== true)) found.set(key, { ...one, name });
  }
  return [...found.values()];
}

function readCanaries(list: readonly unknown[]): CreatedCanary[] {
  if (list.length > maxCanaries)
    throw new TransformFault(`The output has ${list.length} canaries, but a check can create at most ${maxCanaries}.`);
  const names = new Set<string>();
  return list.map((item, index) => {
    const { name, namespace, labels: own, spec } = read(canary, item, index);
    if (name === undefined || name === "") throw new TransformFault(`Canary ${index + 1} has no name.`);
    const key = `${namespace ?? ""}/${name}`;
    if (names.has(key)) throw new TransformFault(`Two canaries have the name ${name}.`);
    names.add(key);
    // Checks from external data must not run commands on this server.
    const forbidden = Object.keys(spec).find((type) => kindNamed(type)?.onlyAdmins);
    if (forbidden !== undefined)
      throw new TransformFault(
        `The canary ${name} contains ${forbidden}, but only administrators may write such checks.`,
      );
    return { name, namespace, labels: own, spec };
  });
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of `detail` that removes the detail. */
const removed = "$delete";

/** Overwrites the result with the fields of the entry. Unlike a test, a transform can turn a failure into a pass. */
export function apply({ metrics, ...entry }: TransformEntry, result: CheckResult): void {
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
  entry: NamedTransformEntry,
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

/** For `markFailOnEmpty`: fails a run whose transform returned no result. */
export const failOnEmpty = (result: CheckResult) => fail(result, "The transform returned no result");
