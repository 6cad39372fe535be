import { useId } from "react";
import { useForm } from "react-hook-form";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { hypothesisStatuses, type HypothesisStatus, type HypothesisType } from "../parts/incident-words.ts";
import { createHypothesis, useIncidentWrite } from "../parts/incident-writes.ts";

interface NewHypothesisProps {
  isOpen: boolean;
  incidentId: string;
  parent: { id: string; title: string } | undefined;
  type: HypothesisType;
  title: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

interface Values {
  title: string;
  status: HypothesisStatus;
}

/** Adds a child hypothesis, or a root hypothesis. */
export function NewHypothesis({ isOpen, incidentId, parent, type, title, onCreated, onClose }: NewHypothesisProps) {
  const { user } = useActor();
  const write = useIncidentWrite();
  const formId = useId();
  const form = useForm<Values>({ defaultValues: { title: "", status: "possible" }, mode: "onTouched" });
  const close = () => {
    form.reset();
    onClose();
  };
  const create = async (values: Values) => {
    const isCreated = await write(
      async () => {
        const id = await createHypothesis({
          incident_id: incidentId,
          title: values.title.trim(),
          status: values.status,
          type,
          created_by: user.id,
          ...(parent && { parent_id: parent.id }),
        });
        onCreated(id);
      },
      { failed: "The hypothesis was not created" },
    );
    if (isCreated) close();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="very-small"
      title={title}
      description={parent?.title}
      actions={
        <Button look="primary" type="submit" form={formId} isBusy={form.formState.isSubmitting}>
          Create
        </Button>
      }
    >
      <Form form={form} onSubmit={create} id={formId}>
        <FormField of={TextField} name="title" label="Title" placeholder="Type name" isRequired />
        <FormField of={SelectField<string>} name="status" label="State" options={hypothesisStatuses} isRequired />
      </Form>
    </Dialog>
  );
}
