import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { db } from "#console/client/rows.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Agent } from "./agents-query.ts";

type Properties = Readonly<Record<string, string>>;

/**
 * Edits the properties of an agent. Its name cannot be changed, because the agent itself sends its name with each
 * request.
 */
export const EditAgent = ({ agent, close }: { agent: Agent; close: () => void }) => (
  <Dialog isOpen onClose={close} size="small" title={`Edit ${agent.name}`}>
    <PropertiesForm agent={agent} close={close} />
  </Dialog>
);

function PropertiesForm({ agent, close }: { agent: Agent; close: () => void }) {
  const cache = useQueryClient();
  const form = useForm<{ properties: Properties }>({ defaultValues: { properties: agent.properties ?? {} } });
  const save = async ({ properties }: { properties: Properties }) => {
    await db.from("agents").update({ properties }).eq("id", agent.id).throwOnError();
    toast.success("Agent updated");
    close();
    await cache.invalidateQueries({ queryKey: ["agents"] });
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={form.formState.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <FormField of={KeyValuesField} name="properties" label="Properties" />
    </Form>
  );
}
