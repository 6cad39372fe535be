import type { ReactNode } from "react";
import type { FieldProps } from "#console/widgets/form/Field.tsx";
import { ChoicesField } from "#console/widgets/form/fields/ChoicesField.tsx";
import { DurationField } from "#console/widgets/form/fields/DurationField.tsx";
import { NumberField, readNumber } from "#console/widgets/form/fields/NumberField.tsx";
import { PersonField, TeamField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { BytesField, MillicoresField } from "#console/widgets/form/fields/QuantityFields.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { SecretField } from "#console/widgets/form/fields/SecretField.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { LongTextField, TextField } from "#console/widgets/form/fields/TextField.tsx";
import { YamlField } from "#console/widgets/form/fields/YamlField.tsx";
import {
  chosenValues,
  filterOf,
  isProperty,
  labelOf,
  numberProperty,
  optionsOf,
  textProperty,
  type Parameter,
} from "../../parameter.ts";
import { CodeField } from "./CodeField.tsx";

export interface ParameterFieldProps {
  parameter: Parameter;
  /** An empty string if the parameter has no value. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  onBlur?: (() => void) | undefined;
  isReadOnly?: boolean | undefined;
}

/** The form field for a parameter type. Every value is a string. */
export function ParameterField({ parameter, value, onChange, error, onBlur, isReadOnly }: ParameterFieldProps) {
  const field: FieldProps<string> = {
    label: labelOf(parameter),
    help: parameter.description,
    isRequired: parameter.required === true,
    value: value === "" ? undefined : value,
    onChange: (next) => onChange(next ?? ""),
    error,
    onBlur,
    isReadOnly,
  };
  return drawings[parameter.type ?? "text"](field, parameter);
}

type Drawing = (field: FieldProps<string>, parameter: Parameter) => ReactNode;

const durations = ["1m", "5m", "15m", "30m", "1h", "6h", "1d"];

const drawings: Readonly<Record<NonNullable<Parameter["type"]>, Drawing>> = {
  text: (field, parameter) => drawText(field, parameter),
  code: (field, parameter) => <CodeField {...field} parameter={parameter} />,
  list: (field, parameter) => drawList(field, parameter),
  checkbox: (field) => (
    <SwitchField {...field} value={field.value === "true"} onChange={(isOn) => field.onChange(String(isOn === true))} />
  ),
  people: (field) => <PersonField {...field} />,
  team: (field) => <TeamField {...field} />,
  config: (field, parameter) => <ResourceField {...field} kind="configs" filter={filterOf(parameter)} />,
  component: (field, parameter) => <ResourceField {...field} kind="components" filter={filterOf(parameter)} />,
  check: (field, parameter) => <ResourceField {...field} kind="checks" filter={filterOf(parameter)} />,
  configs: (field) => (
    <YamlField
      {...field}
      placeholder="types: [Kubernetes::Deployment]"
      value={readDocument(field.value)}
      onChange={(next) => field.onChange(next === undefined ? undefined : JSON.stringify(next))}
    />
  ),
  millicores: (field) => <MillicoresField {...field} />,
  bytes: (field) => <BytesField {...field} />,
  duration: (field, parameter) =>
    optionsOf(parameter).length > 0 ? (
      <SelectField {...field} options={optionsOf(parameter)} />
    ) : (
      <DurationField {...field} presets={durations} placeholder="30m" />
    ),
  secret: (field) => <SecretField {...field} />,
};

function drawText(field: FieldProps<string>, parameter: Parameter): ReactNode {
  if (isProperty(parameter, "multiline")) return <LongTextField {...field} />;
  switch (textProperty(parameter, "format")?.toLowerCase()) {
    case "password":
      return <SecretField {...field} />;
    case "number":
      return (
        <NumberField
          {...field}
          min={numberProperty(parameter, "min")}
          max={numberProperty(parameter, "max")}
          value={field.value === undefined ? undefined : readNumber(field.value)}
          onChange={(next) => field.onChange(next === undefined ? undefined : String(next))}
        />
      );
    case "bytes":
      return <BytesField {...field} />;
    case "millicores":
      return <MillicoresField {...field} />;
    case "email":
      return <TextField {...field} type="email" />;
    case "url":
      return <TextField {...field} type="url" />;
    default:
      return <TextField {...field} />;
  }
}

function drawList(field: FieldProps<string>, parameter: Parameter): ReactNode {
  const options = optionsOf(parameter);
  if (options.length === 0) return <TextField {...field} />;
  if (!isProperty(parameter, "multiple")) return <SelectField {...field} options={options} />;
  return (
    <ChoicesField
      {...field}
      options={[...options]}
      value={field.value === undefined ? undefined : chosenValues(field.value)}
      onChange={(chosen) => field.onChange(chosen?.map(String).join(","))}
    />
  );
}

/** Returns the text unchanged if it is not JSON, so that the person can correct it. */
function readDocument(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
