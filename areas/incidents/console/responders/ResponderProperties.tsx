import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#console/widgets/Button.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { LongTextField, TextField } from "#console/widgets/form/fields/TextField.tsx";
import type { Incident } from "../parts/incident-query.ts";
import { responderLabel } from "../parts/incident-words.ts";
import { filled, responderForms, type TeamClient } from "./responder-forms.ts";

interface ResponderPropertiesProps {
  incident: Incident;
  client: TeamClient;
  isBusy: boolean;
  back: () => void;
  save: (properties: Readonly<Record<string, string>>) => void;
}

/** The form of a responder type. Values that the team fixes cannot be changed. */
export function ResponderProperties({ incident, client, isBusy, back, save }: ResponderPropertiesProps) {
  const formId = useId();
  const shape = responderForms.find(({ type }) => type === client.type) ?? { fields: [], acts: false };
  const { title, description, severity, type, incident_id } = incident;
  const words = { title, description, severity, type, incident_id, id: incident.id };
  const initial = (name: string) => {
    const stored = client.values[name] ?? client.defaults[name];
    return typeof stored === "string" ? filled(stored, words) : (suggested(name, incident) ?? "");
  };
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(shape.fields.map(({ name }) => [name, initial(name)])),
    mode: "onTouched",
  });
  return (
    <Form
      form={form}
      id={formId}
      onSubmit={(values) =>
        save(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== "")))
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
      {shape.fields.map(({ name, label, isLong, isRequired }) => (
        <FormField
          key={name}
          of={isLong ? LongTextField : TextField}
          name={name}
          label={label}
          isRequired={isRequired}
          isReadOnly={client.values[name] !== undefined}
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

/** Fields that describe the incident are prefilled with its title and description. */
function suggested(name: string, { title, description }: Incident): string | undefined {
  if (name === "subject" || name === "summary" || name === "title") return title;
  return name === "description" || name === "body" ? description : undefined;
}
