import { useForm } from "react-hook-form";
import { useCommand } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { generateAgent, type GeneratedAgent } from "../contract.ts";

export interface NewAgent extends GeneratedAgent {
  name: string;
}

interface CreateAgentProps {
  isOpen: boolean;
  close: () => void;
  onMade: (agent: NewAgent) => void;
}

interface Draft {
  name: string;
  properties: Record<string, string>;
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
  const form = useForm<Draft>({ defaultValues: { name: "", properties: {} }, mode: "onTouched" });
  const command = useCommand(generateAgent, {
    done: () => "Agent created",
    otherwise: "The agent could not be created",
    changes: ["agents", "access_tokens"],
  });
  const create = async ({ name, properties }: Draft) => {
    // The command shows the error, and the form keeps the typed name.
    const agent = await command.mutateAsync({ body: { name, properties } }).catch(() => undefined);
    if (agent) onMade({ ...agent, name: name.trim() });
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
    </Form>
  );
}
