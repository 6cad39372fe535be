// A state of Terraform as an item: its outputs and resources, without what is marked as secret or is called like one. A mask
// changes when the secret does, and tells nothing of it.
import { createHash } from "node:crypto";
import { z } from "zod";
import { isSecretName } from "#language/secret-names.ts";
import type { Scraped } from "../../scrape/found.ts";
import { readJson } from "../../scrape/read-json.ts";

export interface State {
  path: string;
  source: string;
  text: string;
}

const step = z.looseObject({ type: z.string(), value: z.unknown() });
const instance = z.looseObject({
  attributes: z.unknown().optional(),
  sensitive_attributes: z.array(z.union([z.array(step), z.unknown()])).optional(),
  private: z.unknown().optional(),
});
/** https://developer.hashicorp.com/terraform/internals/json-format describes the same for people; files are of version 4. */
const stateFile = z.looseObject({
  version: z.literal(4),
  lineage: z.string().min(1),
  terraform_version: z.string().optional(),
  outputs: z.record(z.string(), z.looseObject({ sensitive: z.boolean().optional() })).optional(),
  resources: z
    .array(
      z.looseObject({
        mode: z.string().optional(),
        type: z.string(),
        name: z.string(),
        instances: z.array(instance).optional(),
      }),
    )
    .optional(),
});

export function moduleIn({ source, text }: State, name: string): Scraped {
  const read = stateFile.safeParse(documentIn(text));
  if (!read.success) throw new Error("It is no state of Terraform of version 4");
  // It is counted up by every run, whether something changed or not.
  const { serial: _, ...state } = read.data;
  const document = { ...state, outputs: outputsOf(state.outputs), resources: (state.resources ?? []).map(resourceOf) };
  const counted = (state.resources ?? []).reduce((sum, { instances = [] }) => sum + instances.length, 0);
  return {
    id: state.lineage,
    name,
    type: "Terraform::Module",
    class: "Terraform",
    source,
    document,
    properties: [
      { name: "Resources", value: counted },
      ...(state.terraform_version ? [{ name: "Version", text: state.terraform_version }] : []),
    ],
  };
}

function documentIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

const outputsOf = (outputs: z.output<typeof stateFile>["outputs"] = {}) =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => [
      name,
      output.sensitive || isSecretName(name) ? { ...output, value: hidden(output["value"]) } : output,
    ]),
  );

type Resource = NonNullable<z.output<typeof stateFile>["resources"]>[number];

const resourceOf = ({ instances = [], ...resource }: Resource) => ({
  ...resource,
  instances: instances.map(({ private: _private, sensitive_attributes: secret = [], attributes, ...rest }) => ({
    ...rest,
    attributes: withoutSecrets(secret.reduce(withoutOne, attributes)),
  })),
});

/** A way into the attributes: `[{type: "get_attr", value: "password"}, …]`. */
function withoutOne(attributes: unknown, written: unknown): unknown {
  const way = (Array.isArray(written) ? written : [written])
    .map((one) => stepIn(one))
    .filter((one) => one !== undefined);
  return way.length === 0 ? attributes : replacedAt(attributes, way);
}

function stepIn(one: unknown): string | number | undefined {
  const read = step.safeParse(one);
  const held = read.success ? read.data.value : undefined;
  const key = typeof held === "object" && held !== null && "value" in held ? held.value : held;
  return typeof key === "string" || typeof key === "number" ? key : undefined;
}

function replacedAt(value: unknown, [first, ...rest]: readonly (string | number)[]): unknown {
  if (first === undefined) return hidden(value);
  if (Array.isArray(value))
    return value.map((held: unknown, index) => (index === Number(first) ? replacedAt(held, rest) : held));
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, key === String(first) ? replacedAt(held, rest) : held]),
  );
}

/** Names say it too, where a provider forgot to mark them. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      isSecretName(key) && typeof held === "string" && held !== "" ? hidden(held) : withoutSecrets(held),
    ]),
  );
}

function hidden(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return value;
  if (typeof value === "string" && value.startsWith(mask)) return value;
  const digest = createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);
  return `${mask} (${digest})`;
}

const mask = "***";
