// What a transform came to: nothing, something about this result, checks of their own, or canaries.
import { z } from "zod";
import { Span } from "#server/expression/values.ts";
import { canarySpec } from "../spec/canary.ts";
import { kindNamed } from "../checks/index.ts";
import { isTooDeep } from "./depth.ts";
import { readJson } from "#server/read-json.ts";
import type { MadeCanary } from "./result.ts";

export type Transformed =
  | { came: "nothing" }
  | { came: "result"; entry: Entry }
  | { came: "checks"; entries: readonly NamedEntry[] }
  | { came: "canaries"; canaries: readonly MadeCanary[] };

/** Why it cannot be used. */
export class TransformFault extends Error {
  override readonly name = "TransformFault";
}

const mostChecks = 2_000;
const mostCanaries = 100;

const label = z.union([z.string(), z.number(), z.boolean()], "must be a text").transform(String);
const labels = z.record(z.string(), label, "must be an object");
const date = z.coerce.date("must be a time");
/** Milliseconds, or what a duration of ours is printed as. */
const duration = z.union(
  [z.number(), z.instanceof(Span).transform(({ ms }) => ms)],
  "must be a number of milliseconds",
);
const text = z.union([z.string(), z.number(), z.boolean()], "must be a text").transform(String);
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

export type Entry = z.output<typeof entry>;
export type NamedEntry = Entry & { name: string };

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

/** `name` is that of the check, which one entry may carry to speak of the result itself. */
export function readTransformed(value: unknown, { name, type }: { name: string; type: string }): Transformed {
  const list = listOf(value);
  if (list.length === 0) return { came: "nothing" };
  if (isFields(list[0]) && isFields(list[0]["spec"])) return { came: "canaries", canaries: readCanaries(list) };
  if (list.length > mostChecks)
    throw new TransformFault(`It came to ${list.length} entries, and a check makes ${mostChecks} others at most.`);
  if (isTooDeep(list)) throw new TransformFault("What it came to is nested too deeply to be read.");
  const entries = list.map((one, index) => read(entry, one, index));
  const [first] = entries;
  if (entries.length === 1 && (first!.name === undefined || first!.name === "" || first!.name === name))
    return { came: "result", entry: first! };
  return { came: "checks", entries: distinct(entries, { name, type }) };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value !== "string") return Array.isArray(value) ? value : [value];
  let parsed: unknown;
  try {
    parsed = readJson(value);
  } catch {
    throw new TransformFault("It came to a text that is no JSON.");
  }
  if (typeof parsed !== "object") throw new TransformFault("It came to neither an object nor a list.");
  return parsed === null ? [] : Array.isArray(parsed) ? parsed : [parsed];
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown, index: number): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new TransformFault(
    `Its entry ${index + 1} is wrong: ${[path.map(String).join("."), message].filter(Boolean).join(" ")}.`,
  );
}

/** Two of a type and a name are one check: the one that does not pass. */
function distinct(entries: readonly Entry[], parent: { name: string; type: string }): NamedEntry[] {
  const found = new Map<string, NamedEntry>();
  for (const [index, one] of entries.entries()) {
    const { name, type = parent.type } = one;
    if (name === undefined || name === "")
      throw new TransformFault(`Its entry ${index + 1} has no name: of several entries each needs one of its own.`);
    if (name === parent.name && type === parent.type)
      throw new TransformFault(`Its entry ${index + 1} has the name of the check that makes it.`);
    const key = `${type}\0${name}`;
    const other = found.get(key);
    if (other === undefined || (other.pass === true && one.pass !== true)) found.set(key, { ...one, name });
  }
  return [...found.values()];
}

function readCanaries(list: readonly unknown[]): MadeCanary[] {
  if (list.length > mostCanaries)
    throw new TransformFault(`It came to ${list.length} canaries, and a check makes ${mostCanaries} at most.`);
  const names = new Set<string>();
  return list.map((one, index) => {
    const { name, namespace, labels: own, spec } = read(canary, one, index);
    if (name === undefined || name === "") throw new TransformFault(`Its canary ${index + 1} has no name.`);
    const key = `${namespace ?? ""}/${name}`;
    if (names.has(key)) throw new TransformFault(`Two of its canaries are called ${name}.`);
    names.add(key);
    // What is found somewhere must not become what is run here.
    const forbidden = Object.keys(spec).find((type) => kindNamed(type)?.onlyAdmins);
    if (forbidden !== undefined)
      throw new TransformFault(`Its canary ${name} holds ${forbidden}, and only administrators write such checks.`);
    return { name, namespace, labels: own, spec };
  });
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
