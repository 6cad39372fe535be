import { useState } from "react";
import { readFoundIn } from "../fields/found-in.ts";
import { isRecord, type JsonSchema } from "../json-schema.ts";
import { isNullable, type Shape, shapeOf } from "../shape.ts";
import { type NodeProps, useSpec } from "./spec-context.ts";
import { SpecField } from "./SpecField.tsx";
import { SpecList } from "./SpecList.tsx";
import { SpecMap } from "./SpecMap.tsx";
import { SpecObject } from "./SpecObject.tsx";
import { SpecVariants } from "./SpecVariants.tsx";

/** Edits any value with the component for its shape; a value that does not match its schema is edited as YAML. */
export function SpecNode(props: NodeProps) {
  const { root } = useSpec();
  const shape = shapeOf(props.schema, root);
  const empty = props.isRequired ? emptyValueOf(shape, root) : undefined;
  const value = props.value ?? undefined;
  const onChange = (next: unknown) => props.onChange(next === undefined ? empty : next);
  const node = { ...props, value, onChange };
  // The value is edited as YAML until the field loses focus, even if it matches its schema again.
  const isMisfit = !fits(shape, value);
  const [isYaml, setYaml] = useState(isMisfit);
  if (isMisfit && !isYaml) setYaml(true);
  if (isYaml)
    return (
      <SpecField
        {...node}
        shape={{ draw: "field", field: "yaml", schema: shape.schema }}
        isMisfit={isMisfit}
        onLeave={() => setYaml(isMisfit)}
      />
    );
  switch (shape.draw) {
    case "object":
      return <SpecObject {...node} shape={shape} />;
    case "list":
      return <SpecList {...node} shape={shape} />;
    case "map":
      return <SpecMap {...node} shape={shape} />;
    case "variants":
      return <SpecVariants {...node} shape={shape} />;
    default:
      return <SpecField {...node} shape={shape} />;
  }
}

/** The empty value of a required property. */
function emptyValueOf(shape: Shape, root: JsonSchema): unknown {
  if (isNullable(shape.schema, root)) return null;
  if (shape.draw === "choices" || shape.draw === "list") return [];
  return shape.draw === "field" && shape.field === "key-values" ? {} : undefined;
}

function fits(shape: Shape, value: unknown): boolean {
  if (value === undefined) return true;
  switch (shape.draw) {
    case "object":
    case "map":
      return isRecord(value);
    case "list":
      return Array.isArray(value);
    case "choices":
      return (
        Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((choice) => shape.words.includes(choice))
      );
    case "field":
      return fieldFits(shape.field, value);
    default:
      return true;
  }
}

function fieldFits(field: string, value: unknown): boolean {
  switch (field) {
    case "env-var":
    case "yaml":
      return true;
    case "found-in":
      return readFoundIn(value) !== undefined;
    case "number":
      return typeof value === "number" || typeof value === "string";
    case "switch":
      return typeof value === "boolean";
    case "key-values":
      return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
    default:
      return typeof value === "string";
  }
}
