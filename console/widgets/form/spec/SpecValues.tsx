// A spec that cannot be edited: the labels and values of the fields that are set, without controls and help.
import type { ReactNode } from "react";
import { readEnvVar } from "#language/env-var.ts";
import { singularOf } from "#lib/text/words.ts";
import { isRecord, type JsonSchema, nearestVariant, resolved } from "../json-schema.ts";
import { labelOf, shapeOf } from "../shape.ts";
import { Section } from "./Section.tsx";

interface SpecValuesProps {
  schema: JsonSchema;
  value: unknown;
}

export const SpecValues = ({ schema, value }: SpecValuesProps) => (
  <div className="flex flex-col gap-3">
    {isEmptySpec(value) ? (
      <p className="text-muted">Nothing is set.</p>
    ) : (
      draw({ schema, value, root: schema, label: "" })
    )}
  </div>
);

interface Node {
  schema: JsonSchema | boolean | undefined;
  value: unknown;
  root: JsonSchema;
  /** Empty for the spec itself. */
  label: string;
}

export const isEmptySpec = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

function draw({ schema: given, value, root, label }: Node): ReactNode {
  if (isEmptySpec(value)) return null;
  const shape = shapeOf(given, root);
  const { schema } = shape;
  switch (shape.draw) {
    case "variants":
      return draw({ schema: shape.variants[nearestVariant(shape.variants, value, root)], value, root, label });
    case "object":
    case "map": {
      if (!isRecord(value)) break;
      const fields = Object.entries(value).map(([key, each]) => {
        const property = schema.properties?.[key] ?? (shape.draw === "map" ? shape.item : undefined);
        const name = schema.properties?.[key] === undefined ? key : labelOf(resolved(property, root), key);
        return <Part key={key}>{draw({ schema: property, value: each, root, label: name })}</Part>;
      });
      return label === "" ? fields : <Section label={label}>{column(fields)}</Section>;
    }
    case "list":
      if (!Array.isArray(value) || value.every((item) => !isRecord(item))) break;
      // A list with a single item needs only one heading.
      if (value.length === 1)
        return draw({ schema: shape.item, value: value[0], root, label: soleLabel(value[0], label) });
      return (
        <Section label={label} isPlain>
          {column(
            value.map((item, index) => (
              <Part key={index}>
                {draw({ schema: shape.item, value: item, root, label: itemLabel(item, label, index) })}
              </Part>
            )),
          )}
        </Section>
      );
    case "field":
      return <ReadOnlyValue label={label}>{fieldText(shape.field, value)}</ReadOnlyValue>;
  }
  return <ReadOnlyValue label={label}>{printed(value)}</ReadOnlyValue>;
}

const nameIn = (item: unknown) => (isRecord(item) && typeof item["name"] === "string" ? item["name"] : "");
const itemLabel = (item: unknown, list: string, index: number) => nameIn(item) || `${singularOf(list)} ${index + 1}`;
const soleLabel = (item: unknown, list: string) => (nameIn(item) ? `${list}: ${nameIn(item)}` : list);

const Part = ({ children }: { children: ReactNode }) => children;
const column = (fields: ReactNode) => <div className="flex flex-col gap-3">{fields}</div>;

interface ReadOnlyValueProps {
  label: string;
  children: ReactNode;
}

/** A label and its value as text. */
export const ReadOnlyValue = ({ label, children }: ReadOnlyValueProps) => (
  <div className="grid gap-x-4 gap-y-0.5 shell:grid-cols-[12rem_minmax(0,1fr)]">
    <span className="text-muted">{label}</span>
    <div className="min-w-0 wrap-anywhere whitespace-pre-wrap">{children}</div>
  </div>
);

const HIDDEN = "••••••••";

function fieldText(field: string, value: unknown): ReactNode {
  if (field === "secret") return HIDDEN;
  if (field !== "env-var") return printed(value);
  const source = readEnvVar(value);
  switch (source?.kind) {
    case "static":
      return HIDDEN;
    case "secret":
    case "configmap":
      return `${source.kind === "secret" ? "Secret" : "ConfigMap"} ${source.name}, key ${source.key}`;
    default:
      return printed(value);
  }
}

function printed(value: unknown): ReactNode {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  if (typeof value === "string" || typeof value === "number") return value;
  return <code className="font-mono">{JSON.stringify(value, null, 2)}</code>;
}
