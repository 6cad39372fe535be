import { useForm } from "react-hook-form";
import { useCommand } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { createToken } from "../../contract.ts";

type Shape = NonNullable<(typeof createToken)["shape"]>;
export type NewToken = Shape["answer"]["payload"];
type Wish = Shape["body"];

const expiries = [
  { value: "never", label: "Never" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "1y", label: "1 year" },
] as const;

interface CreateTokenProps {
  isOpen: boolean;
  close: () => void;
  onMade: (token: NewToken) => void;
}

export const CreateToken = ({ isOpen, close, onMade }: CreateTokenProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={close}
    size="small"
    title="Create new token"
    description="A program with this token acts as you, with at most your permissions."
  >
    <TokenForm close={close} onMade={onMade} />
  </Dialog>
);

function TokenForm({ close, onMade }: Omit<CreateTokenProps, "isOpen">) {
  const form = useForm<Required<Wish>>({
    defaultValues: { name: "", expiry: "90d", read_only: false },
    mode: "onTouched",
  });
  const command = useCommand(createToken, {
    done: () => "Token created successfully",
    otherwise: "Failed to create token",
    changes: ["access_tokens"],
  });
  const create = async (body: Wish) => {
    // The command shows the error, and the form keeps the typed values.
    const answer = await command.mutateAsync({ body }).catch(() => undefined);
    if (answer) onMade(answer.payload);
  };
  return (
    <Form
      form={form}
      onSubmit={create}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={command.isPending}>
            {command.isPending ? "Creating..." : "Create Token"}
          </Button>
        </>
      }
    >
      <FormField
        of={TextField}
        name="name"
        label="Name"
        help="A descriptive name for this token"
        whenEmpty="Name is required"
        isRequired
      />
      <FormField
        of={SelectField<string>}
        name="expiry"
        label="Expiry"
        help="When this token should expire"
        options={expiries}
        isRequired
      />
      <FormField
        of={SwitchField}
        name="read_only"
        label="Read-only"
        help="The token can read what you may read, but cannot change anything"
      />
    </Form>
  );
}
