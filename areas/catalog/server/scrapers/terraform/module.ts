// Converts a Terraform state to an item with its outputs and resources. Values that are marked as sensitive or have the
// name of a secret are replaced by a mask with a digest, so that a changed secret is a change but cannot be read.
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
/**
 * State files have version 4; https://developer.hashicorp.com/terraform/internals/json-format documents the same
 * content.
 */
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
  if (!read.success) throw new Error("The file is not a Terraform state of version 4");
  // Every run increments the serial, even if nothing changed.
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
    attributes: withoutSecrets(secret.reduce(withoutAttribute, attributes)),
  })),
});

/** Hides the attribute at a path: `[{type: "get_attr", value: "password"}, …]`. */
function withoutAttribute(attributes: unknown, written: unknown): unknown {
  const path = (Array.isArray(written) ? written : [written])
    .map((value) => stepIn(value))
    .filter((key) => key !== undefined);
  return path.length === 0 ? attributes : replacedAt(attributes, path);
}

function stepIn(value: unknown): string | number | undefined {
  const read = step.safeParse(value);
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

/** Providers may not mark every secret attribute as sensitive, so the name of the attribute is checked as well. */
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
