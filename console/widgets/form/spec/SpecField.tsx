import { useState } from "react";
import { ChoicesField } from "../fields/ChoicesField.tsx";
import { fields } from "../fields/index.tsx";
import { SelectField } from "../fields/SelectField.tsx";
import type { Shape } from "../shape.ts";
import { type NodeProps, useProblemWithin, useSpec } from "./spec-context.ts";

interface SpecFieldProps extends NodeProps {
  shape: Extract<Shape, { draw: "field" | "choice" | "choices" }>;
  /** Whether the value does not match its schema. If so, its problems are shown at once. */
  isMisfit?: boolean;
  onLeave?: () => void;
}

/** A value that is edited by a single field. */
export function SpecField({
  shape,
  path,
  label,
  value,
  onChange,
  isRequired,
  isLabelHidden,
  isMisfit = false,
  onLeave,
}: SpecFieldProps) {
  const { root, isReadOnly } = useSpec();
  const [isTouched, setTouched] = useState(false);
  const { schema } = shape;
  const fallback = isPlain(schema.default) ? String(schema.default) : undefined;
  const field = {
    label,
    value: value as never,
    onChange,
    onBlur: () => {
      setTouched(true);
      onLeave?.();
    },
    help: schema.description,
    error: useProblemWithin(path, isTouched || isMisfit),
    isRequired: isRequired && !isReadOnly && schema.default === undefined,
    isLabelHidden,
    isReadOnly,
    placeholder: schema.placeholder ?? fallback,
  };
  if (shape.draw === "field") return fields[shape.field](field, schema, root);
  const options = shape.words.map((word) => ({ value: word }));
  return shape.draw === "choices" ? (
    <ChoicesField {...field} options={options} />
  ) : (
    <SelectField
      {...field}
      options={options}
      placeholder={fallback === undefined ? "Choose" : `${fallback} (default)`}
    />
  );
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
