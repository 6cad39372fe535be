import { useForm, useWatch } from "react-hook-form";
import { useCommand } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { ScheduleField } from "#console/widgets/form/fields/ScheduleField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { generateAgent, type GeneratedAgent } from "../contract.ts";

export interface NewAgent extends GeneratedAgent {
  name: string;
  /** The label of the agent's telemetry; undefined if the agent pushes none. */
  telemetry: string | undefined;
}

interface CreateAgentProps {
  isOpen: boolean;
  close: () => void;
  onMade: (agent: NewAgent) => void;
}

interface Draft {
  name: string;
  properties: Record<string, string>;
  hasKubernetes: boolean;
  schedule: string;
  hasTelemetry: boolean;
  label: string;
}

export const CreateAgent = ({ isOpen, close, onMade }: CreateAgentProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={close}
    size="small"
    title="Create new agent"
    description="An agent runs near its targets and pushes what it finds to this server."
  >
    <AgentForm close={close} onMade={onMade} />
  </Dialog>
);

function AgentForm({ close, onMade }: Omit<CreateAgentProps, "isOpen">) {
  const form = useForm<Draft>({
    defaultValues: {
      name: "",
      properties: {},
      hasKubernetes: false,
      schedule: "@every 30m",
      hasTelemetry: false,
      label: location.origin,
    },
    mode: "onTouched",
  });
  const [hasKubernetes, hasTelemetry] = useWatch({ control: form.control, name: ["hasKubernetes", "hasTelemetry"] });
  const command = useCommand(generateAgent, {
    done: () => "Agent created",
    otherwise: "The agent could not be created",
    changes: ["agents", "access_tokens", "config_scrapers"],
  });
  const create = async ({ name, properties, schedule, label }: Draft) => {
    const body = {
      name,
      properties,
      ...(hasKubernetes && { kubernetes: { schedule } }),
      ...(hasTelemetry && { pushTelemetry: { enabled: true, topologyName: label } }),
    };
    // The command shows the error, and the form keeps the typed name.
    const agent = await command.mutateAsync({ body }).catch(() => undefined);
    if (agent) onMade({ ...agent, name: name.trim(), telemetry: hasTelemetry ? label : undefined });
  };
  return (
    <Form
      form={form}
      onSubmit={create}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={command.isPending}>
            Next
          </Button>
        </>
      }
    >
      <FormField
        of={TextField}
        name="name"
        label="Name"
        help="For example the name of the cluster or of the site"
        whenEmpty="Name is required"
        isRequired
      />
      <FormField of={KeyValuesField} name="properties" label="Properties" />
      <FormField
        of={SwitchField}
        name="hasKubernetes"
        label="Kubernetes"
        help="Creates a scraper of the cluster that the agent runs in"
      />
      {hasKubernetes && (
        <FormField
          of={ScheduleField}
          name="schedule"
          label="Scrape Interval"
          presets="scraper"
          whenEmpty="Scrape Interval is required"
          isRequired
        />
      )}
      <FormField
        of={SwitchField}
        name="hasTelemetry"
        label="Telemetry"
        help="Adds the telemetry of the agent to the Helm values"
      />
      {hasTelemetry && <FormField of={TextField} name="label" label="Label" whenEmpty="Label is required" isRequired />}
    </Form>
  );
}
