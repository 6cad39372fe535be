// Generates specs of every kind from its schema, with a marker in each field that can hold a credential. New kinds and
// fields are included automatically.
import type { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import { partsOf, wrapped } from "#server/spec/schema-parts.ts";

/** Prefix of every marker; the remaining part is the field name. */
export const markerStart = "cnry8Xq2";

type Spec = Record<string, unknown>;

interface Making {
  /** A reachable address, used for every address field. */
  address: string;
  marker(path: string): string;
  /** Paths of fields that the schema marks as secret. */
  marked: string[];
}

export interface MarkedSpec {
  spec: Spec;
  markers: readonly string[];
  /**
   * Fields with markers that cannot be in the spec because they conflict with other fields, such as older spellings.
   */
  excluded: Spec;
  /** Fields marked as secret that contain no marker in the spec and are not in `excluded`. */
  unfilled: readonly string[];
}

/** Returns a spec of the kind. `requiredFields` has the fields that the kind needs in order to run. */
export function markedSpec(
  schema: z.ZodType,
  { name, address, requiredFields = {} }: { name: string; address: string; requiredFields?: Spec },
): MarkedSpec {
  let count = 0;
  const making: Making = {
    address,
    marker: (path) => `${markerStart}${(count += 1)}x${path.replaceAll(/\W/g, "")}Q7`,
    marked: [],
  };
  const host = new URL(address).host;
  const odd = making.marker("odd");
  let spec: Spec = {
    ...(sample(schema, making, []) as Spec),
    name,
    description: `see http://ada:${making.marker("description")}@${host}/wiki`,
    // Fields unknown to every schema.
    clientSecret: making.marker("clientSecret"),
    extra: {
      token: making.marker("extra.token"),
      params: [{ name: "api_key", value: making.marker("extra.params") }],
      headers: { "X-Any": making.marker("extra.headers"), Accept: "text/plain" },
      dsn: `ada:${making.marker("extra.dsn")}@tcp(${host})/db`,
      keywords: `Server=${host};User Id=ada;Password=${odd}&x;Encrypt=true`,
    },
    ...requiredFields,
  };
  // Removes mutually exclusive fields one by one, including the fields of a part.
  const excluded: Spec = {};
  for (let tries = 0; tries < 50; tries += 1) {
    const issues = schema.safeParse(spec).error?.issues;
    if (!issues) break;
    const [issue] = issues;
    const [key, inner] = issue!.path.map(String) as [string, string?];
    const { [key]: had, ...rest } = spec;
    if (inner !== undefined && isSpec(had) && Object.hasOwn(had, inner)) {
      const { [inner]: held, ...others } = had;
      excluded[key] = { ...(excluded[key] as Spec | undefined), [inner]: held };
      spec = { ...spec, [key]: others };
      continue;
    }
    if (had !== undefined) excluded[key] = isSpec(had) ? { ...had, ...(excluded[key] as Spec | undefined) } : had;
    spec = had === undefined ? { ...spec, [key]: `plain-${key}` } : rest;
  }
  schema.parse(spec);
  const text = JSON.stringify(spec);
  return {
    spec,
    markers: text.match(new RegExp(`${markerStart}\\d+x\\w+?Q7`, "g")) ?? [],
    excluded,
    unfilled: making.marked.filter((path) => !hasPath(spec, path) && !hasPath(excluded, path)),
  };
}

const isSpec = (value: unknown): value is Spec => typeof value === "object" && value !== null && !Array.isArray(value);

const hasPath = (spec: unknown, path: string): boolean => {
  let held = spec;
  for (const key of path.split(".")) held = (held as Spec | undefined)?.[key];
  return held !== undefined;
};

/** Returns a value for the schema; undefined if no value is valid. */
function sample(
  schema: z.ZodType,
  making: Making,
  path: readonly (string | number)[],
  marks: FieldMarks = {},
): unknown {
  const own = { ...marks, ...(schema.meta() as FieldMarks | undefined) };
  const parts = partsOf(schema);
  const inner = wrapped(parts);
  if (inner) return sample(inner, making, path, { ...(inner.meta() as FieldMarks | undefined), ...own });
  const fits = (value: unknown) => schema.safeParse(value).success;
  const at = path.join(".");
  if (own.secret === true) {
    making.marked.push(at);
    // Both notations of a value are in use.
    const values = [{ value: making.marker(at) }, making.marker(at)];
    return (path.length % 2 === 0 ? values : values.toReversed()).find(fits);
  }
  if (parts.shape) {
    const fields = Object.entries(parts.shape).map(
      ([key, field]) => [key, sample(field, making, [...path, key])] as const,
    );
    // Checks can depend only on checks of their own canary, so the sample does not set this field.
    const whole = Object.fromEntries(fields.filter(([key, value]) => value !== undefined && key !== "dependsOn"));
    return path.at(-1) === "valueFrom" ? undefined : whole;
  }
  if (parts.element) {
    const key = String(path.at(-1));
    if (key === "headers" || key === "env")
      return [
        { name: "Authorization", value: `Bearer ${making.marker(at)}` },
        { name: "X_ANY", value: making.marker(at) },
      ].filter((item) => fits([item]));
    const item = sample(parts.element, making, [...path, 0]);
    return [[item], []].find((list) => list[0] !== undefined && fits(list));
  }
  if (parts.valueType) return [{ token: making.marker(at) }].find((value) => fits(value) && path.at(-1) !== "labels");
  if (parts.options)
    return parts.options
      .map((option) => sample(option, making, path, own))
      .find((value) => value !== undefined && fits(value));
  const host = new URL(making.address).host;
  const texts = [
    `http://ada:${making.marker(at)}@${host}/${String(path.at(-1))}?token=${making.marker(at)}&page=1`,
    `password=${making.marker(at)}`,
  ];
  return own.notation === undefined && own.field !== "found-in" ? texts.find(fits) : undefined;
}
