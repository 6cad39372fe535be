import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#console/widgets/Button.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { LongTextField, TextField } from "#console/widgets/form/fields/TextField.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Incident } from "../parts/incident-query.ts";
import { responderLabel } from "../../responder-label.ts";
import { type Instance, instanceOf, useInstances } from "./instances.ts";
import { filled, type ResponderField, type ResponderForm, responderForms, type TeamClient } from "./responder-forms.ts";
import { TEAM_INSTANCE, useChoices } from "./use-choices.ts";

interface ResponderPropertiesProps {
  incident: Incident;
  client: TeamClient;
  /** The team whose external system provides the options. */
  teamId: string | undefined;
  isBusy: boolean;
  back: () => void;
  save: (properties: Readonly<Record<string, string>>) => void;
}

const UNKNOWN: Omit<ResponderForm, "type"> = { fields: [], acts: false };

/** The form of a responder type. Values that the team fixes cannot be changed. */
export function ResponderProperties(props: ResponderPropertiesProps) {
  const { type } = props.client;
  const found = useInstances(type === "jira" || type === "ms_planner" ? type : undefined);
  if (found.isLoading) return <TextSkeleton label={responderLabel(type)} lines={4} />;
  // Without the catalog, the system of the team is the only instance.
  return <PropertiesForm {...props} instances={found.data ?? []} />;
}

function PropertiesForm({
  incident,
  client,
  teamId,
  isBusy,
  back,
  save,
  instances,
}: ResponderPropertiesProps & { instances: readonly Instance[] }) {
  const formId = useId();
  const shape = responderForms.find(({ type }) => type === client.type) ?? UNKNOWN;
  const { title, description, severity, type, incident_id } = incident;
  const words = { title, description, severity, type, incident_id, id: incident.id };
  const initial = (name: string) => {
    const stored = client.values[name] ?? client.defaults[name];
    if (typeof stored === "string") return filled(stored, words);
    if (name === "configType")
      return instanceOf(instances, teamId)?.id ?? (teamId === undefined ? null : TEAM_INSTANCE);
    return suggested(name, incident) ?? null;
  };
  const form = useForm<Record<string, string | null>>({
    defaultValues: Object.fromEntries(shape.fields.map(({ name }) => [name, initial(name)])),
    mode: "onTouched",
  });
  const values = useWatch({ control: form.control });
  const { choices, isLoading, failure } = useChoices({
    client,
    teamId,
    instances,
    chosen: values["configType"],
    within: shape.within === undefined ? undefined : values[shape.within],
  });
  return (
    <Form
      form={form}
      id={formId}
      onSubmit={(sent) =>
        save(Object.fromEntries(Object.entries(sent).flatMap(([name, value]) => (value ? [[name, value]] : []))))
      }
      actions={
        <>
          <Button onClick={back}>Back</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </Button>
        </>
      }
    >
      <h3 className="font-medium">{responderLabel(client.type)}</h3>
      {failure !== undefined && (
        <p role="alert" className="flex items-start gap-2 text-unhealthy-text">
          <Icon name="triangle-alert" size={14} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {failure} The choices were not loaded, so please enter the values yourself.
          </span>
        </p>
      )}
      {shape.fields.map((field) => (
        <PropertyField
          key={field.name}
          field={field}
          isFixed={client.values[field.name] !== undefined}
          isLoading={isLoading}
          options={choices[field.name] ?? []}
        />
      ))}
      {!shape.acts && (
        <p className="text-muted">
          This responder is only recorded: Quarterdeck does not contact {responderLabel(client.type)} itself.
        </p>
      )}
    </Form>
  );
}

interface PropertyFieldProps {
  field: ResponderField;
  isFixed: boolean;
  isLoading: boolean;
  options: readonly { value: string; label?: string | undefined }[];
}

/** A field with options is a text field until the external system has returned the options. */
function PropertyField({ field, isFixed, isLoading, options }: PropertyFieldProps) {
  const { name, label, isLong, isRequired, isChoice } = field;
  if (isChoice && !isFixed && (isLoading || options.length > 0))
    return (
      <FormField
        of={SelectField<string>}
        name={name}
        label={label}
        isRequired={isRequired}
        options={options}
        placeholder={isLoading ? "Loading…" : "Choose"}
      />
    );
  return (
    <FormField
      of={isLong ? LongTextField : TextField}
      name={name}
      label={label}
      isRequired={isRequired}
      isReadOnly={isFixed}
    />
  );
}

/** Fields that describe the incident are filled in from the incident. */
function suggested(name: string, { title, description }: Incident): string | undefined {
  if (name === "subject" || name === "summary" || name === "title") return title;
  return name === "description" || name === "body" ? description : undefined;
}
