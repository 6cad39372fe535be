// Maps the field names that schemas use to components and the parts of the schema they need. To add a field, add a file
// in this folder and a line here.
import type { ReactNode } from "react";
import type { FieldName } from "#language/field-marks.ts";
import type { FieldProps } from "../Field.tsx";
import type { JsonSchema } from "../json-schema.ts";
import { takesObject } from "../shape.ts";
import { AgentNameField } from "./AgentNameField.tsx";
import { ConnectionField } from "./ConnectionField.tsx";
import { DurationField } from "./DurationField.tsx";
import { EnvVarField } from "./EnvVarField.tsx";
import { ExpressionField } from "./ExpressionField.tsx";
import { FoundInField } from "./FoundInField.tsx";
import { IconField } from "./IconField.tsx";
import { KeyValuesField } from "./KeyValuesField.tsx";
import { NumberField } from "./NumberField.tsx";
import { OptionsField } from "./OptionsField.tsx";
import { AgentField, PersonField, TeamField } from "./PeopleFields.tsx";
import { BytesField, MillicoresField } from "./QuantityFields.tsx";
import { ResourceField } from "./ResourceField.tsx";
import { ScheduleField } from "./ScheduleField.tsx";
import { SecretField } from "./SecretField.tsx";
import { SelectField } from "./SelectField.tsx";
import { SwitchField } from "./SwitchField.tsx";
import { LongTextField, TextField } from "./TextField.tsx";
import { YamlField } from "./YamlField.tsx";

interface DrawnField extends Omit<FieldProps<unknown>, "value"> {
  /** The caller has checked that the value has the type that the field edits. */
  value: never;
}

type Drawing = (field: DrawnField, schema: JsonSchema, root: JsonSchema) => ReactNode;

const inputTypes: Readonly<Record<string, "email" | "url">> = { email: "email", uri: "url", url: "url" };

export const fields: Readonly<Record<FieldName, Drawing>> = {
  text: (field, { format, notation }) =>
    notation === undefined ? (
      <TextField {...field} type={inputTypes[format ?? ""]} />
    ) : (
      <ExpressionField {...field} notation={notation} />
    ),
  "long-text": (field, { isTemplated, notation = isTemplated ? "template" : undefined }) =>
    notation === undefined ? <LongTextField {...field} /> : <ExpressionField {...field} notation={notation} />,
  // If the schema sets `secret: false`, the value is kept or replaced like a secret, but the typed text is visible.
  secret: (field, { secret }) => <SecretField {...field} isOpen={secret === false} />,
  number: (field, { minimum, maximum, multipleOf }) => (
    <NumberField {...field} min={minimum} max={maximum} step={multipleOf} />
  ),
  switch: (field, { default: fallback }) => <SwitchField {...field} fallback={fallback === true} />,
  select: (field, { enum: words = [] }) => <SelectField {...field} options={words.map((value) => ({ value }))} />,
  options: (field, { enum: words = [] }) => (
    <OptionsField {...field} options={words.map((value) => ({ value: String(value) }))} />
  ),
  "key-values": (field) => <KeyValuesField {...field} />,
  "env-var": (field, schema, root) => (
    <EnvVarField
      {...field}
      keptAs={takesObject(schema, root) ? "object" : "text"}
      isLong={schema.isLong}
      isOpen={schema.secret === false}
    />
  ),
  "found-in": (field) => <FoundInField {...field} />,
  bytes: (field) => <BytesField {...field} />,
  millicores: (field) => <MillicoresField {...field} />,
  duration: (field) => <DurationField {...field} />,
  schedule: (field, { presets }) => <ScheduleField {...field} presets={presets} />,
  people: (field) => <PersonField {...field} />,
  team: (field) => <TeamField {...field} />,
  agent: (field) => <AgentField {...field} />,
  "agent-name": (field) => <AgentNameField {...field} />,
  connection: (field, { connectionTypes }) => <ConnectionField {...field} types={connectionTypes} />,
  icon: (field) => <IconField {...field} />,
  resource: (field, { resource = "configs" }) => <ResourceField {...field} kind={resource} />,
  yaml: (field) => <YamlField {...field} />,
};
