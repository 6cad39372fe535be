import { useState } from "react";
import { ChoicesField } from "../fields/ChoicesField.tsx";
import { BytesField, MillicoresField } from "../fields/QuantityFields.tsx";
import { DurationField } from "../fields/DurationField.tsx";
import { EnvVarField } from "../fields/EnvVarField.tsx";
import { KeyValuesField } from "../fields/KeyValuesField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { ScheduleField } from "../fields/ScheduleField.tsx";
import { SecretField } from "../fields/SecretField.tsx";
import { SelectField } from "../fields/SelectField.tsx";
import { SwitchField } from "../fields/SwitchField.tsx";
import { LongTextField, TextField } from "../fields/TextField.tsx";
import { YamlField } from "../fields/YamlField.tsx";
import { type Shape, takesObject } from "../shape.ts";
import { type NodeProps, useProblem, useSpec } from "./spec-context.ts";

interface SpecFieldProps extends NodeProps {
  shape: Extract<Shape, { draw: "field" | "choice" | "choices" }>;
}

/** One value by one field. */
export function SpecField({ shape, path, label, value, onChange, isRequired, isLabelHidden }: SpecFieldProps) {
  const { root, isReadOnly } = useSpec();
  const [isTouched, setTouched] = useState(false);
  const { schema } = shape;
  const fallback = schema.default;
  const field = {
    label,
    value: value as never,
    onChange,
    onBlur: () => setTouched(true),
    help: schema.description,
    error: useProblem(path, isTouched),
    isRequired: isRequired && fallback === undefined,
    isLabelHidden,
    isReadOnly: isReadOnly || schema.readOnly,
    placeholder: schema.placeholder ?? (isPlain(fallback) ? String(fallback) : undefined),
  };
  if (shape.draw === "choice")
    return (
      <SelectField
        {...field}
        options={shape.words.map((word) => ({ value: word }))}
        placeholder={isPlain(fallback) ? `${String(fallback)} (default)` : "Choose"}
      />
    );
  if (shape.draw === "choices")
    return <ChoicesField {...field} options={shape.words.map((word) => ({ value: word }))} />;

  switch (shape.field) {
    case "number": {
      const { minimum, maximum, multipleOf } = schema;
      return <NumberField {...field} min={minimum} max={maximum} step={multipleOf} />;
    }
    case "switch":
      return <SwitchField {...field} fallback={fallback === true} />;
    case "secret":
      return <SecretField {...field} />;
    case "long-text":
      return <LongTextField {...field} />;
    case "env-var":
      return <EnvVarField {...field} keptAs={takesObject(schema, root) ? "object" : "text"} />;
    case "key-values":
      return <KeyValuesField {...field} />;
    case "bytes":
      return <BytesField {...field} />;
    case "millicores":
      return <MillicoresField {...field} />;
    case "duration":
      return <DurationField {...field} />;
    case "schedule":
      return <ScheduleField {...field} />;
    case "yaml":
      return <YamlField {...field} />;
    default:
      return <TextField {...field} type={inputTypes[schema.format ?? ""]} />;
  }
}

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

const inputTypes: Readonly<Record<string, "email" | "url">> = { email: "email", uri: "url", url: "url" };
